/**
 * Embedded spatial stores. Begin with one of three classes:
 *
 * <ul>
 *   <li>{@link org.flashgrove.access.SpatialStore} keeps ids and rectangles;
 *   <li>{@link org.flashgrove.access.table.Table} keeps geometries with typed attributes;
 *   <li>{@link org.flashgrove.access.Store} holds several indices and tables, and commits their
 *       changes together.
 * </ul>
 *
 * <p>{@link org.flashgrove.access.StoreOptions} chooses index, memory, device and durability.
 * {@link org.flashgrove.core.index.EntryQuery} queries a store, {@link
 * org.flashgrove.access.query.TableQuery} a table. {@link org.flashgrove.core.failure} has the
 * exceptions.
 */
@NullMarked
package org.flashgrove.access;

import org.jspecify.annotations.NullMarked;

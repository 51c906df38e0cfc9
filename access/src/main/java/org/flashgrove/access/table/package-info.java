/**
 * Tables: records with a key, a geometry and attributes, and indexes that change in the same
 * commit.
 *
 * <p>Reading order: {@link org.flashgrove.access.table.TableOptions} (attributes and indexes),
 * {@link org.flashgrove.access.table.Table} (open, read and change a table), {@link
 * org.flashgrove.access.table.TableBatch} (several changes in one commit), {@link
 * org.flashgrove.access.table.TableLoader} (bulk loading), {@link
 * org.flashgrove.access.table.TableSnapshot} (several queries at one commit), {@link
 * org.flashgrove.access.query.TableQuery} (queries).
 */
@NullMarked
package org.flashgrove.access.table;

import org.jspecify.annotations.NullMarked;

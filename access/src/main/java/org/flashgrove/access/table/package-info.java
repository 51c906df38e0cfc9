/**
 * Tables: records in a heap file with any number of indices, all in one store and one log, kept in
 * step by batches.
 *
 * <p>Reading order: {@link org.flashgrove.access.table.TableOptions} what a table is made of,
 * {@link org.flashgrove.access.table.Table} the table, {@link
 * org.flashgrove.access.table.TableBatch} changes, {@link
 * org.flashgrove.access.table.TableSnapshot} what readers see, {@link
 * org.flashgrove.access.table.TableIndex} the indices.
 */
@NullMarked
package org.flashgrove.access.table;

import org.jspecify.annotations.NullMarked;

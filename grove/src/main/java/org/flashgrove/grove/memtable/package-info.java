/**
 * Write buffer of Grove. {@link org.flashgrove.grove.memtable.Memtable} adds changes to intervals,
 * and packs and splits them. {@link org.flashgrove.grove.memtable.Partition} is the view for
 * queries.
 */
package org.flashgrove.grove.memtable;

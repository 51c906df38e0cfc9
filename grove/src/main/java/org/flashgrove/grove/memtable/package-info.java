/**
 * Write buffer of Grove: takes changes, packs them, splits intervals, and keeps what snapshots and
 * a running merge still need.
 */
package org.flashgrove.grove.memtable;

package org.flashgrove.grove.query;

import org.flashgrove.grove.index.Tombstones;
import org.flashgrove.grove.memtable.Chunk;
import org.flashgrove.grove.memtable.IntervalState;
import org.flashgrove.grove.memtable.Partition;
import org.flashgrove.grove.memtable.RawChanges;
import org.flashgrove.grove.memtable.View;
import org.flashgrove.grove.packed.PackedPage;

/** Collects buffered deletions whose entries are in blocks. Not safe for use by several threads. */
final class StoredTombstones {
  private final PackedPage reader = new PackedPage("write buffer");
  private final Tombstones behind = new Tombstones();
  private final double[] box = new double[4];

  /**
   * Adds some buffered deletions to {@code into}: those that are buffered for one interval of the
   * directory and delete entries in blocks.
   */
  void gather(View view, int interval, Tombstones into) {
    Partition partition = view.partition();
    int to = partition.firstFrom(partition.directory().end(interval));
    int from = partition.firstFrom(partition.directory().start(interval));
    for (int at = from; at < to; at = partition.next(at)) {
      partition.bufferBox(at, box);
      if (box[0] <= box[2]) {
        gather(view.buffer(at), view.commit(), into);
      }
    }
  }

  private void gather(IntervalState state, long commit, Tombstones into) {
    if (state.frozen() == 0) {
      gatherBehindFrozen(state, commit, into);
      return;
    }
    behind.clear();
    gatherBehindFrozen(state, commit, behind);
    for (int c = 0; c < state.frozen() && !behind.isEmpty(); c++) {
      state.chunks()[c].read(reader);
      for (int i = 0; i < reader.count(); i++) {
        if (!reader.isDeletion(i)) {
          reader.rectangle(i, box);
          behind.takes(reader.id(i), box[0], box[1], box[2], box[3]);
        }
      }
    }
    into.addAll(behind);
    for (int c = 0; c < state.frozen(); c++) {
      gather(state.chunks()[c], into);
    }
  }

  /**
   * Adds to {@code into} the deletions of one interval that were buffered after the frozen changes
   * of this interval. Frozen changes are those that a running merge has taken. The added deletions
   * refer to entries in blocks or to frozen insertions.
   */
  void gatherBehindFrozen(IntervalState state, long commit, Tombstones into) {
    for (int c = state.frozen(); c < state.chunks().length; c++) {
      gather(state.chunks()[c], into);
    }
    RawChanges raw = state.raw();
    int count = raw.count(commit);
    for (int i = 0; i < count; i++) {
      if (raw.kind(i) == RawChanges.STORED_GONE) {
        into.add(raw.id(i), raw.minX(i), raw.minY(i), raw.maxX(i), raw.maxY(i));
      }
    }
  }

  private void gather(Chunk chunk, Tombstones into) {
    if (chunk.deletions() == 0) {
      return;
    }
    chunk.read(reader);
    for (int i = 0; i < chunk.count(); i++) {
      if (reader.isDeletion(i)) {
        reader.rectangle(i, box);
        into.add(reader.id(i), box[0], box[1], box[2], box[3]);
      }
    }
  }
}

package org.flashgrove.indexes.grove;

import org.flashgrove.indexes.packed.PackedPage;

/**
 * Collects which entries in the blocks of an interval the write buffer says are gone. For one
 * thread.
 */
final class StoredDeletions {
  private final PackedPage reader = new PackedPage("write buffer");
  private final double[] box = new double[4];

  /** Adds the entries of an interval of the directory that are gone. */
  void gather(View view, int interval, Antimatter into) {
    Partition partition = view.partition();
    int to = partition.firstFrom(partition.directory().end(interval));
    for (int at = partition.firstFrom(partition.directory().start(interval)); at < to; at++) {
      IntervalState state = view.buffer(at);
      for (Chunk chunk : state.chunks()) {
        if (chunk.deletions() > 0) {
          gather(chunk, into);
        }
      }
      Tail tail = state.tail();
      int count = tail.count(view.commit());
      for (int i = 0; i < count; i++) {
        if (tail.kind(i) == Tail.STORED_GONE) {
          into.add(tail.id(i), tail.minX(i), tail.minY(i), tail.maxX(i), tail.maxY(i));
        }
      }
    }
  }

  private void gather(Chunk chunk, Antimatter into) {
    chunk.read(reader);
    for (int i = 0; i < chunk.count(); i++) {
      if (reader.isDeletion(i)) {
        reader.rectangle(i, box);
        into.add(reader.id(i), box[0], box[1], box[2], box[3]);
      }
    }
  }
}

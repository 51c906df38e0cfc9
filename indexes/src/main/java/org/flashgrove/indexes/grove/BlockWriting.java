package org.flashgrove.indexes.grove;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.BlockWriter;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.indexes.component.BlockBuilder;
import org.flashgrove.indexes.component.BlockFences;
import org.flashgrove.indexes.packed.EntryColumns;

/** Cuts entries into blocks, writes these, and notes them with their intervals. */
final class BlockWriting {
  private final ComponentStore store;
  private final BlockBuilder builder;
  private long[] leastKeys = new long[16];
  private long[] mostKeys = new long[16];
  private long lastStart;
  private long lastEnd;

  BlockWriting(ComponentStore store, GroveConfig config) {
    this.store = store;
    builder = new BlockBuilder(config.form(store));
  }

  /** Returns the bytes of the block being built and of its plan. */
  long bytes() {
    return builder.bytes();
  }

  /**
   * Writes entries as blocks of intervals of [lo, hi).
   *
   * @param entries with their values as keys; they are rearranged
   * @param into where the first interval is begun already
   * @return the blocks
   */
  List<Block> write(EntryColumns entries, long lo, long hi, Directory.Builder into) {
    int blocks = builder.plan(entries, 0, entries.size(), 1);
    noteKeys(entries, blocks);
    List<Block> written = new ArrayList<>(blocks);
    lastStart = lo;
    lastEnd = hi;
    int b = 0;
    while (b < blocks) {
      int next = b + 1;
      while (next < blocks && leastKeys[next] <= mostKeys[next - 1]) {
        next++; // entries of one value, too many for a block
      }
      if (b > 0) {
        lastStart = leastKeys[b];
        into.interval(lastStart);
      }
      lastEnd = next < blocks ? leastKeys[next] : hi;
      for (; b < next; b++) {
        written.add(write(entries, b, into));
      }
    }
    return written;
  }

  /** Writes entries as further blocks of the interval in which the last block was written. */
  List<Block> writeOn(EntryColumns entries, Directory.Builder into) {
    int blocks = builder.plan(entries, 0, entries.size(), 1);
    List<Block> written = new ArrayList<>(blocks);
    for (int b = 0; b < blocks; b++) {
      written.add(write(entries, b, into));
    }
    return written;
  }

  private Block write(EntryColumns entries, int b, Directory.Builder into) {
    try (BlockWriter writer = store.newBlock()) {
      BlockFences fences = builder.build(entries, b, lastStart, lastEnd, writer::append);
      int count = builder.blockStart(b + 1) - builder.blockStart(b);
      Block block = writer.seal();
      into.block(new StoredBlock(block, count, fences));
      return block;
    }
  }

  /** Notes the least and the greatest key of each planned block. */
  private void noteKeys(EntryColumns entries, int blocks) {
    if (leastKeys.length < blocks) {
      leastKeys = new long[2 * blocks];
      mostKeys = new long[2 * blocks];
    }
    Arrays.fill(leastKeys, 0, blocks, Long.MAX_VALUE);
    Arrays.fill(mostKeys, 0, blocks, Long.MIN_VALUE);
    for (int b = 0; b < blocks; b++) {
      for (int i = builder.blockStart(b); i < builder.blockStart(b + 1); i++) {
        leastKeys[b] = Math.min(leastKeys[b], entries.key(i));
        mostKeys[b] = Math.max(mostKeys[b], entries.key(i));
      }
    }
  }
}

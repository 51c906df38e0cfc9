package org.flashgrove.grove.curve;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.grove.fence.BlockFences;
import org.flashgrove.grove.fence.BoxMasks;
import org.flashgrove.grove.fence.StoredBlock;

/**
 * The intervals of the curve and the blocks in each: a partition of the curve from 0 to {@link
 * CurveOrder#END}. An interval has no block, or one, or several if its entries share one value,
 * which cannot be cut. Immutable.
 *
 * <p>The boxes of blocks, and of 16 neighbours each, are there when fences are read.
 */
public final class Directory {
  private static final int OBJECT_BYTES = 48;
  private static final int ARRAY_BYTES = 16;

  private final long[] starts;
  private final int[] firstBlocks; // one more than intervals
  private final StoredBlock[] blocks;
  private final BoxMasks boxes;
  private final long bytes;
  private final long subBoxBytes;

  private Directory(long[] starts, int[] firstBlocks, StoredBlock[] blocks) {
    this.starts = starts;
    this.firstBlocks = firstBlocks;
    this.blocks = blocks;
    boolean unread = false; // a log is replayed, and the footer of a block will be read behind it
    for (StoredBlock block : blocks) {
      unread |= block.fences() == null;
    }
    boxes = new BoxMasks(unread ? 0 : blocks.length);
    for (int b = 0; b < blocks.length && !unread; b++) {
      BlockFences box = blocks[b].fences();
      boxes.set(b, box.minX(), box.minY(), box.maxX(), box.maxY());
    }
    long sum = OBJECT_BYTES + 3 * ARRAY_BYTES + 8L * starts.length + 4L * firstBlocks.length;
    sum += boxes.bytes();
    long subBoxes = 0;
    for (StoredBlock block : blocks) {
      sum += block.bytes();
      subBoxes += block.fences() == null ? 0 : block.fences().subBoxBytes();
    }
    bytes = sum;
    subBoxBytes = subBoxes;
  }

  /** Returns two intervals without a block: one of oversized entries, one of all other entries. */
  public static Directory empty() {
    return new Directory(new long[] {0, CurveOrder.OVERSIZED}, new int[3], new StoredBlock[0]);
  }

  /** Collects intervals in their order. */
  public static final class Builder {
    private long[] starts = new long[16];
    private int[] firstBlocks = new int[17];
    private StoredBlock[] blocks = new StoredBlock[16];
    private int intervals;
    private int count;

    /** Begins an interval; the first begins at 0, and each behind the one before. */
    public Builder interval(long start) {
      if (intervals == starts.length) {
        starts = Arrays.copyOf(starts, 2 * intervals);
        firstBlocks = Arrays.copyOf(firstBlocks, 2 * intervals + 1);
      }
      firstBlocks[intervals] = count;
      starts[intervals++] = start;
      return this;
    }

    /** Adds a block to the interval begun last. */
    public Builder block(StoredBlock block) {
      if (count == blocks.length) {
        blocks = Arrays.copyOf(blocks, 2 * count);
      }
      blocks[count++] = block;
      return this;
    }

    /** Adds intervals of a directory with their blocks. */
    private void copy(Directory from, int first, int end) {
      for (int i = first; i < end; i++) {
        interval(from.starts[i]);
        for (int b = from.firstBlocks[i]; b < from.firstBlocks[i + 1]; b++) {
          block(from.blocks[b]);
        }
      }
    }

    public Directory build() {
      firstBlocks[intervals] = count;
      return new Directory(
          Arrays.copyOf(starts, intervals),
          Arrays.copyOf(firstBlocks, intervals + 1),
          Arrays.copyOf(blocks, count));
    }
  }

  public int intervals() {
    return starts.length;
  }

  /** Returns the first value of an interval. */
  public long start(int interval) {
    return starts[interval];
  }

  /** Returns the value behind the last one of an interval. */
  public long end(int interval) {
    return interval + 1 < starts.length ? starts[interval + 1] : CurveOrder.END;
  }

  /** Returns the interval of a value from 0 to {@link CurveOrder#END} - 1. */
  public int find(long value) {
    int at = Arrays.binarySearch(starts, value);
    return at >= 0 ? at : -at - 2;
  }

  /** Returns the number of blocks. */
  public int blocks() {
    return blocks.length;
  }

  /** Returns the block at a position; blocks are in the order of the curve. */
  public StoredBlock block(int at) {
    return blocks[at];
  }

  /**
   * Returns the first block of an interval; those up to the first of the next one are its blocks.
   */
  public int firstBlock(int interval) {
    return firstBlocks[interval];
  }

  /**
   * Returns the end of the intervals that go with one: a merge does not take oversized entries
   * together with others.
   */
  public int intervalsOfCurve(int interval) {
    return starts[interval] < CurveOrder.OVERSIZED ? find(CurveOrder.OVERSIZED) : intervals();
  }

  public boolean hasBlock(int interval) {
    return firstBlocks[interval] < firstBlocks[interval + 1];
  }

  /** Returns the interval of a block. */
  public int intervalOf(int block) {
    int low = 0;
    int high = starts.length - 1;
    while (low < high) {
      int middle = low + high + 1 >>> 1;
      if (firstBlocks[middle] <= block) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /**
   * Returns the first block from one on that is in groups whose boxes may hold a match of a query
   * rectangle; the number of blocks if there is none. Fences of all blocks are read.
   *
   * @param q minX, minY, maxX, maxY
   */
  public int next(RectangleTest test, double[] q, int from) {
    return boxes.next(test, q, from);
  }

  /** Returns the boxes of blocks, and of 16 neighbours each. */
  public BoxMasks boxes() {
    return boxes;
  }

  /** Returns the bytes of memory. */
  public long bytes() {
    return bytes;
  }

  /** Returns those of the bytes that boxes of runs of entries take. */
  public long subBoxBytes() {
    return subBoxBytes;
  }

  /**
   * Returns the directory with fewer boxes of runs a page, 16, 4 or 1, so that these take no more
   * than some bytes: blocks that have more have as many then, and all others what they had. Where
   * the whole directory takes more than others, it has coarse boxes of pages alone.
   */
  public Directory within(long mostSubBoxBytes, long mostBytes) {
    Directory all = this;
    for (int subBoxes = 4; all.subBoxBytes > mostSubBoxBytes && subBoxes >= 1; subBoxes /= 4) {
      int most = subBoxes;
      all = all.with(block -> block.withSubBoxes(most));
    }
    return all.bytes > mostBytes ? all.with(StoredBlock::coarse) : all;
  }

  /**
   * Returns the directory with fewer boxes of runs, or coarser ones of pages, so that it takes some
   * bytes less, if they take as much.
   */
  public Directory without(long less) {
    return within(Math.max(0, subBoxBytes - less), bytes - less);
  }

  private Directory with(UnaryOperator<StoredBlock> fewer) {
    StoredBlock[] changed = new StoredBlock[blocks.length];
    Arrays.setAll(changed, b -> fewer.apply(blocks[b]));
    return new Directory(starts, firstBlocks, changed);
  }

  /** Returns whether [lo, hi) can get other blocks: it cuts no interval that has one. */
  public boolean canReplace(long lo, long hi) {
    if (lo < 0 || hi <= lo || hi > CurveOrder.END) {
      return false;
    }
    int first = find(lo);
    int last = find(hi - 1);
    return (starts[first] == lo || !hasBlock(first)) && (end(last) == hi || !hasBlock(last));
  }

  /**
   * Returns a copy of this directory in which {@code middle} replaces the intervals and blocks of
   * [lo, hi).
   *
   * @param hi end of the range, for which {@link #canReplace} is true
   * @param middle the new intervals; the first starts at lo, the last starts before hi
   */
  public Directory replace(long lo, long hi, Directory middle) {
    int first = find(lo);
    int last = find(hi - 1);
    Builder all = new Builder();
    all.copy(this, 0, first);
    if (starts[first] < lo) {
      all.interval(starts[first]);
    }
    all.copy(middle, 0, middle.intervals());
    if (end(last) > hi) {
      all.interval(hi);
    }
    all.copy(this, last + 1, starts.length);
    return all.build();
  }

  /** Visits the blocks of [lo, hi), whose ends are intervals' or lie in intervals without one. */
  public void visit(long lo, long hi, Consumer<StoredBlock> visitor) {
    int last = find(hi - 1);
    for (int at = firstBlocks[find(lo)]; at < firstBlocks[last + 1]; at++) {
      visitor.accept(blocks[at]);
    }
  }
}

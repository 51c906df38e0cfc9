package org.flashgrove.grove.curve;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.grove.fence.BlockFences;
import org.flashgrove.grove.fence.BoxMasks;
import org.flashgrove.grove.fence.StoredBlock;

/**
 * Directory of a Grove: the intervals of the curve, and the blocks of each interval. The intervals
 * cover the curve from 0 to {@link CurveOrder#END}. An interval has at most one block on the lower
 * level, and one with newer entries on the upper level. It has more blocks only if too many of its
 * entries share one position on the curve, because an interval cannot be divided within a position.
 * Immutable.
 *
 * <p>Once the footers of all blocks have been read, the directory has the boxes of blocks and of
 * groups of 16 blocks.
 */
public final class Directory {
  private static final int OBJECT_BYTES = 48;
  private static final int ARRAY_BYTES = 16;

  private final long[] starts;
  private final int[] firstBlocks; // one element more than there are intervals
  private final StoredBlock[] blocks;
  private final BoxMasks boxes;
  private final long bytes;
  private final long subBoxBytes;

  private Directory(long[] starts, int[] firstBlocks, StoredBlock[] blocks) {
    this.starts = starts;
    this.firstBlocks = firstBlocks;
    this.blocks = blocks;
    boolean unread = false; // during the replay of a log, footers are not read yet
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

  /**
   * Returns a directory with two intervals without blocks: one for oversized entries, and one for
   * all other entries.
   */
  public static Directory empty() {
    return new Directory(new long[] {0, CurveOrder.OVERSIZED}, new int[3], new StoredBlock[0]);
  }

  /** Builds a directory from intervals, which are added in the order of the curve. */
  public static final class Builder {
    private long[] starts = new long[16];
    private int[] firstBlocks = new int[17];
    private StoredBlock[] blocks = new StoredBlock[16];
    private int intervals;
    private int count;

    /**
     * Starts an interval at {@code start}. The first interval must start at 0, and each later one
     * after the previous one.
     */
    public Builder interval(long start) {
      if (intervals == starts.length) {
        starts = Arrays.copyOf(starts, 2 * intervals);
        firstBlocks = Arrays.copyOf(firstBlocks, 2 * intervals + 1);
      }
      firstBlocks[intervals] = count;
      starts[intervals++] = start;
      return this;
    }

    /** Adds a block to the interval that was started last. */
    public Builder block(StoredBlock block) {
      if (count == blocks.length) {
        blocks = Arrays.copyOf(blocks, 2 * count);
      }
      blocks[count++] = block;
      return this;
    }

    /**
     * Adds the intervals {@code first} to {@code end - 1} of another directory, with their blocks.
     */
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

  /** Returns the first position of an interval. */
  public long start(int interval) {
    return starts[interval];
  }

  /** Returns the end of an interval, exclusive. */
  public long end(int interval) {
    return interval + 1 < starts.length ? starts[interval + 1] : CurveOrder.END;
  }

  /** Returns the interval that contains a position from 0 to {@link CurveOrder#END} - 1. */
  public int find(long value) {
    int at = Arrays.binarySearch(starts, value);
    return at >= 0 ? at : -at - 2;
  }

  /** Returns the number of blocks. */
  public int blocks() {
    return blocks.length;
  }

  /** Returns a block by its index. Blocks are in the order of the curve. */
  public StoredBlock block(int at) {
    return blocks[at];
  }

  /**
   * Returns the index of the first block of an interval. The blocks of the interval are those from
   * this index to {@code firstBlock(interval + 1) - 1}.
   */
  public int firstBlock(int interval) {
    return firstBlocks[interval];
  }

  /**
   * Returns the index after the last interval that one merge may combine with {@code interval}. A
   * merge does not combine intervals of oversized entries with intervals of other entries.
   */
  public int intervalsOfCurve(int interval) {
    return starts[interval] < CurveOrder.OVERSIZED ? find(CurveOrder.OVERSIZED) : intervals();
  }

  public boolean hasBlock(int interval) {
    return firstBlocks[interval] < firstBlocks[interval + 1];
  }

  /** Returns the interval that contains a block. */
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
   * Returns the first block, from {@code from} on, whose group of 16 blocks may contain a match of
   * a query. If {@code from} is not the first block of its group, returns {@code from}. Returns the
   * number of blocks if there is none. All footers must have been read.
   *
   * @param q minX, minY, maxX, maxY of the query rectangle
   */
  public int next(RectangleTest test, double[] q, int from) {
    return boxes.next(test, q, from);
  }

  /** Returns the boxes of blocks and of groups of 16 blocks. */
  public BoxMasks boxes() {
    return boxes;
  }

  /** Returns the heap memory that this object takes, in bytes. */
  public long bytes() {
    return bytes;
  }

  /**
   * Returns the heap memory, in bytes, of the boxes of runs. A run is a group of neighbouring
   * entries on a page.
   */
  public long subBoxBytes() {
    return subBoxBytes;
  }

  /**
   * Returns a directory with less metadata. If the boxes of runs (groups of neighbouring entries)
   * take more than {@code mostSubBoxBytes}, each page keeps at most 4 of them. If that is not
   * enough, each page keeps 1. If the directory still takes more than {@code mostBytes}, the boxes
   * of pages are rounded to fewer bits, too.
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
   * Returns a directory with reduced metadata. The reduction is at least {@code less} bytes, if
   * possible.
   */
  public Directory without(long less) {
    return within(Math.max(0, subBoxBytes - less), bytes - less);
  }

  private Directory with(UnaryOperator<StoredBlock> fewer) {
    StoredBlock[] changed = new StoredBlock[blocks.length];
    Arrays.setAll(changed, b -> fewer.apply(blocks[b]));
    return new Directory(starts, firstBlocks, changed);
  }

  /**
   * Returns whether {@link #replace} may replace the range [lo, hi) of the curve. The range must
   * not divide an interval that has blocks.
   */
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

  /** Visits the blocks of [lo, hi). The range must not divide an interval that has blocks. */
  public void visit(long lo, long hi, Consumer<StoredBlock> visitor) {
    int last = find(hi - 1);
    for (int at = firstBlocks[find(lo)]; at < firstBlocks[last + 1]; at++) {
      visitor.accept(blocks[at]);
    }
  }
}

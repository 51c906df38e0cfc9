package org.flashgrove.access.sort;

import java.util.Arrays;
import java.util.Optional;
import org.flashgrove.indexes.bplus.BPlusTree;
import org.flashgrove.indexes.bplus.LeafCursor;

/**
 * Sample of the keys in a range: every n-th key in the order of the index leaves. A partitioned
 * sort chooses its partition limits from it.
 *
 * <p>Collect them with {@link #add} from a scan of the index that is made anyway, or with {@link
 * #of}, which reads the leaves only if the nodes above them do not contain enough keys.
 */
public final class KeyMarks {
  private static final int MARKS_IN_MEMORY = 64;

  private final int step;
  private final int bodyBytes;
  private long[] marks = new long[MARKS_IN_MEMORY];
  private int count;
  private long records;

  /**
   * No keys yet.
   *
   * @param config the memory of the sort; about 64 keys are kept for as many records as fit there
   * @param bodyBytes bytes of a record's body; where they differ, a little more than the mean
   */
  public KeyMarks(SortConfig config, int bodyBytes) {
    this.bodyBytes = bodyBytes;
    long fitting = config.memoryBytes() / RecordArea.areaBytes(bodyBytes);
    step = (int) Math.max(1, fitting / MARKS_IN_MEMORY);
  }

  private KeyMarks(int step, int bodyBytes) {
    this.step = step;
    this.bodyBytes = bodyBytes;
  }

  private KeyMarks(LeafBoundaries leaves, int bodyBytes) {
    this(leaves.mostPairs(), bodyBytes);
    marks = leaves.firstKeys();
    count = marks.length;
    records = (long) count * step;
  }

  /**
   * Collects the marks of a key range, both ends included. If the buffers fit even with every leaf
   * assumed full, the first keys of the leaves suffice; otherwise the leaves are read.
   *
   * @param pageSize bytes of a page of temporary space
   */
  public static KeyMarks of(
      BPlusTree index, long fromKey, long toKey, SortConfig config, int bodyBytes, int pageSize) {
    LeafBoundaries leaves = LeafBoundaries.of(index, fromKey, toKey);
    Optional<KeyMarks> coarse = of(leaves, config, bodyBytes, pageSize);
    return coarse.orElseGet(() -> read(index, fromKey, toKey, config, bodyBytes));
  }

  /** Returns marks at the beginnings of leaves, if these are fine enough for a sort. */
  public static Optional<KeyMarks> of(
      LeafBoundaries leaves, SortConfig config, int bodyBytes, int pageSize) {
    KeyMarks marks = new KeyMarks(leaves, bodyBytes);
    PartitionPlan plan = PartitionPlan.of(marks, config, pageSize);
    boolean surelyPartitioned =
        leaves.leastRecords() * RecordArea.recordBytes(bodyBytes) > config.memoryBytes();
    boolean asIfRead = plan.levels() == 1 && plan.unitPages() == config.unitPages();
    return surelyPartitioned && asIfRead ? Optional.of(marks) : Optional.empty();
  }

  private static KeyMarks read(
      BPlusTree index, long fromKey, long toKey, SortConfig config, int bodyBytes) {
    KeyMarks marks = new KeyMarks(config, bodyBytes);
    LeafCursor cursor = index.cursor(fromKey, toKey, true);
    while (cursor.nextLeaf()) {
      for (int i = 0; i < cursor.count(); i++) {
        marks.add(cursor.key(i));
      }
    }
    return marks;
  }

  /** Returns the complements of these keys, whose order is the opposite one. */
  public KeyMarks reversed() {
    KeyMarks reversed = new KeyMarks(step, bodyBytes);
    reversed.marks = new long[Math.max(1, count)];
    reversed.marks[0] = Long.MIN_VALUE;
    for (int i = 1; i < count; i++) {
      long next = marks[count - i]; // the least key behind those that the mark stands for
      reversed.marks[i] = ~(next == Long.MIN_VALUE ? next : next - 1);
    }
    reversed.count = count;
    reversed.records = records;
    return reversed;
  }

  /** Takes the next key; they come in ascending order. */
  public void add(long key) {
    if (records % step == 0) {
      if (count == marks.length) {
        marks = Arrays.copyOf(marks, 2 * count);
      }
      marks[count++] = key;
    }
    records++;
  }

  /** Number of keys, at most. */
  public long records() {
    return records;
  }

  int bodyBytes() {
    return bodyBytes;
  }

  /**
   * The first keys of all partitions but the first, each with at most {@code most} records (if keys
   * are not repeated across a limit).
   */
  long[] limits(long most) {
    long together = Math.max(1, most / step);
    int partitions = (int) Math.max(1, (count + together - 1) / together);
    long[] limits = new long[partitions - 1];
    for (int i = 0; i < limits.length; i++) {
      limits[i] = marks[(int) ((i + 1) * together)];
    }
    return limits;
  }
}

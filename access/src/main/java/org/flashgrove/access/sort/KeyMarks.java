package org.flashgrove.access.sort;

import java.util.Arrays;
import java.util.Optional;
import org.flashgrove.indexes.bplus.BPlusTree;
import org.flashgrove.indexes.bplus.LeafBoundaries;
import org.flashgrove.indexes.bplus.LeafCursor;

/**
 * Sample of the keys in a range: every n-th key in index order. A partitioned sort chooses the
 * limits of its partitions from the sample.
 *
 * <p>If the index is scanned anyway, collect the sample with {@link #add}. Otherwise use {@link
 * #of}, which reads the leaves only if the inner nodes do not contain enough keys.
 */
public final class KeyMarks {
  private static final int MARKS_IN_MEMORY = 64;

  private final int step;
  private final int bodyBytes;
  private long[] marks = new long[MARKS_IN_MEMORY];
  private int count;
  private long records;

  /**
   * Creates an empty sample.
   *
   * @param config memory of the sort. The sample has about 64 keys for each group of records that
   *     fills this memory.
   * @param bodyBytes size of a record's body; if sizes differ, a little more than the mean
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
   * Returns a sample of the keys in a range, both ends included. Uses only the first key of each
   * leaf if these keys suffice for a sort in one pass, on the assumption that every leaf is full.
   * Otherwise reads the leaves.
   *
   * @param pageSize page size of the temporary space in bytes
   */
  public static KeyMarks of(
      BPlusTree index, long fromKey, long toKey, SortConfig config, int bodyBytes, int pageSize) {
    LeafBoundaries leaves = LeafBoundaries.of(index, fromKey, toKey);
    Optional<KeyMarks> coarse = of(leaves, config, bodyBytes, pageSize);
    return coarse.orElseGet(() -> read(index, fromKey, toKey, config, bodyBytes));
  }

  /**
   * Returns a sample that consists of the first keys of leaves. Returns an empty result if these
   * keys are too few for a sort.
   */
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

  /** Returns the complements of these keys, for a descending sort. */
  public KeyMarks reversed() {
    KeyMarks reversed = new KeyMarks(step, bodyBytes);
    reversed.marks = new long[Math.max(1, count)];
    reversed.marks[0] = Long.MIN_VALUE;
    for (int i = 1; i < count; i++) {
      long next = marks[count - i]; // least key after those of this mark
      reversed.marks[i] = ~(next == Long.MIN_VALUE ? next : next - 1);
    }
    reversed.count = count;
    reversed.records = records;
    return reversed;
  }

  /** Adds the next key. Keys must be added in ascending order. */
  public void add(long key) {
    if (records % step == 0) {
      if (count == marks.length) {
        marks = Arrays.copyOf(marks, 2 * count);
      }
      marks[count++] = key;
    }
    records++;
  }

  /** Returns the number of keys in the range, or an upper bound of this number. */
  public long records() {
    return records;
  }

  int bodyBytes() {
    return bodyBytes;
  }

  /**
   * Returns the first key of each partition except the first partition. A partition has at most
   * {@code most} records, unless many records have the key at which the partition begins or ends.
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

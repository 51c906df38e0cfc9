package org.flashgrove.rawflash.micro;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The directory of {@link MicroHash}. It divides the keys into contiguous ranges (buckets) in
 * ascending order. Each bucket has the position of its newest index page. The directory grows from
 * one bucket by splits. When the directory is full, two neighbouring buckets with few entries are
 * merged before the bucket with the most entries is split.
 *
 * <p>All entries of a bucket's keys are reachable from its newest index page. Both halves of a
 * split bucket continue the chain of index pages that the bucket had. After a merge, the next index
 * page refers to the newest index pages of both merged buckets.
 */
final class HashDirectory {
  /** Value that means no index page. */
  static final long NO_PAGE = -1;

  /** Value that means no bucket. */
  static final int NONE = -1;

  /**
   * Number of buckets beyond the maximum, which the replay of an index page may need temporarily.
   */
  static final int SPARE = 3;

  private static final int BUCKET_BYTES = 3 * Long.BYTES;
  private static final int HEAD_BYTES = Long.BYTES;

  private final int most;
  private final int entriesOfSplit;
  private final long[] low;
  private final long[] head;
  private final long[] second;
  private final long[] count;
  private final int[] list;
  private int size;
  private long repartitions;

  /**
   * Creates a directory of one bucket.
   *
   * @param most maximum number of buckets
   * @param entriesOfSplit minimum number of entries that a bucket must have to be split
   */
  HashDirectory(int most, int entriesOfSplit) {
    this.most = most;
    this.entriesOfSplit = entriesOfSplit;
    int room = most + SPARE;
    low = new long[room];
    head = new long[room];
    second = new long[room];
    count = new long[room];
    list = new int[room];
    Arrays.setAll(list, i -> i);
    size = 1;
    low[0] = Long.MIN_VALUE;
    head[0] = NO_PAGE;
    second[0] = NO_PAGE;
  }

  /**
   * Returns the memory in bytes that the arrays of a directory with room for {@code room} buckets
   * need.
   */
  static long memoryBytes(int room) {
    return (4L * Long.BYTES + 2L * Integer.BYTES) * room;
  }

  static int pageBytes(int buckets) {
    return HEAD_BYTES + buckets * BUCKET_BYTES;
  }

  long memoryBytes() {
    return memoryBytes(low.length);
  }

  int size() {
    return size;
  }

  long repartitions() {
    return repartitions;
  }

  long low(int bucket) {
    return low[bucket];
  }

  /** Returns the maximum key of a bucket. */
  long high(int bucket) {
    return bucket + 1 == size ? Long.MAX_VALUE : low[bucket + 1] - 1;
  }

  /** Returns the position of a bucket's newest index page, or {@link #NO_PAGE}. */
  long head(int bucket) {
    return head[bucket];
  }

  /**
   * Returns the position of the newest index page in the second chain of a merged bucket, or {@link
   * #NO_PAGE}.
   */
  long second(int bucket) {
    return second[bucket];
  }

  /** Returns the number of the list with a bucket's pending entries. */
  int list(int bucket) {
    return list[bucket];
  }

  /** Returns the bucket to which a list belongs, or {@link #NONE}. */
  int bucketOfList(int wanted) {
    for (int bucket = 0; bucket < size; bucket++) {
      if (list[bucket] == wanted) {
        return bucket;
      }
    }
    return NONE;
  }

  /** Returns the bucket to which a key belongs. */
  int find(long key) {
    int at = Arrays.binarySearch(low, 0, size, key);
    return at >= 0 ? at : -at - 2;
  }

  /** Counts an entry that was added to a bucket. */
  void added(int bucket) {
    count[bucket]++;
  }

  /** Sets the position of a bucket's newest index page, which was just written. */
  void written(int bucket, long position) {
    head[bucket] = position;
    second[bucket] = NO_PAGE;
  }

  /** Halves the entry counts of all buckets, so that entries added later weigh more. */
  void age() {
    for (int bucket = 0; bucket < size; bucket++) {
      count[bucket] /= 2;
    }
  }

  /**
   * Splits the bucket with the most entries. Only a bucket with pending entries, and with enough
   * entries in total for a split, is split. If the directory is full, first merges two neighbouring
   * buckets that together have less than half as many entries as the bucket to split. If there are
   * no such neighbours, nothing is split.
   *
   * @return the merged bucket, whose next index page must refer to both chains, or {@link #NONE}
   */
  int repartition(WaitingEntries waiting) {
    int largest = NONE;
    for (int bucket = 0; bucket < size; bucket++) {
      boolean isDivisible = low[bucket] < high(bucket) && waiting.count(list[bucket]) > 0;
      if (isDivisible && (largest == NONE || count[bucket] > count[largest])) {
        largest = bucket;
      }
    }
    if (largest == NONE || count[largest] < entriesOfSplit) {
      return NONE;
    }
    long[] keys = waiting.sortedWords(list[largest]);
    long median = keys[keys.length / 2];
    long bound = median > low[largest] ? median : median + 1;
    if (size < most) {
      split(largest, bound, keys, waiting);
      return NONE;
    }
    int rare = leastUsedBeside(largest);
    int left = rare == NONE ? NONE : cheaperNeighbour(rare, largest);
    if (left == NONE || count[left] + count[left + 1] >= count[largest] / 2) {
      return NONE;
    }
    repartitions++;
    waiting.merge(list[left + 1], list[left]);
    count[left] += count[left + 1];
    second[left] = head[left + 1];
    remove(left + 1);
    split(left < largest ? largest - 1 : largest, bound, keys, waiting);
    return left < largest ? left : left + 1;
  }

  /**
   * Returns the bucket with the fewest entries among those that can be merged with a neighbour, or
   * {@link #NONE}. The bucket {@code largest} takes part in no merge.
   */
  private int leastUsedBeside(int largest) {
    int rare = NONE;
    for (int bucket = 0; bucket < size; bucket++) {
      boolean isAllowed = bucket != largest && cheaperNeighbour(bucket, largest) != NONE;
      if (isAllowed && (rare == NONE || count[bucket] < count[rare])) {
        rare = bucket;
      }
    }
    return rare;
  }

  /**
   * Chooses the neighbour with which a bucket is merged: the neighbour with fewer entries, but
   * never {@code except}. Returns the left bucket of the pair, or {@link #NONE} if there is no such
   * neighbour.
   */
  private int cheaperNeighbour(int bucket, int except) {
    boolean hasLeft = bucket > 0 && bucket - 1 != except;
    boolean hasRight = bucket + 1 < size && bucket + 1 != except;
    if (hasLeft && (!hasRight || count[bucket - 1] <= count[bucket + 1])) {
      return bucket - 1;
    }
    return hasRight ? bucket : NONE;
  }

  private void split(int bucket, long bound, long[] keys, WaitingEntries waiting) {
    int below = 0;
    while (below < keys.length && keys[below] < bound) {
      below++;
    }
    long all = count[bucket];
    insert(bucket + 1, bound);
    count[bucket] = all * below / keys.length;
    count[bucket + 1] = all - count[bucket];
    waiting.split(list[bucket], bound, list[bucket + 1]);
  }

  /**
   * Inserts a bucket whose lowest key is {@code from}. The new bucket continues the chain of the
   * bucket before it.
   */
  private void insert(int at, long from) {
    int freeList = list[size];
    for (int i = size; i > at; i--) {
      low[i] = low[i - 1];
      head[i] = head[i - 1];
      second[i] = second[i - 1];
      count[i] = count[i - 1];
      list[i] = list[i - 1];
    }
    size++;
    low[at] = from;
    head[at] = head[at - 1];
    second[at] = second[at - 1];
    count[at] = 0;
    list[at] = freeList;
  }

  /**
   * Removes a bucket, whose entries must have been moved before. The preceding bucket takes over
   * the key range of the removed bucket.
   */
  private void remove(int bucket) {
    int freeList = list[bucket];
    size--;
    for (int i = bucket; i < size; i++) {
      low[i] = low[i + 1];
      head[i] = head[i + 1];
      second[i] = second[i + 1];
      count[i] = count[i + 1];
      list[i] = list[i + 1];
    }
    list[size] = freeList;
  }

  /**
   * Enters an index page into the directory. The page at {@code position} contains {@code entries}
   * entries of the key range from {@code from} to {@code to}. No entries may be pending.
   */
  void replay(long from, long to, int entries, long position) {
    bound(from);
    if (to < Long.MAX_VALUE) {
      bound(to + 1);
    }
    int bucket = find(from);
    while (high(bucket) < to) {
      count[bucket] += count[bucket + 1];
      remove(bucket + 1);
    }
    count[bucket] += entries;
    written(bucket, position);
  }

  private void bound(long key) {
    int bucket = find(key);
    if (low[bucket] < key) {
      insert(bucket + 1, key);
      count[bucket + 1] = count[bucket] / 2;
      count[bucket] -= count[bucket + 1];
    }
  }

  /** Writes the directory to a page. */
  void write(ByteBuffer page) {
    page.putLong(0, size);
    for (int bucket = 0; bucket < size; bucket++) {
      int at = HEAD_BYTES + bucket * BUCKET_BYTES;
      page.putLong(at, low[bucket]);
      page.putLong(at + Long.BYTES, head[bucket]);
      page.putLong(at + 2 * Long.BYTES, count[bucket]);
    }
  }

  /** Reads the directory from a page. Returns whether the content is valid. */
  boolean read(ByteBuffer page) {
    size = (int) page.getLong(0);
    for (int bucket = 0; bucket < size && bucket < most; bucket++) {
      int at = HEAD_BYTES + bucket * BUCKET_BYTES;
      low[bucket] = page.getLong(at);
      head[bucket] = page.getLong(at + Long.BYTES);
      second[bucket] = NO_PAGE;
      count[bucket] = page.getLong(at + 2 * Long.BYTES);
    }
    return size >= 1 && size <= most && isOrdered();
  }

  /** Returns whether the buckets cover all keys and are in ascending order. */
  boolean isOrdered() {
    boolean isOrdered = low[0] == Long.MIN_VALUE;
    for (int bucket = 1; bucket < size; bucket++) {
      isOrdered &= low[bucket - 1] < low[bucket];
    }
    return isOrdered;
  }
}

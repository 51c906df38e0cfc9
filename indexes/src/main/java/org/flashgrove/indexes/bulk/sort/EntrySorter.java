package org.flashgrove.indexes.bulk.sort;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * External merge sort of entries in a given memory (D. E. Knuth, <em>The Art of Computer
 * Programming</em> 3, section 5.4). If there are more sorted runs than buffers in the memory, the
 * sorter merges them in several passes.
 *
 * <p>While all entries added so far are points, the sorter stores them in a shorter format than
 * rectangles.
 */
public final class EntrySorter implements AutoCloseable {
  private static final int MOST_OUTPUT_BYTES = 1 << 18;
  private static final int OUTPUT_SHARE = 8;
  private static final int LEAST_RUN_BUFFER = 8 << 10;

  /**
   * Minimum number of entries in memory for a sort by two threads. Each thread then sorts one half.
   */
  private static final int SIDE_BY_SIDE = 1 << 16;

  private static final int FEW = 1 << 10;

  private final ByteBuffer memory;
  private final LongBuffer words;
  private final ByteBuffer output;
  private final LongBuffer outputWords;
  private final ByteBuffer merging;
  private final SpillFile file;
  private final List<Run> runs = new ArrayList<>();

  /**
   * Last run that was written in order, and its greatest key. Null if the last run has no order.
   */
  private Run last;

  private long greatest;

  private boolean unsorted;
  private boolean points = true;
  private int stride = Records.POINT_WORDS;
  private int capacity;

  /**
   * Number of entries at which {@link #makeRoom} is called. It begins with few entries and grows to
   * the capacity, so that the JIT compiler sees the call before it compiles {@link #add}.
   */
  private int limit;

  private int count;
  private long total;
  private SortKey key;

  /**
   * Creates a sorter.
   *
   * @param memory a direct buffer that only the sorter uses
   * @param spillDirectory directory of the temporary file for entries that exceed the memory
   * @param key sort key, or null if it is passed to {@link #sort}
   */
  public EntrySorter(ByteBuffer memory, Path spillDirectory, SortKey key) {
    int outputBytes = Math.min(MOST_OUTPUT_BYTES, memory.capacity() / OUTPUT_SHARE);
    outputBytes = outputBytes / Records.UNIT_BYTES * Records.UNIT_BYTES;
    int rest = (memory.capacity() - outputBytes) / Records.UNIT_BYTES * Records.UNIT_BYTES;
    this.memory = memory.slice(0, rest).order(ByteOrder.nativeOrder());
    words = this.memory.asLongBuffer();
    output = memory.slice(rest, outputBytes).order(ByteOrder.nativeOrder());
    outputWords = output.asLongBuffer();
    merging = this.memory.duplicate();
    file = new SpillFile(spillDirectory);
    this.key = key;
    capacity = capacity(stride);
    limit = Math.min(FEW, capacity);
  }

  private int capacity(int recordWords) {
    return words.capacity() / (recordWords + RecordRadixSort.WORDS_PER_RECORD);
  }

  /** Returns the number of entries added. */
  public long total() {
    return total;
  }

  /** Adds an entry: id, minX, minY, maxX, maxY. */
  public void add(long[] entry) {
    if (points && (entry[1] != entry[3] || entry[2] != entry[4])) {
      takeRectangles();
    }
    if (count >= limit) {
      makeRoom();
    }
    Records.put(words, count * stride, points, entry);
    count++;
    total++;
  }

  private void makeRoom() {
    if (count >= capacity) {
      spill();
    } else {
      limit = Math.min(2 * limit, capacity);
    }
  }

  private void takeRectangles() {
    int rectangles = capacity(Records.RECTANGLE_WORDS);
    if (count > rectangles) {
      spill();
    }
    Records.widen(words, count);
    points = false;
    stride = Records.RECTANGLE_WORDS;
    capacity = rectangles;
    limit = Math.min(limit, capacity);
  }

  /** Moves the entries in memory to the file. They are sorted first if the sort key is known. */
  private void spill() {
    if (count == 0) {
      return;
    }
    if (key == null) {
      unsorted = true;
      last = null;
      runs.add(
          new Run(
              file.append(memory.duplicate().limit(count * stride * Long.BYTES)), count, points));
    } else {
      SortedPart[] parts = parts();
      if (parts.length == 1) {
        long offset = file.reserve(parts[0].bytes());
        sortLower(parts);
        parts[0].write(file, offset, output);
        addRun(parts[0], offset);
      } else {
        spillSideBySide(parts);
      }
      output.clear();
    }
    count = 0;
  }

  private void spillSideBySide(SortedPart[] parts) {
    long lower = file.reserve(parts[0].bytes());
    long upper = file.reserve(parts[1].bytes());
    int half = output.capacity() / 2;
    SortedPart.together(
        () -> {
          sortLower(parts);
          parts[0].write(file, lower, output.slice(0, half));
        },
        () -> {
          sortUpper(parts);
          parts[1].write(file, upper, output.slice(half, half));
        });
    addRun(parts[0], lower);
    addRun(parts[1], upper);
  }

  /**
   * Adds the run of a sorted part that was written to the file. If it continues the last run, the
   * two become one run. So entries that were added in order need no merge.
   */
  private void addRun(SortedPart part, long offset) {
    Run run = part.run(offset);
    if (last != null
        && last.points() == run.points()
        && last.offset() + last.bytes() == offset
        && greatest < part.leastKey()) {
      last = new Run(last.offset(), last.count() + run.count(), run.points());
      runs.set(runs.size() - 1, last);
    } else {
      last = run;
      runs.add(run);
    }
    greatest = part.greatestKey();
  }

  /**
   * Returns the entries in memory as parts to be sorted: two parts if there are many entries,
   * otherwise one.
   */
  private SortedPart[] parts() {
    if (count < SIDE_BY_SIDE) {
      return new SortedPart[] {new SortedPart(words, 0, count, points)};
    }
    int half = count / 2;
    return new SortedPart[] {
      new SortedPart(words, 0, half, points),
      new SortedPart(words, half * stride, count - half, points)
    };
  }

  private void sortLower(SortedPart[] parts) {
    parts[0].sort(key, capacity * stride);
  }

  /**
   * Sorts the second of two parts. The scratch memory of this sort follows the scratch memory for
   * the first part.
   */
  private void sortUpper(SortedPart[] parts) {
    int half = count / 2;
    int scratch = capacity * stride + half * RecordRadixSort.WORDS_PER_RECORD;
    parts[1].sort(key, scratch - half * stride);
  }

  /**
   * Reserves space for a record in the output buffer, and first writes the buffer to the file if it
   * is full. Returns the index of the record's first word.
   */
  private int nextOutput(int recordWords) {
    if (output.capacity() - output.position() < recordWords * Long.BYTES) {
      flushOutput();
    }
    int at = output.position() / Long.BYTES;
    output.position(output.position() + recordWords * Long.BYTES);
    return at;
  }

  private void flushOutput() {
    output.flip();
    file.append(output);
    output.clear();
  }

  /**
   * Returns all entries in order. They are valid until the sorter is cleared.
   *
   * @param sortKey sort key; must equal the key of the constructor, if that is not null
   */
  public KeyedEntries sort(SortKey sortKey) {
    key = sortKey;
    if (runs.isEmpty()) {
      SortedPart[] parts = parts();
      if (parts.length == 1) {
        sortLower(parts);
      } else {
        SortedPart.together(() -> sortLower(parts), () -> sortUpper(parts));
      }
      return new InMemory(parts);
    }
    spill();
    if (unsorted) {
      sortRuns();
    }
    int most = memory.capacity() / LEAST_RUN_BUFFER;
    while (runs.size() > most) {
      mergeSome(most);
    }
    return new RunMerge(file, runs, merging);
  }

  /** Sorts the runs in the file, which were written before the sort key was known. */
  private void sortRuns() {
    List<Run> raw = new ArrayList<>(runs);
    runs.clear();
    last = null;
    for (Run run : raw) {
      points = run.points();
      stride = run.recordBytes() / Long.BYTES;
      capacity = capacity(stride);
      count = (int) run.count();
      file.read(run.offset(), memory.duplicate().limit((int) run.bytes()));
      spill();
    }
    unsorted = false;
  }

  private void mergeSome(int some) {
    List<Run> merged = new ArrayList<>(runs.subList(0, some));
    runs.subList(0, some).clear();
    boolean allPoints = merged.stream().allMatch(Run::points);
    int recordWords = allPoints ? Records.POINT_WORDS : Records.RECTANGLE_WORDS;
    long offset = file.length();
    long records = 0;
    RunMerge merge = new RunMerge(file, merged, merging);
    long[] entry = new long[SortedEntries.WORDS];
    while (merge.next(entry)) {
      int at = nextOutput(recordWords);
      outputWords.put(at, merge.key());
      Records.put(outputWords, at, allPoints, entry);
      records++;
    }
    flushOutput();
    runs.add(new Run(offset, records, allPoints));
  }

  /** Removes all entries, so that the sorter can be used again. */
  public void clear() {
    runs.clear();
    last = null;
    file.clear();
    unsorted = false;
    count = 0;
    total = 0;
    points = true;
    stride = Records.POINT_WORDS;
    capacity = capacity(stride);
  }

  @Override
  public void close() {
    file.close();
  }

  /** Sorted entries that all fit into memory. */
  private static final class InMemory implements KeyedEntries {
    private final SortedPart[] parts; // parts with records left
    private final long[] keys; // keys of the current records of the parts
    private int left;
    private int least = -1;

    InMemory(SortedPart[] parts) {
      this.parts = parts;
      keys = new long[parts.length];
      for (SortedPart part : parts) {
        if (part.advance()) {
          keys[left] = part.key();
          parts[left++] = part;
        }
      }
    }

    /** Moves to the next record of the part that returned the previous record. */
    private void advance() {
      if (parts[least].advance()) {
        keys[least] = parts[least].key();
      } else {
        parts[least] = parts[--left];
        keys[least] = keys[left];
      }
    }

    private boolean isFirstBehind() {
      return keys[0] == keys[1] ? parts[0].isBehind(parts[1]) : keys[0] > keys[1];
    }

    @Override
    public boolean next(long[] into) {
      if (least >= 0) {
        advance();
      }
      if (left == 0) {
        least = -1;
        return false;
      }
      least = left == 2 && isFirstBehind() ? 1 : 0;
      parts[least].get(into);
      return true;
    }

    @Override
    public long key() {
      return keys[least];
    }
  }
}

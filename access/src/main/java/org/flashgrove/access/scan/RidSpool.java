package org.flashgrove.access.scan;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.indexes.bplus.RidSource;
import org.jspecify.annotations.NullUnmarked;

/**
 * Collects RIDs in bounded memory, and returns them sorted or in insertion order. RIDs that do not
 * fit in memory are written to temporary pages, in sequences called runs. Sorted runs are merged,
 * in several passes if the memory is less than one page per run.
 *
 * <p>One half of the memory contains RIDs that were added but not yet written. The other half is a
 * buffer for pages, which is needed once RIDs are written.
 */
@NullUnmarked
final class RidSpool implements RidSource {
  private static final int LEAST_PAGES = 3;
  private static final int MOST_PAGE_BYTES = 1 << 20;

  /** A run: consecutive pages that contain RIDs. */
  private record Run(long firstPage, long words) {}

  private final SpillPages spill;
  private final boolean sorted;
  private final ScanMeter meter;
  private final int capacity;
  private long[] words = new long[128];
  private final long slabBytes;
  private List<Run> runs = new ArrayList<>();
  private PageStore pages;
  private ByteBuffer slab;
  private LongBuffer slabWords;
  private int wordsPerPage;
  private int slabPages;
  private int count;
  private int at;
  private long nextPage;
  private boolean reading;
  private PriorityQueue<RunReader> merging;
  private RunReader current;
  private int nextRun;

  /**
   * Creates an empty spool.
   *
   * @param memoryBytes total memory in bytes
   * @param sorted whether RIDs are returned in ascending order; otherwise in insertion order
   */
  RidSpool(long memoryBytes, boolean sorted, SpillPages spill, ScanMeter meter) {
    this.spill = spill;
    this.sorted = sorted;
    this.meter = meter;
    capacity = (int) (memoryBytes / 2 / Long.BYTES);
    slabBytes = memoryBytes / 2;
  }

  /** Adds a RID. This is allowed only before the first call of {@link #next}. */
  void add(long rid) {
    if (count == capacity) {
      spillWords();
    } else if (count == words.length) {
      words = Arrays.copyOf(words, Math.min(capacity, 2 * count));
    }
    words[count++] = rid;
  }

  private void openPages() {
    pages = spill.open((int) Math.min(MOST_PAGE_BYTES, slabBytes / LEAST_PAGES));
    wordsPerPage = pages.pageSize() / Long.BYTES;
    slabPages = (int) (slabBytes / pages.pageSize());
    if (slabPages < LEAST_PAGES) {
      throw new IllegalArgumentException(
          "memory of "
              + 2 * slabBytes
              + " bytes for RIDs (allowed: at least "
              + 2L * LEAST_PAGES * pages.pageSize()
              + " with pages of "
              + pages.pageSize()
              + " bytes to spill to)");
    }
    slab = AlignedBuffers.allocate(slabPages * pages.pageSize()).order(ByteOrder.LITTLE_ENDIAN);
    slabWords = slab.asLongBuffer();
  }

  /** Writes the RIDs in memory as a run. */
  private void spillWords() {
    if (count == 0) {
      return;
    }
    if (pages == null) {
      openPages();
    }
    if (sorted) {
      Arrays.sort(words, 0, count);
    }
    long first = nextPage;
    int room = slabPages * wordsPerPage;
    for (int from = 0; from < count; from += room) {
      int some = Math.min(room, count - from);
      slabWords.put(0, words, from, some);
      write(slab, (some + wordsPerPage - 1) / wordsPerPage);
    }
    runs.add(new Run(first, count));
    count = 0;
  }

  /** Appends {@code pageCount} temporary pages, and writes the first bytes of a buffer to them. */
  private void write(ByteBuffer from, int pageCount) {
    pages.write(neighbours(nextPage, pageCount), pageCount, from);
    nextPage += pageCount;
    meter.spilled((long) pageCount * pages.pageSize());
  }

  private static long[] neighbours(long first, int pageCount) {
    long[] list = new long[pageCount];
    for (int i = 0; i < pageCount; i++) {
      list[i] = first + i;
    }
    return list;
  }

  @Override
  public long next() {
    if (!reading) {
      startReading();
    }
    if (runs.isEmpty()) {
      return at < count ? words[at++] : END;
    }
    return sorted ? nextMerged() : nextInOrder();
  }

  private void startReading() {
    reading = true;
    if (runs.isEmpty()) {
      if (sorted) {
        Arrays.sort(words, 0, count);
      }
      return;
    }
    spillWords();
    if (sorted) {
      while (runs.size() > slabPages) {
        mergeSome();
      }
      merging = merge(runs, slabPages);
    }
  }

  /**
   * Returns readers of runs, each positioned at its first RID. The readers share the first {@code
   * pageCount} pages of the buffer equally.
   */
  private PriorityQueue<RunReader> merge(List<Run> some, int pageCount) {
    PriorityQueue<RunReader> queue = new PriorityQueue<>(some.size());
    int each = pageCount / some.size();
    for (int i = 0; i < some.size(); i++) {
      RunReader reader = new RunReader(some.get(i), i * each, each);
      if (reader.advance()) {
        queue.add(reader);
      }
    }
    return queue;
  }

  /**
   * Merges some runs into one. The buffer has one page for each of these runs, and one for the
   * output.
   */
  private void mergeSome() {
    int some = slabPages - 1;
    List<Run> merged = new ArrayList<>(runs.subList(0, some));
    long first = nextPage;
    long total = 0;
    int outputAt = (slabPages - 1) * wordsPerPage;
    ByteBuffer output = slab.slice((slabPages - 1) * pages.pageSize(), pages.pageSize());
    int filled = 0;
    PriorityQueue<RunReader> queue = merge(merged, slabPages - 1);
    while (!queue.isEmpty()) {
      RunReader least = queue.poll();
      slabWords.put(outputAt + filled++, least.word);
      total++;
      if (filled == wordsPerPage) {
        write(output, 1);
        filled = 0;
      }
      if (least.advance()) {
        queue.add(least);
      }
    }
    if (filled > 0) {
      write(output, 1);
    }
    List<Run> left = new ArrayList<>(runs.subList(some, runs.size()));
    left.add(new Run(first, total));
    runs = left;
  }

  private long nextMerged() {
    if (current != null && current.advance()) {
      merging.add(current);
    }
    current = merging.poll();
    return current == null ? END : current.word;
  }

  private long nextInOrder() {
    while (current == null || !current.advance()) {
      if (nextRun == runs.size()) {
        return END;
      }
      current = new RunReader(runs.get(nextRun++), 0, slabPages);
    }
    return current.word;
  }

  @Override
  public void close() {
    if (pages != null) {
      PageStore open = pages;
      pages = null;
      open.close();
    }
  }

  /** Reads a run through some pages of the buffer. */
  private final class RunReader implements Comparable<RunReader> {
    private final int slabPage;
    private final int pageRoom;
    private long page;
    private long left;
    private int wordAt;
    private int wordEnd;
    private long word;

    RunReader(Run run, int slabPage, int pageRoom) {
      this.slabPage = slabPage;
      this.pageRoom = pageRoom;
      page = run.firstPage;
      left = run.words;
    }

    /** Moves to the next RID. Returns false at the end. */
    boolean advance() {
      if (wordAt == wordEnd && !fill()) {
        return false;
      }
      word = slabWords.get(wordAt++);
      return true;
    }

    private boolean fill() {
      if (left == 0) {
        return false;
      }
      int some = (int) Math.min(left, (long) pageRoom * wordsPerPage);
      int pageCount = (some + wordsPerPage - 1) / wordsPerPage;
      int pageSize = pages.pageSize();
      ByteBuffer into = slab.slice(slabPage * pageSize, pageRoom * pageSize);
      pages.read(neighbours(page, pageCount), pageCount, into);
      page += pageCount;
      left -= some;
      wordAt = slabPage * wordsPerPage;
      wordEnd = wordAt + some;
      return true;
    }

    @Override
    public int compareTo(RunReader other) {
      return Long.compare(word, other.word);
    }
  }
}

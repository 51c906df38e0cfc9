package org.flashgrove.access.sort;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.record.ScanStats;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.storage.temporary.RunWriter;
import org.flashgrove.storage.temporary.TemporaryRun;
import org.flashgrove.storage.temporary.TemporarySpace;
import org.flashgrove.storage.temporary.WriteGather;
import org.jspecify.annotations.NullUnmarked;

/**
 * Partitioned sort (PS) of Lee, Lee and Park (<em>Optimizing Index Scans on Flash Memory SSDs</em>,
 * section 4.1). An index on the sort key tells how to split the key range so that each partition
 * fits in memory. The sort writes each record to its partition. Then it reads one partition after
 * the other, sorts it in memory, and returns its records. The sort of Lee et al. reads the leaves
 * of the index. This sort reads only the inner nodes if these contain enough keys ({@link
 * KeyMarks}).
 *
 * <p>For D pages of records the sort writes and reads D pages, if the output buffers of all
 * partitions fit in the memory. With M pages of memory and buffers of u pages this means about D u
 * &lt;= M^2. Lee et al. claim D pages <em>regardless</em> of the memory. If the buffers do not fit,
 * this sort narrows them ({@link SortStats#unitPages()}). If even the narrowest buffers do not fit,
 * it writes partitions that contain several planned partitions, and later splits each of them
 * ({@link SortStats#partitionPasses()} passes).
 *
 * <p>A partition may turn out to be larger than the memory, because records are longer than
 * expected or many of them have the same key. Such a partition is sorted by an external merge sort
 * ({@link SortStats#overfullPartitions()}).
 *
 * <p>A unit is the content of one output buffer. Units of all partitions are appended to the same
 * space, so writes are sequential. Reads are scattered, but all units of a partition are read
 * together. If units are narrow, several of them are collected and written together, so that a
 * write has the configured width.
 */
@NullUnmarked
public final class PartitionedSort implements SortedCursor {
  private static final int MOST_READ_TOGETHER = 256;

  private final RecordCursor input;
  private final Comparator<ByteBuffer> ties;
  private final TemporarySpace space;
  private final PartitionPlan plan;
  private final int pageSize;
  private final int unitBytes;
  private final long writtenBefore;
  private final long readBefore;
  private final ByteBuffer head =
      ByteBuffer.allocate(RecordArea.MOST_HEAD).order(ByteOrder.LITTLE_ENDIAN);

  /** Partitions that have been written, with the smallest keys first. */
  private final Deque<Part> waiting = new ArrayDeque<>();

  private ByteBuffer memory;
  private RecordArea area;

  private TemporaryRun reading;

  private RunWriter[] writers = new RunWriter[0];
  private int at;
  private MergeSort byRuns;
  private boolean closed;
  private int overfull;
  private long records;
  private long bytes;
  private long peakBytes;

  /** A written run with the records of the partitions {@code first} to {@code last} of the plan. */
  private record Part(TemporaryRun run, int first, int last) {}

  /**
   * Creates a sort, which begins with the first call of {@link #next}.
   *
   * @param input records to sort; closed with the sort
   * @param marks sample of the input's keys. Another sample is allowed, but then partitions differ
   *     in size.
   * @param space receives the partitions; not closed with the sort
   * @throws IllegalArgumentException if the memory is too small for the pages of the space
   */
  public PartitionedSort(
      RecordCursor input, KeyMarks marks, SortConfig config, TemporarySpace space) {
    this(input, marks, null, config, space);
  }

  /**
   * Creates a sort with a secondary order for records with equal keys.
   *
   * @param ties compares the bodies of records with equal keys; null for the order of RIDs
   */
  PartitionedSort(
      RecordCursor input,
      KeyMarks marks,
      Comparator<ByteBuffer> ties,
      SortConfig config,
      TemporarySpace space) {
    this.input = input;
    this.ties = ties;
    this.space = space;
    pageSize = space.pageSize();
    plan = PartitionPlan.of(marks, config, pageSize);
    unitBytes = plan.unitPages() * pageSize;
    writtenBefore = space.pagesWritten();
    readBefore = space.pagesRead();
  }

  private ByteBuffer part(int from, int length) {
    return memory.slice(from, length).order(ByteOrder.LITTLE_ENDIAN);
  }

  private void start() {
    memory = AlignedBuffers.allocate(plan.memoryPages() * pageSize);
    peakBytes = memory.capacity() + plan.tableBytes();
    if (plan.levels() == 0) {
      byRuns = new MergeSort(memory, plan.unitPages(), ties, space);
      byRuns.take(input);
      noteRuns();
      records = byRuns.records();
      bytes = byRuns.bytes();
    } else {
      area = new RecordArea(memory, ties);
      split(null, 0, plan.partitions() - 1);
    }
  }

  private void noteRuns() {
    overfull += byRuns.runCount() > 0 ? 1 : 0;
    peakBytes = Math.max(peakBytes, memory.capacity() + plan.tableBytes() + byRuns.tableBytes());
  }

  // Writing

  /**
   * Writes records to partitions {@code first} to {@code last} of the plan. If there are fewer
   * buffers than partitions, several adjacent partitions are first written as one. The new
   * partitions are put before the partitions that already wait to be read, because their keys are
   * smaller.
   *
   * @param reader reader of a run with records of these partitions; null for the input
   */
  private void split(RunReader reader, int first, int last) {
    int forUnits = memory.capacity() - plan.gatherPages() * pageSize;
    int buffers = forUnits / unitBytes - (reader == null ? 0 : 1);
    int count = last - first + 1;
    int together = (count + buffers - 1) / buffers;
    int groups = (count + together - 1) / together;
    int pieces = plan.piecesOfPartition() * together;
    writers = new RunWriter[groups];
    WriteGather gather = gather(forUnits);
    for (int i = 0; i < groups; i++) {
      writers[i] = new RunWriter(space, part(i * unitBytes, unitBytes), plan.unitPages(), gather);
      writers[i].start(new TemporaryRun(pieces));
    }
    if (reader == null) {
      while (input.next()) {
        append(writers[(partition(input.key(), first, last) - first) / together]);
      }
    } else {
      while (reader.next()) {
        int group = (partition(reader.key(), first, last) - first) / together;
        reader.copyTo(writers[group], head);
      }
      reader.run().free(space);
      reading = null;
    }
    for (int i = groups - 1; i >= 0; i--) {
      int firstOf = first + i * together;
      waiting.push(new Part(writers[i].finish(), firstOf, Math.min(last, firstOf + together - 1)));
    }
    writers = new RunWriter[0];
    if (gather != null) {
      gather.flush();
    }
    noteTables();
  }

  private WriteGather gather(int at) {
    int pages = plan.gatherPages();
    return pages == 0 ? null : new WriteGather(space, part(at, pages * pageSize), pages);
  }

  private void append(RunWriter writer) {
    ByteBuffer body = input.record();
    int length = body.remaining();
    int headBytes = RecordArea.putHead(head, 0, input.key(), input.rid(), length);
    writer.put(head, 0, headBytes);
    writer.put(body, body.position(), length);
    writer.recordEnds();
    records++;
    bytes += headBytes + length;
  }

  private void noteTables() {
    long tables = Long.BYTES * (long) plan.limits().length;
    for (Part each : waiting) {
      tables += each.run().tableBytes();
    }
    peakBytes = Math.max(peakBytes, memory.capacity() + tables);
  }

  /** Returns the partition of a key, by binary search. */
  private int partition(long key, int first, int last) {
    long[] limits = plan.limits();
    int low = first;
    int high = last;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (key < limits[middle]) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  // Reading

  @Override
  public boolean next() {
    if (closed) {
      throw new IllegalStateException("sort: is closed; start a new sort");
    }
    if (memory == null) {
      start();
      at = -1;
    }
    while (true) {
      if (byRuns == null) {
        if (++at < area.count()) {
          return true;
        }
      } else if (byRuns.next()) {
        return true;
      }
      if (waiting.isEmpty()) {
        return false;
      }
      load(waiting.pop());
    }
  }

  private void load(Part next) {
    if (byRuns != null) {
      byRuns.close();
      byRuns = null;
    }
    area.clear();
    at = -1;
    TemporaryRun run = next.run();
    reading = run;
    if (next.first() < next.last()) {
      int end = memory.capacity() - plan.gatherPages() * pageSize;
      split(reader(run, end - unitBytes), next.first(), next.last());
    } else if ((long) run.pages() * pageSize + 4 * run.records() > memory.capacity()) {
      sortByRuns(run);
      reading = null;
    } else {
      read(run);
      area.found((int) run.bytes(), run.records());
      area.sort();
      run.free(space);
      reading = null;
    }
  }

  private RunReader reader(TemporaryRun run, int bufferAt) {
    RunReader reader = new RunReader(space, part(bufferAt, unitBytes), plan.unitPages());
    reader.start(run);
    return reader;
  }

  private void read(TemporaryRun run) {
    int done = 0;
    int together = 0;
    for (int piece = 0; piece < run.pieceCount(); piece++) {
      int from = 0;
      while (from < run.count(piece)) {
        int count = Math.min(MOST_READ_TOGETHER - together, run.count(piece) - from);
        space.number(together, run.first(piece) + from, count);
        together += count;
        from += count;
        if (together == MOST_READ_TOGETHER || done + together == run.pages()) {
          space.read(together, part(done * pageSize, together * pageSize));
          done += together;
          together = 0;
        }
      }
    }
  }

  /**
   * Sorts a partition that is larger than the memory. Two units of the memory are used for reading.
   */
  private void sortByRuns(TemporaryRun run) {
    int left = memory.capacity() - 2 * unitBytes;
    RunCursor records = new RunCursor(reader(run, left), part(left + unitBytes, unitBytes));
    byRuns = new MergeSort(part(0, left), plan.unitPages(), ties, space);
    byRuns.take(records);
    noteRuns();
    run.free(space);
  }

  @Override
  public long rid() {
    return byRuns == null ? area.rid(at) : byRuns.rid();
  }

  @Override
  public long key() {
    return byRuns == null ? area.key(at) : byRuns.key();
  }

  @Override
  public ByteBuffer record() {
    return byRuns == null ? area.body(at) : byRuns.body();
  }

  @Override
  public ScanStats figures() {
    return input.figures();
  }

  @Override
  public SortStats sortFigures() {
    return new SortStats(
        records,
        bytes,
        byRuns == null ? 0 : byRuns.runCount(),
        byRuns == null ? 0 : byRuns.passes(),
        plan.partitions(),
        plan.levels(),
        plan.unitPages(),
        overfull,
        space.pagesWritten() - writtenBefore,
        space.pagesRead() - readBefore,
        peakBytes);
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      if (byRuns != null) {
        byRuns.close();
      }
      if (reading != null) {
        reading.free(space);
      }
      for (RunWriter each : writers) {
        each.abandon();
      }
      waiting.forEach(each -> each.run().free(space));
      waiting.clear();
      input.close();
    }
  }
}

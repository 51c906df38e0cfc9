package org.flashgrove.access.sort;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.record.ScanStats;
import org.flashgrove.core.page.AlignedBuffers;
import org.jspecify.annotations.NullUnmarked;

/**
 * Partitioned sort (PS) of Lee, Lee and Park (<em>Optimizing Index Scans on Flash Memory SSDs</em>,
 * section 4.1): the leaves of an index on the key show where to cut the range so that the records
 * of each partition fit in memory. Each record is written to its partition; then the partitions are
 * read one after the other, sorted in memory, and given out. Other than there, where the leaves
 * begin is taken from the nodes above them if that is fine enough ({@link KeyMarks}): a full scan
 * need not read the leaves as well.
 *
 * <p>For D pages of records it writes and reads D pages, if the output buffers of all partitions,
 * of u pages each, fit in the memory of M pages: about D u &lt;= M^2. The paper says
 * <em>regardless</em> of the memory; where the buffers do not fit, this sort takes narrower units
 * ({@link SortStats#unitPages()}), and where these may not be narrow enough it writes to as many
 * wider partitions as it can, and each of them to narrower ones when its turn comes ({@link
 * SortStats#partitionPasses()} passes over all records). A partition that does not fit in memory
 * after all, as records were longer than said or many have one key, is sorted by runs ({@link
 * SortStats#overfullPartitions()}).
 *
 * <p>Units are written one behind the other whatever partition they are of: sequential writes,
 * scattered reads, all those of a partition at a time. Narrowed units are written several by one
 * call, as wide as was configured.
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

  /** Partitions that have been written, the one with the least keys first. */
  private final Deque<Part> waiting = new ArrayDeque<>();

  private ByteBuffer memory;
  private RecordArea area;

  /** The partition that is being read, if one is. */
  private TemporaryRun reading;

  private RunWriter[] writers = new RunWriter[0];
  private int at;
  private MergeSort byRuns;
  private boolean closed;
  private int overfull;
  private long records;
  private long bytes;
  private long peakBytes;

  /** A written partition: the plan's {@code [first, last]} of them. */
  private record Part(TemporaryRun run, int first, int last) {}

  /**
   * A sort that has not begun.
   *
   * @param input what is sorted; closed with the sort
   * @param marks keys of the input; others are allowed, but then partitions are not even
   * @param space where partitions are written; not closed with the sort
   * @throws IllegalArgumentException if the memory is too small for the pages of the space
   */
  public PartitionedSort(
      RecordCursor input, KeyMarks marks, SortConfig config, TemporarySpace space) {
    this(input, marks, null, config, space);
  }

  /**
   * A sort with an order of its own of records of equal keys.
   *
   * @param ties order of bodies whose keys are equal, or null: that of RIDs
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
   * Writes records to partitions {@code [first, last]} of the plan, several in one where there are
   * more than buffers, and puts them in front of those that wait.
   *
   * @param reader of the run with the records, all of those partitions; null for the input
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

  /** The partition of a key, by bisection among some. */
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
      throw new IllegalStateException("the sort is closed");
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

  /** Sorts a partition that is larger than the memory; two units of it are for reading. */
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

package org.flashgrove.access.sort;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.storage.temporary.RunWriter;
import org.flashgrove.storage.temporary.TemporaryRun;
import org.flashgrove.storage.temporary.TemporarySpace;
import org.jspecify.annotations.NullUnmarked;

/**
 * External merge sort in a given memory of M pages. The first pass fills the memory, except for an
 * output buffer of u pages, with records, sorts them, and writes them as a run. Each further pass
 * merges groups of F = M / u - 1 runs, until at most F runs are left. The last merge runs while the
 * caller reads. Input that fits in memory is never written.
 *
 * <p>The sort needs some further memory: four bytes for each 255 pages of a run, and the size of
 * the longest record if this record is longer than u pages. If bodies decide between equal keys,
 * the sort also needs the size of one record for each merged run.
 */
@NullUnmarked
final class MergeSort {
  /**
   * Minimum number of I/O units (groups of pages read or written together) in the memory. Two runs
   * cannot be merged in fewer units.
   */
  static final int LEAST_UNITS = 3;

  private final TemporarySpace space;
  private final ByteBuffer memory;
  private final int unitPages;
  private final int unitBytes;
  private final int fanIn;
  private final Comparator<ByteBuffer> ties;
  private final ByteBuffer head =
      ByteBuffer.allocate(RecordArea.MOST_HEAD).order(ByteOrder.LITTLE_ENDIAN);
  private final RecordArea area;
  private final RunWriter writer;
  private List<TemporaryRun> runs = new ArrayList<>();

  /** Runs that the current pass has written. */
  private List<TemporaryRun> merged = List.of();

  private RunMerge merge;
  private ByteBuffer body;
  private ByteBuffer scratch;
  private ByteBuffer scratchView;
  private int at = -1;
  private int runCount;
  private int passes;
  private long records;
  private long bytes;

  /**
   * Creates a sort without records.
   *
   * @param memory memory of at least {@link #LEAST_UNITS} units
   * @param unitPages number of pages of a unit, which is read or written in one call
   * @param ties compares the bodies of records with equal keys; null for the order of RIDs
   */
  MergeSort(ByteBuffer memory, int unitPages, Comparator<ByteBuffer> ties, TemporarySpace space) {
    this.space = space;
    this.ties = ties;
    this.memory = memory;
    this.unitPages = unitPages;
    unitBytes = unitPages * space.pageSize();
    fanIn = memory.capacity() / unitBytes - 1;
    if (fanIn < LEAST_UNITS - 1) {
      throw new IllegalArgumentException(
          "sort memory of "
              + memory.capacity() / unitBytes
              + " units (allowed: at least "
              + LEAST_UNITS
              + ")");
    }
    area = new RecordArea(part(0, memory.capacity() - unitBytes), ties);
    writer = new RunWriter(space, part(memory.capacity() - unitBytes, unitBytes), unitPages);
  }

  private ByteBuffer part(int from, int length) {
    return memory.slice(from, length).order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * Reads and sorts all records of an input.
   *
   * @throws IllegalArgumentException if a record is larger than the memory
   */
  void take(RecordCursor input) {
    while (input.next()) {
      if (!area.add(input)) {
        writeRun();
        requireRoom(input);
      }
      records++;
      bytes += RecordArea.recordBytes(input.record().remaining());
    }
    if (runs.isEmpty()) {
      area.sort();
      return;
    }
    if (area.count() > 0) {
      writeRun();
    }
    runCount = runs.size();
    while (runs.size() > fanIn) {
      mergePass();
    }
    passes++;
    merge = merge(runs);
  }

  private void requireRoom(RecordCursor input) {
    if (!area.add(input)) {
      throw new IllegalArgumentException(
          "record of "
              + input.record().remaining()
              + " bytes: does not fit in sort memory of "
              + memory.capacity()
              + " bytes; use more sort memory");
    }
  }

  private void writeRun() {
    if (area.count() == 0) {
      return;
    }
    area.sort();
    writer.start(new TemporaryRun(area.usedBytes() / space.pageSize() / 255 + 2));
    for (int i = 0; i < area.count(); i++) {
      area.append(i, writer);
    }
    runs.add(writer.finish());
    area.clear();
  }

  private RunMerge merge(List<TemporaryRun> inputs) {
    RunReader[] heap = new RunReader[inputs.size()];
    for (int i = 0; i < heap.length; i++) {
      heap[i] = new RunReader(space, part(i * unitBytes, unitBytes), unitPages);
      heap[i].start(inputs.get(i));
    }
    return new RunMerge(heap, ties);
  }

  /** Merges groups of F runs. The last unit of the memory is the output buffer. */
  private void mergePass() {
    passes++;
    merged = new ArrayList<>();
    for (int from = 0; from < runs.size(); from += fanIn) {
      List<TemporaryRun> group = runs.subList(from, Math.min(runs.size(), from + fanIn));
      long pages = 0;
      for (TemporaryRun run : group) {
        pages += run.pages();
      }
      RunMerge inputs = merge(group);
      writer.start(new TemporaryRun((int) (pages / 255) + 2));
      while (inputs.next()) {
        inputs.least().copyTo(writer, head);
      }
      merged.add(writer.finish());
      group.forEach(run -> run.free(space));
    }
    runs = merged;
    merged = List.of();
  }

  /** Moves to the next record in order. Returns false at the end. */
  boolean next() {
    if (merge == null) {
      return ++at < area.count();
    }
    if (!merge.next()) {
      return false;
    }
    RunReader least = merge.least();
    body = body(least);
    return true;
  }

  /**
   * Returns the body of the record in one piece. Copies the body to the last unit of the memory,
   * which no reader uses.
   */
  private ByteBuffer body(RunReader reader) {
    int length = reader.bodyBytes();
    if (scratch == null) {
      scratch = part(memory.capacity() - unitBytes, unitBytes);
      scratchView = scratch.asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }
    if (length > scratch.capacity()) {
      scratch = ByteBuffer.allocate(length);
      scratchView = scratch.asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }
    reader.copyBody(scratch);
    scratchView.limit(length).position(0);
    return scratchView;
  }

  long key() {
    return merge == null ? area.key(at) : merge.least().key();
  }

  long rid() {
    return merge == null ? area.rid(at) : merge.least().rid();
  }

  ByteBuffer body() {
    return merge == null ? area.body(at) : body;
  }

  long records() {
    return records;
  }

  long bytes() {
    return bytes;
  }

  int runCount() {
    return runCount;
  }

  int passes() {
    return passes;
  }

  /**
   * Returns the memory of the tables that locate the runs, in bytes. This memory is in addition to
   * the given memory.
   */
  long tableBytes() {
    long sum = 0;
    for (TemporaryRun run : runs) {
      sum += run.tableBytes();
    }
    return sum;
  }

  void close() {
    writer.abandon();
    merged.forEach(run -> run.free(space));
    runs.forEach(run -> run.free(space));
    runs.clear();
  }
}

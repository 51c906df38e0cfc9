package org.flashgrove.access.sort;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Comparator;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.record.ScanStats;
import org.jspecify.annotations.Nullable;

/**
 * Sorts records on the Java heap, either all records or only the first ones in the order. If only
 * the first records are needed, the sort discards the others each time it has collected twice as
 * many as needed. If the memory does not suffice, all records move to a {@link LargeSort}.
 */
public final class HeapSort implements SortedCursor {
  private static final int LEAST_BYTES = 8 << 10;

  private final RecordCursor input;
  private final @Nullable Comparator<ByteBuffer> ties;
  private final long most;
  private final int memoryBytes;
  private final LargeSort larger;
  private RecordArea area;
  private @Nullable SortedCursor large;
  private boolean begun;
  private boolean closed;
  private boolean isCut;
  private long greatestKept;
  private long taken;
  private long takenBytes;
  private int at = -1;
  private int bytes = LEAST_BYTES;

  /**
   * Creates a sort by keys, which begins with the first call of {@link #next}.
   *
   * @param input records to sort; closed with the sort
   * @param most maximum number of records that the caller needs
   * @param memoryBytes memory for records and their order, in bytes
   * @param larger settings of the sort that is used if the records need more memory
   */
  public HeapSort(RecordCursor input, long most, long memoryBytes, LargeSort larger) {
    this(input, null, most, memoryBytes, larger);
  }

  HeapSort(
      RecordCursor input,
      @Nullable Comparator<ByteBuffer> ties,
      long most,
      long memoryBytes,
      LargeSort larger) {
    this.input = input;
    this.ties = ties;
    this.most = most;
    this.memoryBytes = (int) Math.min(1 << 30, memoryBytes);
    this.larger = larger;
    area = new RecordArea(allocate(LEAST_BYTES), ties);
  }

  private static ByteBuffer allocate(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }

  @Override
  public boolean next() {
    if (closed) {
      throw new IllegalStateException("sort: is closed; start a new sort");
    }
    if (!begun) {
      begun = true;
      take();
    }
    SortedCursor other = large;
    if (other != null) {
      return other.next();
    }
    at = Math.min(at + 1, area.count());
    return at < Math.min(most, area.count());
  }

  private void take() {
    while (input.next()) {
      taken++;
      takenBytes += input.record().remaining();
      if (isCut && input.key() > greatestKept) {
        continue;
      }
      while (!area.add(input)) {
        if (!makeRoom()) {
          Replay all = new Replay();
          area = new RecordArea(allocate(LEAST_BYTES), ties);
          large = larger.begin(all, ties);
          return;
        }
      }
    }
    area.sort();
  }

  /**
   * Makes room for a record: discards records that are not needed, or allocates more memory.
   * Returns false if neither is possible.
   */
  private boolean makeRoom() {
    boolean isLast = (long) 2 * bytes > memoryBytes;
    if (area.count() >= (isLast ? most + most / 4 + 1 : 2 * most) && most <= area.count()) {
      area.sort();
      area = area.copy(allocate(bytes), (int) most);
      isCut = true;
      greatestKept = most == 0 ? Long.MIN_VALUE : area.key((int) most - 1);
      return true;
    }
    if (isLast) {
      return false;
    }
    bytes *= 2;
    area = area.copy(allocate(bytes), area.count());
    return true;
  }

  /**
   * Cursor over the records in memory, then over the record that did not fit in memory, and then
   * over the rest of the input.
   */
  private final class Replay implements RecordCursor {
    private RecordArea held = area;
    private int place = -1;

    private boolean isHeld() {
      return place < held.count();
    }

    @Override
    public boolean next() {
      place++;
      if (place <= held.count()) {
        return true;
      }
      held = area; // replaced by the empty area, to free the memory
      place = 1;
      return input.next();
    }

    @Override
    public long rid() {
      return isHeld() ? held.rid(place) : input.rid();
    }

    @Override
    public long key() {
      return isHeld() ? held.key(place) : input.key();
    }

    @Override
    public ByteBuffer record() {
      return isHeld() ? held.body(place) : input.record();
    }

    @Override
    public ScanStats figures() {
      return input.figures();
    }

    @Override
    public void close() {
      input.close();
    }
  }

  @Override
  public long rid() {
    SortedCursor other = large;
    return other == null ? area.rid(at) : other.rid();
  }

  @Override
  public long key() {
    SortedCursor other = large;
    return other == null ? area.key(at) : other.key();
  }

  @Override
  public ByteBuffer record() {
    SortedCursor other = large;
    return other == null ? area.body(at) : other.record();
  }

  @Override
  public ScanStats figures() {
    return input.figures();
  }

  @Override
  public SortStats sortFigures() {
    SortedCursor other = large;
    return other == null
        ? new SortStats(taken, takenBytes, 0, 0, 0, 0, 0, 0, 0, 0, bytes)
        : other.sortFigures();
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      SortedCursor other = large;
      if (other == null) {
        input.close();
      } else {
        other.close();
      }
    }
  }
}

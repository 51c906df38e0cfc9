package org.flashgrove.indexes.bulk.sort;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Adjacent records in memory. After they are sorted, they are returned in order or written to a
 * file as one run.
 */
final class SortedPart {
  private static final int BATCH = 256;

  private final LongBuffer words;
  private final RecordRadixSort order;
  private final int count;
  private final boolean points;
  private final int stride;

  /** Buffer of the next records in sorted order; null before the first record is read. */
  private long[] batch;

  private int at;
  private int end;
  private int rank; // rank of the first record after the batch

  /**
   * Creates a part.
   *
   * @param words memory of the records
   * @param first index of the first word of the first record
   * @param count number of records
   * @param points whether the records are points
   */
  SortedPart(LongBuffer words, int first, int count, boolean points) {
    this.words = words.slice(first, words.capacity() - first);
    order = new RecordRadixSort(this.words);
    this.count = count;
    this.points = points;
    stride = points ? Records.POINT_WORDS : Records.RECTANGLE_WORDS;
  }

  /**
   * Sorts the records.
   *
   * @param scratch start of memory that may be overwritten, as a number of words after the first
   *     word of the first record. Two words for each record are needed
   */
  void sort(SortKey key, int scratch) {
    order.sort(count, points, key, scratch);
  }

  /** Returns the number of bytes that the records take in a file. */
  long bytes() {
    return (long) count * stride * Long.BYTES;
  }

  /** Returns the least key of the sorted records, of which there is at least one. */
  long leastKey() {
    return order.least();
  }

  /** Returns the greatest key of the sorted records, of which there is at least one. */
  long greatestKey() {
    return order.greatest();
  }

  /** Describes the records as a run that begins at an offset of a file. */
  Run run(long offset) {
    return new Run(offset, count, points);
  }

  /** Writes the sorted records to reserved space in a file. */
  void write(SpillFile file, long offset, ByteBuffer output) {
    LongBuffer target = output.order(ByteOrder.nativeOrder()).asLongBuffer();
    int most = output.capacity() / (stride * Long.BYTES);
    long[] gathered = new long[most * stride];
    long at = offset;
    for (int from = 0; from < count; from += most) {
      int some = Math.min(most, count - from);
      order.gather(from, some, gathered);
      target.put(0, gathered, 0, some * stride);
      output.clear().limit(some * stride * Long.BYTES);
      at += output.limit();
      file.write(at - output.limit(), output);
    }
  }

  /** Moves to the next record in order, initially to the first. Returns false if there is none. */
  boolean advance() {
    at += stride;
    return at < end || fill();
  }

  /** Fills the buffer with the next records at once, so that their cache misses overlap. */
  private boolean fill() {
    if (batch == null) {
      batch = new long[BATCH * stride];
    }
    int some = Math.min(BATCH, count - rank);
    order.gather(rank, some, batch);
    rank += some;
    at = 0;
    end = some * stride;
    return some > 0;
  }

  /** Copies the id and coordinates of the current record, but not its key. */
  void get(long[] into) {
    into[0] = batch[at + 1];
    into[1] = batch[at + 2];
    into[2] = batch[at + 3];
    into[3] = batch[points ? at + 2 : at + 4];
    into[4] = batch[points ? at + 3 : at + 5];
  }

  /** Returns the key of the current record. */
  long key() {
    return batch[at];
  }

  /** Returns whether the current record comes after the current record of another part. */
  boolean isBehind(SortedPart other) {
    return Records.compare(words, record(), points, other.words, other.record(), other.points) > 0;
  }

  /** Returns the index of the first word of the current record. */
  private int record() {
    return order.at(rank - (end - at) / stride);
  }

  /** Runs two tasks concurrently and returns when both are finished. */
  static void together(Runnable one, Runnable other) {
    FutureTask<Void> beside = new FutureTask<>(other, null);
    Thread thread = new Thread(beside, "flashgrove-sort");
    thread.setDaemon(true);
    thread.start();
    RuntimeException failure = null;
    try {
      one.run();
    } catch (RuntimeException e) {
      failure = e;
    }
    failure = await(beside, failure);
    if (failure != null) {
      throw failure;
    }
  }

  /**
   * Waits for a task. Returns {@code before} if it is not null. Otherwise returns the exception of
   * the task, or null if the task succeeded.
   */
  private static RuntimeException await(FutureTask<Void> work, RuntimeException before) {
    boolean interrupted = false;
    RuntimeException failure = before;
    while (true) {
      try {
        work.get();
        break;
      } catch (InterruptedException e) {
        interrupted =
            true; // continue to wait, because the task uses the memory; the next file access ends
        // the load
      } catch (ExecutionException e) {
        if (e.getCause() instanceof Error error) {
          throw error;
        }
        failure = failure == null ? (RuntimeException) e.getCause() : failure;
        break;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return failure;
  }
}

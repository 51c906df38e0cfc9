package org.flashgrove.grove.merge;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.flashgrove.grove.block.BlockBuilder;
import org.flashgrove.grove.block.BlockForm;
import org.flashgrove.grove.columns.EntryColumns;

/**
 * The entries of a block that a bulk load fills, and its builder: another thread tiles them while
 * the load encodes and writes the block before.
 */
final class BulkLane {
  private final EntryColumns part;
  private final BlockBuilder builder;
  private Future<Boolean> fits;
  private long last;
  private long next;

  BulkLane(BlockForm form, int capacity) {
    part = new EntryColumns(capacity);
    builder = new BlockBuilder(form);
  }

  EntryColumns part() {
    return part;
  }

  BlockBuilder builder() {
    return builder;
  }

  /**
   * Notes what was taken.
   *
   * @param lastValue value of the last entry
   * @param nextValue value of the entry that follows it, or the end
   */
  void taken(long lastValue, long nextValue) {
    last = lastValue;
    next = nextValue;
  }

  long last() {
    return last;
  }

  long next() {
    return next;
  }

  static Thread newThread(Runnable work) {
    Thread thread = new Thread(work, "flashgrove-load");
    thread.setDaemon(true);
    return thread;
  }

  /** Has the part, which is not empty, tiled as the only one of a block. */
  void tile(ExecutorService thread) {
    fits = thread.submit(this::makeTiles);
  }

  private boolean makeTiles() {
    builder.begin();
    if (!builder.add(part, 0, part.size())) {
      return false;
    }
    builder.arrange();
    return true;
  }

  /** Waits for the tiles; returns whether they fit the block. */
  boolean fits() {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return fits.get();
        } catch (InterruptedException e) {
          interrupted = true; // the load goes on until it reads or writes
        }
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("entries could not be tiled: " + e.getCause(), e.getCause());
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}

package org.flashgrove.grove.merge;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.flashgrove.grove.block.BlockBuilder;
import org.flashgrove.grove.block.BlockForm;
import org.flashgrove.grove.columns.EntryColumns;

/**
 * Entries for one block of a bulk load, with the builder of this block. A second thread arranges
 * these entries in pages while the loading thread encodes and writes the previous block.
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
   * Sets the curve value of the last entry for the block, and the value that follows it.
   *
   * @param lastValue value of the last entry for the block
   * @param nextValue value of the first entry after it, or the end of the load
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

  /**
   * Makes {@code thread} arrange the entries for the block in pages. There must be at least one
   * entry.
   */
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

  /**
   * Waits until the second thread has arranged the entries in pages. Returns whether they fit in
   * one block.
   */
  boolean fits() {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return fits.get();
        } catch (InterruptedException e) {
          interrupted = true; // the load continues until its next read or write
        }
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException(
          "bulk load: the entries of a block cannot be arranged: " + e.getCause(), e.getCause());
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}

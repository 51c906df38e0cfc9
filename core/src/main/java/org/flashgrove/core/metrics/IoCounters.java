package org.flashgrove.core.metrics;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Counters of the traffic between a store and one device.
 *
 * <p>{@code pageReads} and {@code pageWrites} count pages. {@code readCalls} and {@code writeCalls}
 * count device calls; a run of adjacent slots takes one call. {@code writeRuns} counts runs of
 * adjacent node ids per batch, which the C implementation FESTIval calls writes.
 */
public final class IoCounters {
  private final AtomicLong pageReads = new AtomicLong();
  private final AtomicLong pageWrites = new AtomicLong();
  private final AtomicLong readCalls = new AtomicLong();
  private final AtomicLong writeCalls = new AtomicLong();
  private final AtomicLong writeRuns = new AtomicLong();
  private final AtomicLong bytesRead = new AtomicLong();
  private final AtomicLong bytesWritten = new AtomicLong();
  private final AtomicLong syncs = new AtomicLong();

  /** Counts {@code calls} read calls with {@code pages} pages and {@code bytes} bytes in total. */
  public void countReads(long pages, long calls, long bytes) {
    pageReads.addAndGet(pages);
    readCalls.addAndGet(calls);
    bytesRead.addAndGet(bytes);
  }

  /** Counts the write of one batch, by its pages, device calls and bytes. */
  public void countWrites(long pages, long calls, long bytes) {
    pageWrites.addAndGet(pages);
    writeCalls.addAndGet(calls);
    bytesWritten.addAndGet(bytes);
  }

  /** Counts written runs of adjacent node ids. */
  public void countWriteRuns(long runs) {
    writeRuns.addAndGet(runs);
  }

  /** Counts one sync. */
  public void countSync() {
    syncs.incrementAndGet();
  }

  /** Returns the current counts. */
  public IoStats figures() {
    return new IoStats(
        pageReads.get(),
        pageWrites.get(),
        readCalls.get(),
        writeCalls.get(),
        writeRuns.get(),
        bytesRead.get(),
        bytesWritten.get(),
        syncs.get());
  }
}

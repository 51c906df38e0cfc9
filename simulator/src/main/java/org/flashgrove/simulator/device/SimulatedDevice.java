package org.flashgrove.simulator.device;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.function.LongFunction;
import java.util.function.LongToIntFunction;
import org.flashgrove.core.page.PageUnits;
import org.flashgrove.simulator.figures.Cause;
import org.flashgrove.simulator.figures.DeviceStats;
import org.flashgrove.simulator.figures.LatencyStats;
import org.flashgrove.simulator.figures.OperationKind;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.simulator.figures.WearStats;
import org.flashgrove.simulator.figures.WriteMatrix;

/**
 * A simulated device as its host sees it, with logical pages, requests for consecutive pages, and a
 * virtual clock. Equal sequences of requests give exactly equal statistics.
 *
 * <p><b>Time.</b> A call places its request in virtual time. With queue depth 1, the default, the
 * host waits: after the call {@link #nowNanos()} is the completion time of the request. With depth
 * n the call returns as soon as fewer than n requests are outstanding, so up to n requests overlap.
 * {@link #arriveAt} makes the host idle until the next request of a trace arrives. Latency is
 * completion time minus arrival time.
 *
 * <p><b>Content</b> of a request is {@code count * pageBytes()} bytes from absolute position 0 of a
 * buffer. The buffer may be {@code null} if content does not matter. If a device stores no content
 * ({@link #keepsContent()} is false), all its pages read as zeros. Pages that were never written or
 * were trimmed also read as zeros.
 *
 * <p><b>Durability.</b> Everything written or trimmed before a completed {@link #flush} survives
 * any power loss. A page written after that flush has either its old or its new content. The
 * request that a power loss interrupts throws {@link
 * org.flashgrove.simulator.chip.PowerLossException}. All later requests throw this exception, too,
 * until {@link #restart()} is called.
 *
 * <p>Pages outside the device and negative counts throw {@link IllegalArgumentException} and have
 * no effect. Not thread-safe.
 */
public interface SimulatedDevice {
  /** Returns the page size in bytes. */
  int pageBytes();

  /** Returns the number of logical pages. */
  long pageCount();

  /** Returns how many logical pages can have content at the same time. By default, all can. */
  default long capacityPages() {
    return pageCount();
  }

  /**
   * Returns how many logical pages without content can be written before the device is full. By
   * default, the number of pages is the only limit.
   */
  default long roomPages() {
    return Long.MAX_VALUE;
  }

  /** Returns whether content is stored. If not, every page reads as zeros. */
  boolean keepsContent();

  /** Reads pages {@code [first, first + count)}. */
  void read(long first, int count, Origin origin, ByteBuffer into);

  /**
   * Returns the queue in which a read of {@code page} waits when it is part of a {@link ReadBatch}.
   * The default is 0, for a device with a single queue.
   */
  default int readQueueOf(long page) {
    return 0;
  }

  /** Writes pages {@code [first, first + count)}. */
  void write(long first, int count, Origin origin, ByteBuffer from);

  /**
   * Sets the function that gives the cause of each page written later. Causes affect only the
   * statistics. Initially every page has {@link Cause#CHANGE}.
   *
   * @param causes maps the number of a page to the host's cause for writing it
   */
  void causes(LongFunction<Cause> causes);

  /**
   * Sets the function that gives the level of each page written later. Only devices with units use
   * levels. Initially no level is known.
   *
   * @param levels maps the number of a page to its level, or to -1 if the level is not known. The
   *     host discards pages of lower levels sooner than other pages with the same origin.
   */
  default void levels(LongToIntFunction levels) {
    // the device does not place pages by level
  }

  /** Returns the units in which a host module places the pages. By default there are none. */
  default PageUnits pageUnits() {
    return PageUnits.NONE;
  }

  /** Discards the content of pages {@code [first, first + count)}. */
  void trim(long first, long count, Origin origin);

  /** Makes all acknowledged writes durable. The flush is counted for {@code origin}. */
  void flush(Origin origin);

  /**
   * Makes all acknowledged writes with the origin {@link Origin#LOG} durable, and all trims of
   * pages that were not written since. Most devices make all other writes durable, too.
   */
  default void flushLog() {
    flush(Origin.LOG);
  }

  /** Returns the virtual time of the host in nanoseconds. */
  long nowNanos();

  /**
   * Returns the completion time of the last request, as far as it is known now. If the request is a
   * write, later reads may still suspend it and so delay its completion.
   */
  long completionNanos();

  /**
   * Sets the arrival time of the next request. If {@code nanos} is in the past, the request arrives
   * now.
   */
  void arriveAt(long nanos);

  /** Sets the maximum number of outstanding requests, at least 1. */
  void queueDepth(int depth);

  /** Waits until no request is outstanding. */
  void drain();

  /**
   * Returns the statistics since the device was created or opened, or since the last {@link
   * #resetFigures()}.
   */
  DeviceStats figures();

  /** Returns the pages programmed since the device was new. A saved image includes these counts. */
  default WriteMatrix writesSinceNew() {
    return figures().writes();
  }

  /**
   * Returns the latencies of completed operations of one kind and one origin. For a host origin the
   * operations are requests; for an origin of the device they are operations of the medium.
   */
  LatencyStats latency(OperationKind kind, Origin origin);

  /** Returns the latencies of completed requests of one kind over all host origins. */
  LatencyStats latency(OperationKind kind);

  /**
   * Returns the distribution of erase counts, or {@link WearStats#NONE} if the device does not
   * erase.
   */
  default WearStats wear() {
    return WearStats.NONE;
  }

  /**
   * Waits until no request is outstanding, then resets all statistics. State and clock do not
   * change.
   */
  void resetFigures();

  /** Cuts the power now, between two operations of the medium. */
  void cutPower();

  /** Cuts the power in the middle of the {@code operations}-th program or erase from now. */
  void cutPowerAt(long operations);

  /** Returns whether {@link #save} is supported. */
  default boolean canBeSaved() {
    return false;
  }

  /**
   * Writes the content of the medium, its wear and the clock. {@link
   * SimulatedDevices.Model#open(java.io.InputStream)} opens the device again from this image, as if
   * it had been restarted. If the device has power, everything written is saved. Otherwise only the
   * content that survived the power loss is saved.
   *
   * @throws java.io.IOException if writing fails
   */
  default void save(OutputStream out) throws IOException {
    throw new UnsupportedOperationException(
        "device: cannot save or load its state; use another device");
  }

  /** Restores the power and recovers the content of the medium, which takes virtual time. */
  void restart();
}

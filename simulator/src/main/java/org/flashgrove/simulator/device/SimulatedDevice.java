package org.flashgrove.simulator.device;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.function.LongFunction;
import org.flashgrove.simulator.figures.Cause;
import org.flashgrove.simulator.figures.DeviceStats;
import org.flashgrove.simulator.figures.LatencyStats;
import org.flashgrove.simulator.figures.OperationKind;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.simulator.figures.WearStats;
import org.flashgrove.simulator.figures.WriteMatrix;

/**
 * A simulated device as its host sees it, with logical pages, requests for consecutive pages, and a
 * virtual clock. Equal requests give exactly equal statistics.
 *
 * <p><b>Time.</b> A call places its request in virtual time. With queue depth 1, the default, the
 * host waits: after the call {@link #nowNanos()} is the completion time of the request. With depth
 * n the call returns as soon as fewer than n requests are outstanding, so up to n requests overlap.
 * {@link #arriveAt} makes the host idle until the next request of a trace arrives. Latency is
 * completion time minus arrival time.
 *
 * <p><b>Content</b> of a request is {@code count * pageBytes()} bytes from absolute position 0 of a
 * buffer. The buffer may be {@code null} if content does not matter. A device without content
 * ({@link #keepsContent()} is false) reads as zeros, like pages that were never written or were
 * trimmed.
 *
 * <p><b>Durability.</b> Everything written or trimmed before a completed {@link #flush} survives
 * any power loss. Pages written later have either their old or their new content. A power loss ends
 * the request with {@link org.flashgrove.simulator.chip.PowerLossException}, and so do all later
 * requests until {@link #restart()}.
 *
 * <p>Pages outside the device and negative counts throw {@link IllegalArgumentException} and have
 * no effect. Not thread-safe.
 */
public interface SimulatedDevice {
  /** Returns the page size in bytes. */
  int pageBytes();

  /** Returns the number of logical pages. */
  long pageCount();

  /** Returns whether content is stored. If not, every page reads as zeros. */
  boolean keepsContent();

  /** Reads pages {@code [first, first + count)}. */
  void read(long first, int count, Origin origin, ByteBuffer into);

  /**
   * Returns the queue in which a read of a page would wait, if this device has several queues for
   * reads of a {@link ReadBatch}. The default is 0 for a single queue.
   */
  default int readQueueOf(long page) {
    return 0;
  }

  /** Writes pages {@code [first, first + count)}. */
  void write(long first, int count, Origin origin, ByteBuffer from);

  /**
   * Sets the causes of later writes, for the figures only; initially {@link Cause#CHANGE}.
   *
   * @param causes returns the cause of the host for writing a page
   */
  void causes(LongFunction<Cause> causes);

  /** Discards the content of pages {@code [first, first + count)}. */
  void trim(long first, long count, Origin origin);

  /** Makes all acknowledged writes durable. The flush is counted for {@code origin}. */
  void flush(Origin origin);

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

  /** Returns the statistics since the start or the last {@link #resetFigures()}. */
  DeviceStats figures();

  /**
   * Returns the pages programmed since the device was new. {@link #save} keeps these counts, except
   * those of a magnetic disk.
   */
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

  /** Returns whether {@link #save} works. */
  default boolean canBeSaved() {
    return false;
  }

  /**
   * Writes the content of the medium, its wear and the clock, so that {@link
   * SimulatedDevices.Model#open(java.io.InputStream)} can open the device again, as after a
   * restart. If the device has power, everything written is saved. Otherwise only the content is
   * saved that survived the power loss.
   *
   * @throws java.io.IOException if writing fails
   */
  default void save(OutputStream out) throws IOException {
    throw new UnsupportedOperationException("this device lives in memory only");
  }

  /** Restores the power and recovers the content of the medium, which takes virtual time. */
  void restart();
}

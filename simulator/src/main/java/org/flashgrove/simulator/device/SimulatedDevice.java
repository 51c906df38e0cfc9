package org.flashgrove.simulator.device;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import org.flashgrove.simulator.figures.DeviceStats;
import org.flashgrove.simulator.figures.LatencyStats;
import org.flashgrove.simulator.figures.OperationKind;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.simulator.figures.WearStats;

/**
 * A modelled device as its host sees it: logical pages, requests over runs of them, and a clock
 * that knows nothing of the real one. The same requests give the same figures to the last digit.
 *
 * <p><b>Time.</b> A call places its request in virtual time. At queue depth 1 (the beginning) the
 * host waits: after the call {@link #nowNanos()} is the request's completion. At depth n the call
 * returns as soon as fewer than n requests are under way, so up to n overlap. {@link #arriveAt}
 * lets the host be idle until the next request arrives, as a trace says. Latency is completion less
 * arrival.
 *
 * <p><b>Content</b> is used by absolute position from 0, {@code count * pageBytes()} bytes; {@code
 * null} for requests that only count. A device made without content reads as zeros, and says so by
 * {@link #keepsContent()}. A page never written, or trimmed, reads as zeros.
 *
 * <p><b>Durability.</b> What was written or trimmed before a {@link #flush} that returned survives
 * any power loss; of what came later each page has its old or its new content, never anything else.
 * A power loss ends the request in {@link org.flashgrove.simulator.chip.PowerLossException}; so
 * does every later one until {@link #restart()}.
 *
 * <p>Pages outside the device and negative counts are the caller's mistakes ({@link
 * IllegalArgumentException}, nothing is done). For one thread at a time.
 */
public interface SimulatedDevice {
  /** Returns the bytes of a page. */
  int pageBytes();

  /** Returns the number of logical pages. */
  long pageCount();

  /** Returns whether content is kept; if not, every page reads as zeros. */
  boolean keepsContent();

  /** Reads pages {@code [first, first + count)}. */
  void read(long first, int count, Origin origin, ByteBuffer into);

  /**
   * Returns the queue that a read of a page would wait in, if this device picks among the reads
   * that are handed over together: then one is started from each queue in turn ({@link ReadBatch}).
   * Always 0 if it takes them as they come.
   */
  default int readQueueOf(long page) {
    return 0;
  }

  /** Writes pages {@code [first, first + count)}. */
  void write(long first, int count, Origin origin, ByteBuffer from);

  /** Gives up the content of pages {@code [first, first + count)}. */
  void trim(long first, long count, Origin origin);

  /** Makes durable what was acknowledged; {@code origin} is whose flush it is. */
  void flush(Origin origin);

  /** Returns the virtual time of the host. */
  long nowNanos();

  /**
   * Returns when the request placed last completes, as far as that is known: a write may be delayed
   * by a later read that suspends it.
   */
  long completionNanos();

  /** Sets when the next request arrives: at {@code nanos}, or now if that is past. */
  void arriveAt(long nanos);

  /** Lets at most {@code depth} requests be under way, at least 1. */
  void queueDepth(int depth);

  /** Waits until nothing is under way. */
  void drain();

  /** Returns everything counted since the start or the last {@link #resetFigures()}. */
  DeviceStats figures();

  /**
   * Returns the latencies of one kind and one origin, completed operations only: requests for an
   * origin of the host; for one of the device single operations of the medium, from issue to
   * completion.
   */
  LatencyStats latency(OperationKind kind, Origin origin);

  /**
   * Returns the latencies of one kind of request over all origins of the host, completed ones only.
   */
  LatencyStats latency(OperationKind kind);

  /** Returns how the erases are spread; {@link WearStats#NONE} if the device erases nothing. */
  default WearStats wear() {
    return WearStats.NONE;
  }

  /** Waits until nothing is under way, then starts all figures at zero; state and clock stay. */
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
   * Writes what is on the medium, its wear and the clock, so that {@link
   * SimulatedDevices.Model#open(java.io.InputStream)} goes on from there as after a restart. With
   * power, everything written is saved; without, what a power loss left.
   *
   * @throws java.io.IOException if writing fails
   */
  default void save(OutputStream out) throws IOException {
    throw new UnsupportedOperationException("this device lives in memory only");
  }

  /** Brings the power back and finds what is on the medium; the time for that passes. */
  void restart();
}

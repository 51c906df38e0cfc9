package org.flashgrove.simulator.device;

import java.util.function.LongFunction;
import org.flashgrove.simulator.figures.Cause;
import org.flashgrove.simulator.figures.DeviceStats;
import org.flashgrove.simulator.figures.LatencyRecorder;
import org.flashgrove.simulator.figures.LatencyStats;
import org.flashgrove.simulator.figures.OperationKind;
import org.flashgrove.simulator.figures.Origin;

/** Base class of simulated devices with a host queue, a clock, and resettable statistics. */
abstract class QueuedDevice implements SimulatedDevice {
  final LatencyRecorder latencies = new LatencyRecorder();
  final HostQueue queue = new HostQueue(latencies);
  LongFunction<Cause> causes = page -> Cause.CHANGE;
  private DeviceStats base;

  /**
   * Sets the queue depth and lets the statistics start now. Constructors of subclasses call this
   * last.
   */
  final void start(int depth) {
    queue.depth(depth);
    base = absolute();
  }

  /** Returns the statistics since the device was created. */
  abstract DeviceStats absolute();

  @Override
  public final void causes(LongFunction<Cause> newCauses) {
    causes = newCauses;
  }

  @Override
  public long nowNanos() {
    return queue.nowNanos();
  }

  @Override
  public long completionNanos() {
    return queue.lastPlacedNanos();
  }

  @Override
  public void arriveAt(long nanos) {
    queue.arriveAt(nanos);
  }

  @Override
  public void queueDepth(int depth) {
    queue.depth(depth);
  }

  @Override
  public void drain() {
    queue.drain();
  }

  @Override
  public DeviceStats figures() {
    return absolute().since(base);
  }

  @Override
  public LatencyStats latency(OperationKind kind, Origin origin) {
    return latencies.figures(kind, origin);
  }

  @Override
  public LatencyStats latency(OperationKind kind) {
    return latencies.figures(kind);
  }

  @Override
  public void resetFigures() {
    drain();
    latencies.reset();
    base = absolute();
  }

  @Override
  public boolean canBeSaved() {
    return true;
  }
}

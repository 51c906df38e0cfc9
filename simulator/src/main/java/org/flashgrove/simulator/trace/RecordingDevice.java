package org.flashgrove.simulator.trace;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.function.LongFunction;
import org.flashgrove.simulator.device.SimulatedDevice;
import org.flashgrove.simulator.figures.Cause;
import org.flashgrove.simulator.figures.DeviceStats;
import org.flashgrove.simulator.figures.LatencyStats;
import org.flashgrove.simulator.figures.OperationKind;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.simulator.figures.WearStats;
import org.flashgrove.simulator.figures.WriteMatrix;

/**
 * Wraps a device and records every request in a trace, with its origin and the virtual time of its
 * arrival.
 */
public final class RecordingDevice implements SimulatedDevice {
  private static final long NOW = -1;

  private final SimulatedDevice device;
  private final TraceWriter trace;
  private final TraceRequest request = new TraceRequest();
  private long arrivalNanos = NOW;

  /**
   * Creates a device that passes its requests to {@code device} and records them.
   *
   * @param trace a timed trace; closed by the caller
   */
  public RecordingDevice(SimulatedDevice device, TraceWriter trace) {
    this.device = device;
    this.trace = trace;
  }

  private void record(OperationKind kind, Origin origin, long first, long count) {
    long arrival = arrivalNanos == NOW ? device.nowNanos() : arrivalNanos;
    arrivalNanos = NOW;
    long pageBytes = device.pageBytes();
    trace.write(
        request.set(kind, origin).arriveAt(arrival).cover(0, first * pageBytes, count * pageBytes));
  }

  @Override
  public int pageBytes() {
    return device.pageBytes();
  }

  @Override
  public long pageCount() {
    return device.pageCount();
  }

  @Override
  public boolean keepsContent() {
    return device.keepsContent();
  }

  @Override
  public void read(long first, int count, Origin origin, ByteBuffer into) {
    record(OperationKind.READ, origin, first, count);
    device.read(first, count, origin, into);
  }

  @Override
  public int readQueueOf(long page) {
    return device.readQueueOf(page);
  }

  @Override
  public void write(long first, int count, Origin origin, ByteBuffer from) {
    record(OperationKind.WRITE, origin, first, count);
    device.write(first, count, origin, from);
  }

  @Override
  public void causes(LongFunction<Cause> causes) {
    device.causes(causes);
  }

  @Override
  public void trim(long first, long count, Origin origin) {
    record(OperationKind.TRIM, origin, first, count);
    device.trim(first, count, origin);
  }

  @Override
  public void flush(Origin origin) {
    record(OperationKind.FLUSH, origin, 0, 0);
    device.flush(origin);
  }

  @Override
  public long nowNanos() {
    return device.nowNanos();
  }

  @Override
  public long completionNanos() {
    return device.completionNanos();
  }

  @Override
  public void arriveAt(long nanos) {
    arrivalNanos = nanos;
    device.arriveAt(nanos);
  }

  @Override
  public void queueDepth(int depth) {
    device.queueDepth(depth);
  }

  @Override
  public void drain() {
    device.drain();
  }

  @Override
  public DeviceStats figures() {
    return device.figures();
  }

  @Override
  public LatencyStats latency(OperationKind kind, Origin origin) {
    return device.latency(kind, origin);
  }

  @Override
  public LatencyStats latency(OperationKind kind) {
    return device.latency(kind);
  }

  @Override
  public WriteMatrix writesSinceNew() {
    return device.writesSinceNew();
  }

  @Override
  public WearStats wear() {
    return device.wear();
  }

  @Override
  public void resetFigures() {
    device.resetFigures();
  }

  @Override
  public void cutPower() {
    device.cutPower();
  }

  @Override
  public void cutPowerAt(long operations) {
    device.cutPowerAt(operations);
  }

  @Override
  public boolean canBeSaved() {
    return device.canBeSaved();
  }

  @Override
  public void save(OutputStream out) throws IOException {
    device.save(out);
  }

  @Override
  public void restart() {
    device.restart();
  }
}

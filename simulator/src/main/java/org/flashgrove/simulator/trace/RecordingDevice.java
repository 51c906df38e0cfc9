package org.flashgrove.simulator.trace;

import java.nio.ByteBuffer;
import org.flashgrove.simulator.device.ForwardingDevice;
import org.flashgrove.simulator.device.SimulatedDevice;
import org.flashgrove.simulator.figures.OperationKind;
import org.flashgrove.simulator.figures.Origin;

/**
 * Wraps a device and records every request in a trace, with its origin and the virtual time of its
 * arrival.
 */
public final class RecordingDevice extends ForwardingDevice {
  private static final long NOW = -1;

  private final TraceWriter trace;
  private final TraceRequest request = new TraceRequest();
  private long arrivalNanos = NOW;

  /**
   * Creates a device that passes its requests to {@code device} and records them.
   *
   * @param trace timed trace that receives the requests; the caller closes it
   */
  public RecordingDevice(SimulatedDevice device, TraceWriter trace) {
    super(device);
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
  public void read(long first, int count, Origin origin, ByteBuffer into) {
    record(OperationKind.READ, origin, first, count);
    device.read(first, count, origin, into);
  }

  @Override
  public void write(long first, int count, Origin origin, ByteBuffer from) {
    record(OperationKind.WRITE, origin, first, count);
    device.write(first, count, origin, from);
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
  public void flushLog() {
    record(OperationKind.FLUSH, Origin.LOG, 0, 0);
    device.flushLog();
  }

  @Override
  public void arriveAt(long nanos) {
    arrivalNanos = nanos;
    device.arriveAt(nanos);
  }
}

package org.flashgrove.simulator.trace;

import org.flashgrove.simulator.figures.OperationKind;
import org.flashgrove.simulator.figures.Origin;

/** A request of a trace. The object can be reused for the next request. */
public final class TraceRequest {
  private long arrivalNanos;
  private int unit;
  private OperationKind kind = OperationKind.READ;
  private Origin origin = Origin.HOST;
  private long offsetBytes;
  private long lengthBytes;

  /** Creates an empty request. */
  public TraceRequest() {}

  /** Sets the kind of the request and its origin. */
  public TraceRequest set(OperationKind newKind, Origin newOrigin) {
    kind = newKind;
    origin = newOrigin;
    return this;
  }

  /**
   * Sets the arrival time in nanoseconds. All arrival times of a trace are counted from the same
   * moment.
   */
  public TraceRequest arriveAt(long newArrivalNanos) {
    arrivalNanos = newArrivalNanos;
    return this;
  }

  /**
   * Sets the range of bytes that the request reads, writes or trims.
   *
   * @param newUnit number of an address space, such as a disk; 0 if there is only one
   * @param newOffsetBytes offset of the range in that address space
   * @param newLengthBytes length of the range; ignored for a flush
   */
  public TraceRequest cover(int newUnit, long newOffsetBytes, long newLengthBytes) {
    unit = newUnit;
    offsetBytes = newOffsetBytes;
    lengthBytes = newLengthBytes;
    return this;
  }

  /** Returns the arrival time in nanoseconds. */
  public long arrivalNanos() {
    return arrivalNanos;
  }

  /** Returns the number of the request's address space. */
  public int unit() {
    return unit;
  }

  /** Returns {@code READ}, {@code WRITE}, {@code TRIM} or {@code FLUSH}. */
  public OperationKind kind() {
    return kind;
  }

  /** Returns the origin of the request, which is always an origin of the host. */
  public Origin origin() {
    return origin;
  }

  /** Returns the offset of the range in bytes. */
  public long offsetBytes() {
    return offsetBytes;
  }

  /** Returns the length of the range in bytes; undefined for a flush. */
  public long lengthBytes() {
    return lengthBytes;
  }
}

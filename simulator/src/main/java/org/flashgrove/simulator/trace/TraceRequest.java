package org.flashgrove.simulator.trace;

import org.flashgrove.simulator.figures.OperationKind;
import org.flashgrove.simulator.figures.Origin;

/** One request of a trace; filled again and again, so that millions of them leave no garbage. */
public final class TraceRequest {
  private long arrivalNanos;
  private int unit;
  private OperationKind kind = OperationKind.READ;
  private Origin origin = Origin.HOST;
  private long offsetBytes;
  private long lengthBytes;

  /** Creates an empty request, to be filled by the setters. */
  public TraceRequest() {}

  /** Sets the kind of the request and its origin. */
  public TraceRequest set(OperationKind newKind, Origin newOrigin) {
    kind = newKind;
    origin = newOrigin;
    return this;
  }

  /** Sets when it arrives, in nanoseconds from any moment that all requests share. */
  public TraceRequest arriveAt(long newArrivalNanos) {
    arrivalNanos = newArrivalNanos;
    return this;
  }

  /**
   * Sets which bytes it reads, writes or trims.
   *
   * @param newUnit number of an address space of its own, such as a disk's; 0 if there is but one
   * @param newOffsetBytes where the bytes begin in that address space
   * @param newLengthBytes number of bytes; ignored for a flush
   */
  public TraceRequest cover(int newUnit, long newOffsetBytes, long newLengthBytes) {
    unit = newUnit;
    offsetBytes = newOffsetBytes;
    lengthBytes = newLengthBytes;
    return this;
  }

  /** Returns when it arrives. */
  public long arrivalNanos() {
    return arrivalNanos;
  }

  /** Returns the number of its address space. */
  public int unit() {
    return unit;
  }

  /** Returns {@code READ}, {@code WRITE}, {@code TRIM} or {@code FLUSH}. */
  public OperationKind kind() {
    return kind;
  }

  /** Returns an origin of the host. */
  public Origin origin() {
    return origin;
  }

  /** Returns where its bytes begin. */
  public long offsetBytes() {
    return offsetBytes;
  }

  /** Returns the number of its bytes; without meaning for a flush. */
  public long lengthBytes() {
    return lengthBytes;
  }
}

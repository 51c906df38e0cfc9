package org.flashgrove.simulator.trace;

import org.flashgrove.core.flash.UncorrectablePageException;
import org.flashgrove.simulator.device.SimulatedDevice;
import org.flashgrove.simulator.figures.OperationKind;

/**
 * Replays the requests of a trace on a device, without content.
 *
 * <p>In a timed trace each request arrives at its recorded time, relative to the first request, and
 * waits if the device's queue is full. If the trace has no times, or its times are ignored, each
 * request arrives as soon as the queue has room. A request covers all pages that its bytes touch.
 * If a write covers a page only partially, the page is read first. Addresses beyond the device are
 * taken modulo the size of the device.
 */
public final class TraceReplay {
  private final SimulatedDevice device;
  private final AddressSpace space;
  private final boolean paced;
  private final int pageBytes;
  private final long pageCount;
  private long requests;
  private long bytesRead;
  private long bytesWritten;
  private long readModifyWrites;
  private long foldedRequests;
  private long failedReads;
  private long lateNanos;

  /**
   * Creates a replay on one device.
   *
   * @param space maps the units of the trace
   * @param paced whether the arrival times of a timed trace are used
   */
  public TraceReplay(SimulatedDevice device, AddressSpace space, boolean paced) {
    this.device = device;
    this.space = space;
    this.paced = paced;
    pageBytes = device.pageBytes();
    pageCount = device.capacityPages();
  }

  /** Replays a trace to its end and waits until the device has completed all operations. */
  public ReplayStats run(TraceSource trace) {
    boolean timed = paced && trace.isTimed();
    TraceRequest request = new TraceRequest();
    long start = device.nowNanos();
    long first = 0;
    long lastArrival = start;
    while (trace.next(request)) {
      if (requests == 0) {
        first = request.arrivalNanos();
      }
      requests++;
      if (timed) {
        long arrival = start + Math.max(0, request.arrivalNanos() - first);
        device.arriveAt(arrival);
        lastArrival = Math.max(lastArrival, arrival);
        lateNanos = device.nowNanos() - lastArrival;
      }
      replay(request);
    }
    device.drain();
    return new ReplayStats(
        requests,
        bytesRead,
        bytesWritten,
        readModifyWrites,
        foldedRequests,
        failedReads,
        lastArrival - start,
        lateNanos);
  }

  private void replay(TraceRequest request) {
    if (request.kind() == OperationKind.FLUSH) {
      device.flush(request.origin());
      return;
    }
    if (request.lengthBytes() == 0) {
      return;
    }
    long offset = space.base(request.unit()) + request.offsetBytes();
    long end = offset + request.lengthBytes();
    long page = offset / pageBytes;
    long left = (end - 1) / pageBytes - page + 1;
    if (page + left > pageCount) {
      foldedRequests++;
    }
    if (request.kind() == OperationKind.READ) {
      bytesRead += request.lengthBytes();
    } else if (request.kind() == OperationKind.WRITE) {
      bytesWritten += request.lengthBytes();
      readParts(request, offset, end);
    }
    while (left > 0) {
      long place = page % pageCount;
      long run = Math.min(Math.min(left, pageCount - place), Integer.MAX_VALUE);
      put(request, place, (int) run);
      page += run;
      left -= run;
    }
  }

  /**
   * Reads the first page and the last page of a write, unless the write covers the respective page
   * completely.
   */
  private void readParts(TraceRequest request, long offset, long end) {
    long first = offset / pageBytes;
    long last = (end - 1) / pageBytes;
    boolean firstInPart = offset % pageBytes != 0;
    boolean lastInPart = end % pageBytes != 0;
    if (firstInPart || first == last && lastInPart) {
      readPart(request, first);
    }
    if (last > first && lastInPart) {
      readPart(request, last);
    }
  }

  private void readPart(TraceRequest request, long page) {
    readModifyWrites++;
    read(request, page % pageCount, 1);
  }

  private void put(TraceRequest request, long first, int count) {
    switch (request.kind()) {
      case READ -> read(request, first, count);
      case WRITE -> device.write(first, count, request.origin(), null);
      case TRIM -> device.trim(first, count, request.origin());
      default ->
          throw new IllegalArgumentException(
              "request: kind "
                  + request.kind()
                  + " cannot be replayed; use READ, WRITE, TRIM or FLUSH");
    }
  }

  private void read(TraceRequest request, long first, int count) {
    try {
      device.read(first, count, request.origin(), null);
    } catch (UncorrectablePageException e) {
      failedReads++;
    }
  }
}

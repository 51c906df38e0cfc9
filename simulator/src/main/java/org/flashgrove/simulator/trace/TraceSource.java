package org.flashgrove.simulator.trace;

/** Sequence of requests from a file or a generator. Not thread-safe. */
public interface TraceSource extends AutoCloseable {
  /**
   * Returns whether arrival times are meaningful. If not, each request directly follows the
   * previous one.
   */
  boolean isTimed();

  /**
   * Reads the next request.
   *
   * @param into receives the request
   * @return false at the end
   * @throws RuntimeException if the trace cannot be read or is invalid
   */
  boolean next(TraceRequest into);

  @Override
  default void close() {}
}

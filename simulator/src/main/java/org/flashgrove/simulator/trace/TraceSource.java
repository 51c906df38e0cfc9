package org.flashgrove.simulator.trace;

/** Sequence of requests from a file or a generator. For one thread. */
public interface TraceSource extends AutoCloseable {
  /**
   * Returns whether arrival times are meaningful; if not, each request follows the previous one.
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

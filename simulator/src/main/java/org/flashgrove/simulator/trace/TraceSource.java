package org.flashgrove.simulator.trace;

/** Requests one after the other, from a file or a generator. For one thread. */
public interface TraceSource extends AutoCloseable {
  /** Returns whether arrivals mean anything; if not, each request is to follow the one before. */
  boolean isTimed();

  /**
   * Goes to the next request.
   *
   * @param into is filled with it
   * @return false at the end
   * @throws RuntimeException if the trace cannot be read or understood
   */
  boolean next(TraceRequest into);

  @Override
  default void close() {}
}

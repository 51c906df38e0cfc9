package org.flashgrove.spark.remote;

/**
 * Requests and bytes that the current thread has read from file systems. A task reads with one
 * thread.
 */
public final class Traffic {
  private static final ThreadLocal<Traffic> OF_THREAD = ThreadLocal.withInitial(Traffic::new);

  private long batches;
  private long requests;
  private long bytes;

  private Traffic() {}

  /** Returns that of the thread that calls. */
  public static Traffic ofThisThread() {
    return OF_THREAD.get();
  }

  /** Counts requests that are made together. */
  void batch(int count, long length) {
    batches++;
    requests += count;
    bytes += length;
  }

  /** Returns the number of batches, whose requests are made together. */
  public long batches() {
    return batches;
  }

  /** Returns the number of requests for ranges. */
  public long requests() {
    return requests;
  }

  /** Returns the number of bytes requested. */
  public long bytes() {
    return bytes;
  }
}

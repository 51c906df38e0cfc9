package org.flashgrove.spark.remote;

/**
 * Counters of a thread for its requests to file systems and the bytes that it requested. A task
 * reads with a single thread. The traffic of a task is the difference between the counters at its
 * end and at its start.
 */
public final class Traffic {
  private static final ThreadLocal<Traffic> OF_THREAD = ThreadLocal.withInitial(Traffic::new);

  private long batches;
  private long requests;
  private long bytes;

  private Traffic() {}

  /** Returns the counters of the calling thread. */
  public static Traffic ofThisThread() {
    return OF_THREAD.get();
  }

  /**
   * Counts a batch of requests.
   *
   * @param count number of requests
   * @param length total number of bytes
   */
  void batch(int count, long length) {
    batches++;
    requests += count;
    bytes += length;
  }

  /** Returns the number of batches of requests. */
  public long batches() {
    return batches;
  }

  /** Returns the number of requests. */
  public long requests() {
    return requests;
  }

  public long bytes() {
    return bytes;
  }
}

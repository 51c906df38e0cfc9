package org.flashgrove.datasets.source;

/**
 * Work of an {@link HttpReader}.
 *
 * @param trips number of times that the reader waited for answers; requests sent together count
 *     once
 * @param requests number of requests
 * @param bytes number of bytes of files received
 */
public record ReadCounts(long trips, long requests, long bytes) {
  /** No work. */
  public static final ReadCounts NONE = new ReadCounts(0, 0, 0);

  /** Returns the work since an earlier count. */
  public ReadCounts since(ReadCounts before) {
    return new ReadCounts(trips - before.trips, requests - before.requests, bytes - before.bytes);
  }
}

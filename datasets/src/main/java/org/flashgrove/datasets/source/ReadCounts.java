package org.flashgrove.datasets.source;

/**
 * Counts of the requests of an {@link HttpReader}.
 *
 * @param trips number of times that the reader waited for answers; requests sent together count
 *     once
 * @param requests number of requests
 * @param bytes number of bytes of files received
 */
public record ReadCounts(long trips, long requests, long bytes) {
  /** Counts with the value 0. */
  public static final ReadCounts NONE = new ReadCounts(0, 0, 0);

  /** Returns these counts minus earlier counts of the same reader. */
  public ReadCounts since(ReadCounts before) {
    return new ReadCounts(trips - before.trips, requests - before.requests, bytes - before.bytes);
  }
}

package org.flashgrove.jmh.bench.measure;

/**
 * Amount of work of a measurement.
 *
 * @param windows number of windows of each size
 * @param seconds minimum time in seconds of a repeated measurement
 * @param turns minimum number of repetitions
 * @param points number of points for neighbour queries
 * @param coldWindows number of windows of each size to query after an index was opened
 * @param rounds number of rounds of changes and queries
 * @param durables maximum number of insertions that become durable one by one
 * @param durableSeconds maximum time in seconds for the insertions that become durable one by one
 * @param moves number of entries to move
 */
public record Effort(
    int windows,
    double seconds,
    int turns,
    int points,
    int coldWindows,
    int rounds,
    int durables,
    double durableSeconds,
    int moves) {
  /**
   * Returns how many queries of a published suite to run: all of them, or at most {@link #windows}
   * in a run that only checks answers.
   *
   * @param published number of queries that the suite defines
   */
  public int of(int published) {
    return this == QUICK ? Math.min(windows, published) : published;
  }

  /** Effort of a run that measures times. */
  public static final Effort FULL = new Effort(4096, 1, 3, 2048, 100, 100, 100_000, 3, 1_000_000);

  /** Effort of a run that only checks answers. */
  public static final Effort QUICK = new Effort(128, 0, 1, 64, 16, 2, 16, 1, 500);
}

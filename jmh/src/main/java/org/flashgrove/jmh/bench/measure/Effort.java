package org.flashgrove.jmh.bench.measure;

/**
 * Amount of work of a measurement.
 *
 * @param windows of each size
 * @param seconds least time of a measurement that is repeated
 * @param turns least repetitions of it
 * @param points whose neighbours are asked for
 * @param coldWindows of each size, after opening
 * @param rounds of changes and queries
 * @param durables most insertions that are durable one by one
 * @param durableSeconds most time of them
 * @param moves how many entries are moved
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
  /** Returns how many of the queries that a suite has are asked. */
  public int of(int published) {
    return this == QUICK ? Math.min(windows, published) : published;
  }

  /** Effort of a run that measures times. */
  public static final Effort FULL = new Effort(4096, 1, 3, 2048, 100, 100, 100_000, 3, 1_000_000);

  /** Effort of a run that only checks answers. */
  public static final Effort QUICK = new Effort(128, 0, 1, 64, 16, 2, 16, 1, 500);
}

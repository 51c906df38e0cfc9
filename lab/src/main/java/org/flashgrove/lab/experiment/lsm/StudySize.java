package org.flashgrove.lab.experiment.lsm;

import org.flashgrove.lab.experiment.Scale;

/**
 * Size of a run of the workload of Mao et al. (2020): number of points and queries, and sizes of
 * pages and blocks.
 *
 * @param points number of points; half are loaded, and half are inserted in {@link #ROUNDS} rounds
 * @param queries number of windows of each size after each round
 * @param pageBytes page size of the store in bytes
 * @param blockBytes block size of the index in bytes
 */
record StudySize(int points, int queries, int pageBytes, int blockBytes) {
  /** Number of rounds. Each round inserts points and then queries. */
  static final int ROUNDS = 20;

  private static final int ENTRY_BYTES = 24;
  private static final int PART_OF_MEMORY = 50;
  private static final int PART_BESIDE = 40;
  private static final long LEAST_MEMORY = 48 << 10;

  static StudySize of(Scale scale) {
    return switch (scale) {
      case SMALL -> new StudySize(20_000, 20, 512, 8 << 10);
      case MEDIUM -> new StudySize(200_000, 200, 1024, 16 << 10);
      case FULL -> new StudySize(2_000_000, 1_000, 4096, 64 << 10);
    };
  }

  /** Returns a copy with {@code factor} times as many points. */
  StudySize times(int factor) {
    return new StudySize(points * factor, queries, pageBytes, blockBytes);
  }

  int loaded() {
    return points / 2;
  }

  int ofRound() {
    return (points - loaded()) / ROUNDS;
  }

  /**
   * Returns the number of points to insert after the last round. Queries run between these
   * insertions.
   */
  int beside() {
    return points / PART_BESIDE;
  }

  /**
   * Returns the memory of the index in bytes. As in the paper of Mao et al. (2020), the memory is a
   * fiftieth of the data, at 24 bytes per point. If this is too little for a merge, the memory is
   * the minimum for a merge.
   */
  long memoryBytes() {
    return Math.max(LEAST_MEMORY, (long) points * ENTRY_BYTES / PART_OF_MEMORY);
  }
}

package org.flashgrove.lab.experiment.lsm;

import java.util.List;

/**
 * A spatial index of a table's records.
 *
 * @param label name in results
 * @param maintenance eager if each change of a record updates the index, lazy if a change only adds
 *     an entry
 * @param keys spec of the index, to which the size of its own memory is added, if it has any
 * @param ownsMemory whether the index has its own memory; otherwise it uses the page pool
 */
record SecondaryDesign(String label, String maintenance, String keys, boolean ownsMemory) {
  private static final int LEAST_PAGES = 32;
  private static final String BINOMIAL =
      "lsm:policy=binomial,k=10,comparator=hilbert,domain=0/0/1/1";

  /** The LSM R-tree with both kinds of maintenance, and two other indices for comparison. */
  static final List<SecondaryDesign> ALL =
      List.of(
          new SecondaryDesign("lsm eager", "eager", BINOMIAL, true),
          new SecondaryDesign("lsm lazy", "lazy", BINOMIAL + ",maintenance=lazy", true),
          new SecondaryDesign("grove", "eager", "grove:domain=0/0/1/1", true),
          new SecondaryDesign("rstar", "eager", "rstar", false));

  String index(StudySize size) {
    return ownsMemory ? keys + ",memory=" + memory(size) + ",block=" + size.blockBytes() : keys;
  }

  /**
   * Returns the memory of each index in bytes. This is the memory that Mao et al. (2020) use for a
   * study of this size, but at least 32 pages, because a merge needs 32 pages.
   */
  static long memory(StudySize size) {
    return Math.max(size.memoryBytes(), (long) LEAST_PAGES * size.pageBytes());
  }
}

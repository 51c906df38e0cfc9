package org.flashgrove.lab.experiment.lsm;

import java.util.List;

/**
 * A spatial index of a table's records.
 *
 * @param label how it is called in a line
 * @param maintenance eager, if it changes with each record, or lazy, if it is only added to
 * @param keys its spec but for its memory
 * @param ownsMemory whether the spec says the memory; else the pool of its pages has it
 */
record SecondaryDesign(String label, String maintenance, String keys, boolean ownsMemory) {
  private static final int LEAST_PAGES = 32;
  private static final String BINOMIAL =
      "lsm:policy=binomial,k=10,comparator=hilbert,domain=0/0/1/1";

  /** The LSM R-tree by both kinds of maintenance, and two indices beside it. */
  static final List<SecondaryDesign> ALL =
      List.of(
          new SecondaryDesign("lsm eager", "eager", BINOMIAL, true),
          new SecondaryDesign("lsm lazy", "lazy", BINOMIAL + ",maintenance=lazy", true),
          new SecondaryDesign("grove", "eager", "grove:domain=0/0/1/1", true),
          new SecondaryDesign("rstar", "eager", "rstar", false));

  String index(StudySize size) {
    return ownsMemory ? keys + ",memory=" + memory(size) + ",block=" + size.blockBytes() : keys;
  }

  /** Bytes of memory of each index: as in the study, or 32 pages, so that a merge has room. */
  static long memory(StudySize size) {
    return Math.max(size.memoryBytes(), (long) LEAST_PAGES * size.pageBytes());
  }
}

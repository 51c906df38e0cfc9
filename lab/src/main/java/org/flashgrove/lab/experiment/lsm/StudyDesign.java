package org.flashgrove.lab.experiment.lsm;

import java.util.List;

/**
 * An index that the workload of Mao et al. (2020) is measured on: a column of their table I, or a
 * grove.
 *
 * @param policy binomial, leveled or grove
 * @param configuration for a binomial index the maximum number of components, for a leveled index
 *     the way in which merges partition records: size or str
 * @param comparator hilbert or simple
 * @param keys spec of the index without its memory
 */
record StudyDesign(String policy, String configuration, String comparator, String keys) {
  /** All designs: those of Mao et al. (2020), in the order of their table I, and then a grove. */
  static final List<StudyDesign> ALL =
      List.of(
          binomial("4", "hilbert"),
          binomial("10", "hilbert"),
          binomial("4", "simple"),
          binomial("10", "simple"),
          leveled("size", "hilbert"),
          leveled("str", "hilbert"),
          leveled("size", "simple"),
          leveled("str", "simple"),
          new StudyDesign("grove", "-", "hilbert", "grove:domain=0/0/1/1"));

  /**
   * The two designs with the least total time for all insertions and queries, on simulated flash at
   * full scale.
   */
  static final List<StudyDesign> FASTEST =
      List.of(binomial("10", "hilbert"), binomial("4", "hilbert"));

  private static StudyDesign binomial(String k, String comparator) {
    return lsm("binomial", k, comparator, "policy=binomial,k=" + k);
  }

  /**
   * Returns a leveled design with the parameters of Mao et al. (2020): level 0 holds two
   * components, and each level is ten times as large as the level above it.
   */
  private static StudyDesign leveled(String partition, String comparator) {
    String keys = "policy=leveled,level0=2,ratio=10,partition=" + partition;
    return lsm("leveled", partition, comparator, keys);
  }

  private static StudyDesign lsm(
      String policy, String configuration, String comparator, String keys) {
    String domain = comparator.equals("hilbert") ? ",domain=0/0/1/1" : "";
    return new StudyDesign(
        policy, configuration, comparator, "lsm:" + keys + ",comparator=" + comparator + domain);
  }

  /**
   * Two designs in two variants each. In one variant the committing thread runs the merges, in the
   * other a worker thread does.
   */
  static final List<StudyDesign> WORKERS =
      List.of(
          binomial("4", "hilbert"),
          binomial("4", "hilbert").withWorker(),
          leveled("size", "hilbert"),
          leveled("size", "hilbert").withWorker());

  private StudyDesign withWorker() {
    return new StudyDesign(policy, configuration + ", worker", comparator, keys + ",merges=worker");
  }

  boolean isLsm() {
    return keys.startsWith("lsm");
  }

  /** Returns the label of the design. */
  String label() {
    return isLsm() ? policy + " " + configuration + " " + comparator : policy;
  }
}

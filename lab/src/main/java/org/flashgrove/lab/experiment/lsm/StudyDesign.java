package org.flashgrove.lab.experiment.lsm;

import java.util.List;

/**
 * An index of the study: a column of the paper's table I, or a grove beside them.
 *
 * @param policy binomial or leveled, or grove
 * @param configuration the most components, or how merges divide their records
 * @param comparator hilbert or simple
 * @param keys the index's spec but for its memory
 */
record StudyDesign(String policy, String configuration, String comparator, String keys) {
  /** The designs of the paper, in the order of its table I, and a grove. */
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
   * The two designs that take the least time for all of the study's insertions and queries, on
   * simulated flash at full scale: the column of all seconds in the table of throughput.
   */
  static final List<StudyDesign> FASTEST =
      List.of(binomial("10", "hilbert"), binomial("4", "hilbert"));

  private static StudyDesign binomial(String k, String comparator) {
    return lsm("binomial", k, comparator, "policy=binomial,k=" + k);
  }

  /** Leveled with the paper's B0 = 2 and B = 10. */
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

  /** Two designs whose merges are made by the commits, and by a worker. */
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

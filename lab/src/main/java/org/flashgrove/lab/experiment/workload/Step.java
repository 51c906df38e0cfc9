package org.flashgrove.lab.experiment.workload;

import java.util.Map;

/**
 * A step of a workload, which is measured as a phase. The text of a step ({@code toString()}) must
 * contain all its settings, because the name under which the execution is archived depends on this
 * text.
 */
public interface Step {
  /** Check of a step's results, made after the measurement. */
  @FunctionalInterface
  interface Check {
    /** Check that always succeeds. */
    Check NONE = () -> null;

    /** Returns null if the results are right, or else a description of the difference. */
    String difference();
  }

  /** Returns the name of the phase in tables and plots. */
  String phase();

  /** Returns whether the store is closed and reopened with empty buffers before the step. */
  default boolean isCold() {
    return false;
  }

  /** Returns whether the store is closed and reopened within or before the step. */
  default boolean reopens() {
    return isCold();
  }

  /**
   * Returns whether the work of the step grows with the data, because it affects a fraction of the
   * entries or the whole store.
   */
  default boolean growsWithData() {
    return false;
  }

  /**
   * Returns the origin of the step's queries: the generator and all its inputs, with which anyone
   * can generate the same queries. The result is empty for a step without queries.
   *
   * @param data data set of the store
   * @param seed seed of the execution
   */
  default Map<String, Object> provenance(DataSet data, long seed) {
    return Map.of();
  }

  /**
   * Runs the step. Report measurements by {@link Subject#count}, and measure the time of single
   * operations by {@link Subject#timed}.
   *
   * @return check of the results
   */
  Check run(Subject subject);
}

package org.flashgrove.lab.experiment.workload;

import java.util.Map;

/**
 * Something that is done to a store, counted as a phase of its own. Its text says all of it: it is
 * part of what names the execution's unit.
 */
public interface Step {
  /** Check of a step's results, made after its statistics were taken. */
  @FunctionalInterface
  interface Check {
    /** Nothing to look for. */
    Check NONE = () -> null;

    /** Returns what is not as it should be, or null. */
    String difference();
  }

  /** The phase, by which tables and plots name it. */
  String phase();

  /** Returns whether the store is closed and reopened with empty buffers before the step. */
  default boolean isCold() {
    return false;
  }

  /** Returns whether a store is closed and reopened within or before the step. */
  default boolean reopens() {
    return isCold();
  }

  /**
   * Returns whether the work grows with the data: it affects a share of the entries or the whole
   * store, not a fixed number of operations.
   */
  default boolean growsWithData() {
    return false;
  }

  /**
   * Returns the origin of the step's queries: the generator and all of its inputs, so that anyone
   * can generate the same queries. Empty for a step without queries.
   *
   * @param data the data set that it asks
   * @param seed of the execution's draws
   */
  default Map<String, Object> provenance(DataSet data, long seed) {
    return Map.of();
  }

  /**
   * Does it. Its own figures go to {@link Subject#count}, times of single operations to {@link
   * Subject#timed}.
   *
   * @return what to look for afterwards
   */
  Check run(Subject subject);
}

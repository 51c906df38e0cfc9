package org.flashgrove.lab.experiment.workload;

import java.util.Map;

/**
 * Something that is done to a store, counted as a phase of its own. Its text says all of it: it is
 * part of what names the execution's unit.
 */
public interface Step {
  /** What is wrong with what a step found, looked for when its figures have been taken. */
  @FunctionalInterface
  interface Check {
    /** Nothing to look for. */
    Check NONE = () -> null;

    /** Returns what is not as it should be, or null. */
    String difference();
  }

  /** The phase, by which tables and plots name it. */
  String phase();

  /** Whether the store is closed and opened anew before: with empty buffers. */
  default boolean isCold() {
    return false;
  }

  /** Whether a store is closed and opened within the step, or before it. */
  default boolean reopens() {
    return isCold();
  }

  /**
   * Whether what it does grows with the data: it concerns a share of the entries, or the store as a
   * whole, and no fixed number of operations.
   */
  default boolean growsWithData() {
    return false;
  }

  /**
   * Where its queries come from: the generator and all that decides what it draws, so that anybody
   * can make the same ones. Empty for a step that asks nothing.
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

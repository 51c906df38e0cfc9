package org.flashgrove.cli.experiment.matrix;

import java.util.ArrayList;
import java.util.List;

/**
 * What is done to each store: all entries are inserted one by one, then sets of windows are
 * answered with warm buffers.
 *
 * @param percents areas of the windows, one set each, in percent of the data's bounds
 * @param count windows of a set
 * @param correlated whether windows are made where objects are; else they are uniform
 * @param flush when buffered changes are brought to the device
 * @param snapshot whether the tree's structure is looked at in the end
 * @param repeats how often all of it is done
 * @param warmup executions of each kind of store that come before and are not counted
 */
record Workload(
    List<String> percents,
    int count,
    boolean correlated,
    Flush flush,
    boolean snapshot,
    int repeats,
    int warmup) {
  /** The phase of the insertions. */
  static final String BUILD = "build";

  /** The phase of the final flush. */
  static final String FLUSH = "flush";

  /** When buffered changes are brought to the device. */
  enum Flush {
    /** After the insertions. */
    AFTER_BUILD,
    /** After the queries. */
    AFTER_QUERIES,
    /** Not at all. */
    NEVER
  }

  /** The phase of a set of windows. */
  static String phase(String percent) {
    return percent + "%";
  }

  /** The phases in their order. */
  List<String> phases() {
    List<String> phases = new ArrayList<>(List.of(BUILD));
    if (flush == Flush.AFTER_BUILD) {
      phases.add(FLUSH);
    }
    percents.forEach(percent -> phases.add(phase(percent)));
    if (flush == Flush.AFTER_QUERIES) {
      phases.add(FLUSH);
    }
    return phases;
  }
}

package org.flashgrove.lab.experiment.matrix;

import java.util.Map;
import org.flashgrove.lab.experiment.Execution;

/**
 * Names of the settings that identify an execution. Tables and plots use these settings to find the
 * executions to show.
 */
final class Labels {
  /** Name of the setting that maps each axis of the matrix to the label of the execution. */
  static final String MEMBER = "labels";

  /** Name of the setting that contains the phase. */
  static final String PHASE = "phase";

  /** Name of the setting that contains the seed. */
  static final String SEED = "seed";

  /** Name of the setting that contains the number of the repetition. */
  static final String REPEAT = "repeat";

  private Labels() {}

  /** Returns the label of an execution on each axis. */
  static Map<?, ?> of(Execution execution) {
    return (Map<?, ?>) execution.config().get(MEMBER);
  }
}

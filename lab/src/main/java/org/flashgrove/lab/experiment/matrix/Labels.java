package org.flashgrove.lab.experiment.matrix;

import java.util.Map;
import org.flashgrove.lab.experiment.Execution;

/** Labels of an execution, by which tables and plots find it. */
final class Labels {
  /** Setting of an execution that contains its labels by axis. */
  static final String MEMBER = "labels";

  /** Name of the setting that contains the phase. */
  static final String PHASE = "phase";

  /** Name of the setting that contains the seed. */
  static final String SEED = "seed";

  /** Name of the setting that contains the number of the repetition. */
  static final String REPEAT = "repeat";

  private Labels() {}

  /** Returns the labels of an execution by axis. */
  static Map<?, ?> of(Execution execution) {
    return (Map<?, ?>) execution.config().get(MEMBER);
  }
}

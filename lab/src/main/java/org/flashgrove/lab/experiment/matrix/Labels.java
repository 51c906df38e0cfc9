package org.flashgrove.lab.experiment.matrix;

import java.util.Map;
import org.flashgrove.lab.experiment.Execution;

/** The labels by which tables and plots find executions. */
final class Labels {
  /** The member of an execution's configuration that has them, by axis. */
  static final String MEMBER = "labels";

  /** The member with the phase. */
  static final String PHASE = "phase";

  /** The member with the seed. */
  static final String SEED = "seed";

  /** The member with the repetition. */
  static final String REPEAT = "repeat";

  private Labels() {}

  /** The labels of an execution, by axis. */
  static Map<?, ?> of(Execution execution) {
    return (Map<?, ?>) execution.config().get(MEMBER);
  }
}

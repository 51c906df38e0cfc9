package org.flashgrove.cli.experiment;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/** What a preset is asked for, and what it has measured so far. */
public final class ExperimentRun {
  private final Scale scale;
  private final long seed;
  private final String trace;
  private final Consumer<Execution> listener;
  private final List<Execution> executions = new ArrayList<>();

  /**
   * A run without executions.
   *
   * @param scale how much is run
   * @param seed of everything drawn at random
   * @param trace the user's trace, or null
   * @param listener told each execution when it is complete
   */
  public ExperimentRun(Scale scale, long seed, String trace, Consumer<Execution> listener) {
    this.scale = scale;
    this.seed = seed;
    this.trace = trace;
    this.listener = listener;
  }

  /** How much is run. */
  public Scale scale() {
    return scale;
  }

  /** One of three values, by scale. */
  public <V> V byScale(V small, V medium, V full) {
    return switch (scale) {
      case SMALL -> small;
      case MEDIUM -> medium;
      case FULL -> full;
    };
  }

  /** The seed of everything drawn at random. */
  public long seed() {
    return seed;
  }

  /** The user's trace; null if there is none. */
  public String trace() {
    return trace;
  }

  /** Adds an execution. */
  public void add(Execution execution) {
    executions.add(execution);
    listener.accept(execution);
  }

  /** The executions so far. */
  public List<Execution> executions() {
    return Collections.unmodifiableList(executions);
  }
}

package org.flashgrove.cli.experiment;

import java.nio.file.Path;
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
  private final List<String> differences = new ArrayList<>();
  private Path dataDirectory;
  private int jobs = 1;
  private int warmUps;

  /**
   * A run without executions.
   *
   * @param scale how much is run
   * @param seed of everything drawn at random
   * @param trace the user's trace, or null
   * @param listener receives each execution when it is complete
   */
  public ExperimentRun(Scale scale, long seed, String trace, Consumer<Execution> listener) {
    this.scale = scale;
    this.seed = seed;
    this.trace = trace;
    this.listener = listener;
  }

  /**
   * Says where files of data sets are.
   *
   * @param directory the folder that the user named, or null
   */
  public ExperimentRun dataIn(Path directory) {
    dataDirectory = directory;
    return this;
  }

  /** Lets {@code count} executions be under way at a time, if they do not depend on each other. */
  public ExperimentRun jobs(int count) {
    jobs = count;
    return this;
  }

  /** The folder of data sets that the user named, or null. */
  public Path dataDirectory() {
    return dataDirectory;
  }

  /** Executions under way at a time, at least 1. */
  public int jobs() {
    return jobs;
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

  /** Notes an execution whose figures are forgotten: it came first, to have code compiled. */
  public void warmedUp() {
    warmUps++;
  }

  /** Executions whose figures were forgotten. */
  public int warmUps() {
    return warmUps;
  }

  /** The executions so far. */
  public List<Execution> executions() {
    return Collections.unmodifiableList(executions);
  }

  /** Notes that an answer is not the right one. */
  public void differs(String difference) {
    differences.add(difference);
  }

  /** Answers that were not the right ones, a line each. */
  public List<String> differences() {
    return Collections.unmodifiableList(differences);
  }
}

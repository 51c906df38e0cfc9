package org.flashgrove.lab.experiment;

import java.util.List;

/** A named experiment, which repeats a figure or table of a publication. */
public interface Preset {
  /** Returns the name of the preset, such as {@code lrun-fig11}. */
  String name();

  /** Returns a description in one line. */
  String description();

  /** Returns the YAML document that defines the experiment, or null if Java code defines it. */
  default String document() {
    return null;
  }

  /**
   * Returns the publication whose experiment the preset repeats: authors, year, figure or section.
   */
  String source();

  /** Returns a line that describes how much data and work a run at a scale has. */
  String extent(Scale scale);

  /** Returns the names of the parameters that the user can set. */
  default List<String> parameters() {
    return List.of();
  }

  /**
   * Returns whether the preset replays a trace of requests. The user gives the trace, or it is
   * generated.
   */
  default boolean replaysTrace() {
    return false;
  }

  /** Runs the experiment. It passes each complete execution to {@code run}. */
  void execute(ExperimentRun run);

  /** Returns tables of the results. If the list is empty, the executions are shown as one table. */
  default List<FigureTable> tables(List<Execution> executions) {
    return List.of();
  }

  /** Returns diagrams of the results. */
  default List<Plot> plots(List<Execution> executions) {
    return List.of();
  }
}

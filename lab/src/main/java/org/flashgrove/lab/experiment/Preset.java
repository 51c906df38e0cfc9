package org.flashgrove.lab.experiment;

import java.util.List;

/** An experiment with a name, which repeats a figure or table of a publication. */
public interface Preset {
  /** Returns the name of the preset, such as {@code lrun-fig11}. */
  String name();

  /** Returns a description in one line. */
  String description();

  /** Returns the YAML document that defines the experiment, or null if it is a program. */
  default String document() {
    return null;
  }

  /** Returns the source: authors, year, figure or section. */
  String source();

  /** Returns the size of the run at a scale, in one line. */
  String extent(Scale scale);

  /** Returns the names of the parameters that the user can set. */
  default List<String> parameters() {
    return List.of();
  }

  /** Returns whether the preset replays a trace, given by the user or generated. */
  default boolean replaysTrace() {
    return false;
  }

  /** Runs the experiment. It passes each complete execution to {@code run}. */
  void execute(ExperimentRun run);

  /** Returns tables of the results. If there are none, the executions are shown as a table. */
  default List<FigureTable> tables(List<Execution> executions) {
    return List.of();
  }

  /** Returns diagrams of the results. */
  default List<Plot> plots(List<Execution> executions) {
    return List.of();
  }
}

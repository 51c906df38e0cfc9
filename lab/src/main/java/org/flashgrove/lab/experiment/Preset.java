package org.flashgrove.lab.experiment;

import java.util.List;

/** An experiment that is known by name: a figure or a table of a source, run again. */
public interface Preset {
  /** Its name, after its source: {@code lrun-fig11}. */
  String name();

  /** Returns a description in one line. */
  String description();

  /** The document in YAML that says all of it; null if it is a program. */
  default String document() {
    return null;
  }

  /** Returns the source: authors, year, figure or section. */
  String source();

  /** Returns the size of the run at a scale, in one line. */
  String extent(Scale scale);

  /** Names of the parameters that it takes values for, in place of its own. */
  default List<String> parameters() {
    return List.of();
  }

  /** Returns whether the preset replays a trace, given by the user or generated. */
  default boolean replaysTrace() {
    return false;
  }

  /** Runs it; each execution is handed to {@code run} when it is complete. */
  void execute(ExperimentRun run);

  /** Tables of what came out; if there are none, the executions are a table. */
  default List<FigureTable> tables(List<Execution> executions) {
    return List.of();
  }

  /** Pictures of what came out. */
  default List<Plot> plots(List<Execution> executions) {
    return List.of();
  }
}

package org.flashgrove.lab.research;

import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import org.flashgrove.cli.command.Terminal;

/** A progress bar with the time left on the error stream, over the executions of a run. */
final class RunProgress implements AutoCloseable {
  private final Terminal terminal;
  private final String task;
  private final boolean isWanted;
  private ProgressBar bar;

  /**
   * A bar that appears with the first step.
   *
   * @param isWanted whether nothing else says how far the run is
   */
  RunProgress(Terminal terminal, String task, boolean isWanted) {
    this.terminal = terminal;
    this.task = task;
    this.isWanted = isWanted;
  }

  /** {@code done} of {@code all} stores are complete. */
  void stepTo(int done, int all) {
    if (bar == null && isWanted && terminal.isInteractive()) {
      bar =
          new ProgressBarBuilder()
              .setTaskName(task)
              .setUnit(" stores", 1)
              .setInitialMax(all)
              .build();
    }
    if (bar != null) {
      bar.stepTo(done);
    }
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
      bar = null;
    }
  }
}

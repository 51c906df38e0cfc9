package org.flashgrove.lab.research;

import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import org.flashgrove.cli.command.Terminal;

/** Shows the progress of a run and the remaining time. The progress bar is on the error stream. */
final class RunProgress implements AutoCloseable {
  private final Terminal terminal;
  private final String task;
  private final boolean isWanted;
  private ProgressBar bar;

  /**
   * Creates a bar that appears with the first step.
   *
   * @param isWanted false if other output already shows the progress
   */
  RunProgress(Terminal terminal, String task, boolean isWanted) {
    this.terminal = terminal;
    this.task = task;
    this.isWanted = isWanted;
  }

  /** Shows that {@code done} of {@code all} stores are complete. */
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

package org.flashgrove.cli.command;

import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;

/** Progress bar on the error stream. It is shown only on a terminal and for long work. */
public final class Progress implements AutoCloseable {
  private static final long LONG_WORK = 50_000;
  private static final int STEP = 1_024;

  private final ProgressBar bar;
  private int pending;

  public Progress(Terminal terminal, String task, long total) {
    bar =
        terminal.isInteractive() && total >= LONG_WORK
            ? new ProgressBarBuilder().setTaskName(task).setInitialMax(total).build()
            : null;
  }

  public void step() {
    if (bar != null && ++pending == STEP) {
      bar.stepBy(pending);
      pending = 0;
    }
  }

  /** Sets the amount of work that is done so far, counted from the beginning. */
  public void stepTo(long done) {
    if (bar != null) {
      bar.stepTo(done);
    }
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.stepBy(pending);
      bar.close();
    }
  }
}

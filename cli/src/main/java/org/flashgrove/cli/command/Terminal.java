package org.flashgrove.cli.command;

import java.io.InputStream;
import java.io.PrintStream;

/**
 * Standard streams of a command.
 *
 * @param in standard input
 * @param out stream for results
 * @param err stream for progress and errors
 */
public record Terminal(InputStream in, PrintStream out, PrintStream err) {
  /** Returns whether the standard streams belong to an interactive terminal. */
  public boolean isInteractive() {
    return err == System.err && System.console() != null;
  }
}

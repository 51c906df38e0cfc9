package org.flashgrove.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.generate.GenerationException;
import picocli.CommandLine;

/** Turns a failure into one line on the error stream and an exit code. */
final class Failures
    implements CommandLine.IParameterExceptionHandler, CommandLine.IExecutionExceptionHandler {
  /** A check failed or results differ. */
  static final int DIFFERENT = 1;

  /** Bad usage or bad input. */
  static final int BAD_INPUT = 2;

  /** An I/O error, or a damaged store. */
  static final int BAD_STORE = 3;

  private final Terminal terminal;

  Failures(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public int handleParseException(CommandLine.ParameterException e, String[] args) {
    terminal.err().println("flashgrove: " + oneLine(e));
    terminal
        .err()
        .println("Try '" + e.getCommandLine().getCommandSpec().qualifiedName() + " --help'.");
    return BAD_INPUT;
  }

  @Override
  public int handleExecutionException(
      Exception e, CommandLine commandLine, CommandLine.ParseResult parsed) {
    terminal.err().println("flashgrove: " + oneLine(e));
    if (commandLine.getCommand() instanceof StoreCommand command && command.isDebugging()) {
      e.printStackTrace(terminal.err());
    }
    return exitCode(e);
  }

  private static String oneLine(Exception e) {
    String message = e.getMessage() == null ? e.toString() : e.getMessage();
    return message.replaceAll("\\s*[\\r\\n]+\\s*", " ");
  }

  private static int exitCode(Exception e) {
    if (e instanceof InputException
        || e instanceof GenerationException
        || e instanceof IllegalArgumentException) {
      return BAD_INPUT;
    }
    if (e instanceof StoreException
        || e instanceof IOException
        || e instanceof UncheckedIOException) {
      return BAD_STORE;
    }
    // A defect of this program: the line names it, --debug shows where.
    return BAD_STORE;
  }
}

package org.flashgrove.cli;

import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
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

  /** An I/O error, a damaged store, or a defect of this program, which {@code --debug} locates. */
  static final int BAD_STORE = 3;

  private final Terminal terminal;

  Failures(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public int handleParseException(CommandLine.ParameterException e, String[] args) {
    String command = e.getCommandLine().getCommandSpec().qualifiedName();
    String problem = oneLine(e.getMessage()).replaceFirst("^Error: ", "");
    terminal.err().println("flashgrove: " + problem + "; see '" + command + " --help'");
    return BAD_INPUT;
  }

  @Override
  public int handleExecutionException(
      Exception e, CommandLine commandLine, CommandLine.ParseResult parsed) {
    boolean debugging =
        commandLine.getCommand() instanceof StoreCommand command && command.isDebugging();
    report(e, debugging);
    return exitCode(e);
  }

  /** What the JVM itself cannot go on with: no memory, no stack, a class that is missing. */
  int handleError(Error e, boolean debugging) {
    report(e, debugging);
    return BAD_STORE;
  }

  private void report(Throwable e, boolean debugging) {
    terminal.err().println("flashgrove: " + oneLine(message(e)));
    if (debugging) {
      e.printStackTrace(terminal.err());
    }
  }

  private static String message(Throwable e) {
    if (e instanceof OutOfMemoryError) {
      return "out of memory: "
          + e.getMessage()
          + " (allowed: a larger heap, with ./flashgrove by FLASHGROVE_JAVA_OPTS=-Xmx4g)";
    }
    if (e instanceof UncheckedIOException io && !io.getMessage().contains(message(io.getCause()))) {
      return io.getMessage() + ": " + message(io.getCause());
    }
    if (e instanceof FileSystemException file && file.getReason() == null) {
      return file.getFile() + ": " + words(e);
    }
    return isOperating(e) ? e.getMessage() : e.toString();
  }

  /** Whether the message was written for people; else the type tells more. */
  private static boolean isOperating(Throwable e) {
    boolean defect = e instanceof Error || e.getClass().getName().startsWith("java.lang.");
    return e.getMessage() != null && (!defect || e instanceof IllegalArgumentException);
  }

  /** {@code no such file} of {@code NoSuchFileException}. */
  private static String words(Throwable e) {
    return e.getClass()
        .getSimpleName()
        .replaceFirst("Exception$", "")
        .replaceAll("(?<=[a-z])(?=[A-Z])", " ")
        .toLowerCase(java.util.Locale.ROOT);
  }

  private static String oneLine(String message) {
    return message.strip().replaceAll("\\s*[\\r\\n]+\\s*", " ");
  }

  private static int exitCode(Exception e) {
    boolean badInput =
        e instanceof InputException
            || e instanceof GenerationException
            || e instanceof IllegalArgumentException;
    return badInput ? BAD_INPUT : BAD_STORE;
  }
}

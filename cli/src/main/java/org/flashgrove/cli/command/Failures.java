package org.flashgrove.cli.command;

import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.MissingStoreException;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.generate.GenerationException;
import org.flashgrove.sidecar.StaleIndexException;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Reports a failure as one line on the error stream and an exit code. */
public final class Failures
    implements CommandLine.IParameterExceptionHandler, CommandLine.IExecutionExceptionHandler {
  /** Exit code if a check failed, or if results differ from the correct results. */
  public static final int DIFFERENT = 1;

  /** Exit code for wrong usage or invalid input. */
  public static final int BAD_INPUT = 2;

  /**
   * Exit code for an I/O error, a damaged store, or a bug. The option {@code --debug} helps to
   * locate a bug.
   */
  public static final int BAD_STORE = 3;

  /** Messages of the library that name its methods, and the words by which commands do the same. */
  private static final Map<String, String> WORDS_OF_COMMANDS =
      Map.of(
          "TableQuery.keys selects keys",
          "--keys selects keys",
          "call addIndex(\"geom=grove\")",
          "add one with 'add DIR --structure table.geom=grove'");

  private final Terminal terminal;

  public Failures(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public int handleParseException(CommandLine.ParameterException e, String[] args) {
    String command = e.getCommandLine().getCommandSpec().qualifiedName();
    String problem = oneLine(problem(e)).replaceFirst("^Error: ", "");
    String see = problem.endsWith("?") ? " See '" : "; see '";
    terminal.err().println("flashgrove: " + problem + see + command + " --help'");
    return BAD_INPUT;
  }

  /**
   * Returns the message of the option parser. If the message mentions Java types, returns a message
   * with the given value and the allowed values instead.
   */
  private static String problem(CommandLine.ParameterException e) {
    CommandLine commandLine = e.getCommandLine();
    if (e instanceof CommandLine.UnmatchedArgumentException unmatched) {
      return unmatched(unmatched, commandLine);
    }
    String allowed = e.getArgSpec() == null ? null : allowed(e.getArgSpec().type());
    if (allowed == null || e.getValue() == null) {
      return e.getMessage();
    }
    String name =
        e.getArgSpec() instanceof OptionSpec option
            ? option.names()[0]
            : e.getArgSpec().paramLabel();
    String value = e.getValue().isEmpty() ? "''" : e.getValue();
    return name + " " + value + " (allowed: " + allowed + ")";
  }

  /** Returns the message for an argument that is not a known option, command or parameter. */
  private static String unmatched(
      CommandLine.UnmatchedArgumentException e, CommandLine commandLine) {
    String word = e.getUnmatched().get(0);
    if (e.isUnknownOption()) {
      Set<String> options = commandLine.getCommandSpec().optionsMap().keySet();
      return e.getMessage() + Suggestion.of(word.replaceFirst("=.*", ""), options);
    }
    Set<String> commands = commandLine.getSubcommands().keySet();
    return commands.isEmpty()
        ? "one argument too many, '" + word + "'"
        : "unknown command '"
            + word
            + "' (allowed: "
            + String.join(", ", commands)
            + ")"
            + Suggestion.of(word, commands);
  }

  /**
   * Returns the allowed values of a type in plain words, or null for a type that accepts any text.
   */
  private static String allowed(Class<?> type) {
    if (type.isEnum()) {
      return Arrays.stream(type.getEnumConstants())
          .map(constant -> ((Enum<?>) constant).name().toLowerCase(Locale.ROOT))
          .collect(Collectors.joining(", "));
    }
    if (type == int.class) {
      return "a whole number, at most " + Integer.MAX_VALUE;
    }
    if (type == long.class) {
      return "a whole number, at most " + Long.MAX_VALUE;
    }
    if (type == double.class || type == Double.class) {
      return "a number";
    }
    return type == Path.class ? "the name of a file or directory" : null;
  }

  @Override
  public int handleExecutionException(
      Exception e, CommandLine commandLine, CommandLine.ParseResult parsed) {
    boolean debugging = false;
    String consequence = "";
    if (commandLine.getCommand() instanceof StoreCommand command) {
      debugging = command.isDebugging();
      consequence = command.consequence();
      if (consequence.isEmpty() && e instanceof DamagedStoreException) {
        consequence = command.remedy(directoryOf(commandLine));
      }
    }
    report(e, consequence, debugging);
    return exitCode(e);
  }

  /**
   * Returns the store directory that the user gave to a command, or else the placeholder in the
   * usage text.
   */
  private static String directoryOf(CommandLine commandLine) {
    return commandLine.getCommandSpec().positionalParameters().stream()
        .filter(each -> each.paramLabel().equals(StoreCommand.DIRECTORY))
        .map(each -> String.valueOf((Object) each.getValue()))
        .findFirst()
        .orElse(StoreCommand.DIRECTORY);
  }

  /**
   * Reports an error from which the JVM cannot recover, such as lack of memory, a stack overflow or
   * a missing class.
   */
  public int handleError(Error e, boolean debugging) {
    report(e, "", debugging);
    return BAD_STORE;
  }

  private void report(Throwable e, String consequence, boolean debugging) {
    String separator = consequence.isEmpty() ? "" : "; ";
    String message = oneLine(message(e));
    for (Map.Entry<String, String> words : WORDS_OF_COMMANDS.entrySet()) {
      message = message.replace(words.getKey(), words.getValue());
    }
    terminal.err().println("flashgrove: " + message + separator + consequence);
    if (debugging) {
      e.printStackTrace(terminal.err());
    }
  }

  private static String message(Throwable e) {
    if (e instanceof OutOfMemoryError) {
      return "out of memory: "
          + e.getMessage()
          + "; use a larger heap, with ./flashgrove by FLASHGROVE_JAVA_OPTS=-Xmx4g";
    }
    if (e instanceof UncheckedIOException io && !io.getMessage().contains(message(io.getCause()))) {
      return io.getMessage() + ": " + message(io.getCause());
    }
    if (e instanceof FileSystemException file && file.getReason() == null) {
      return file.getFile() + ": " + StoreIoException.reason(file);
    }
    return isOperating(e) ? e.getMessage() : e.toString();
  }

  /**
   * Returns whether the message of an exception was written for users. If not, the caller should
   * print the type of the exception, too.
   */
  private static boolean isOperating(Throwable e) {
    boolean defect = e instanceof Error || e.getClass().getName().startsWith("java.lang.");
    return e.getMessage() != null && (!defect || e instanceof IllegalArgumentException);
  }

  private static String oneLine(String message) {
    return message.strip().replaceAll("\\s*[\\r\\n]+\\s*", " ");
  }

  private static int exitCode(Exception e) {
    boolean badInput =
        e instanceof InputException
            || e instanceof GenerationException
            || e instanceof StaleIndexException
            || e instanceof MissingStoreException
            || e instanceof IllegalArgumentException;
    return badInput ? BAD_INPUT : BAD_STORE;
  }
}

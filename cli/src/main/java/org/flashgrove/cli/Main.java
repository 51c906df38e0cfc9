package org.flashgrove.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.flashgrove.cli.command.CommandFactory;
import org.flashgrove.cli.command.Failures;
import org.flashgrove.cli.command.Numbers;
import org.flashgrove.cli.command.ResultStream;
import org.flashgrove.cli.command.Terminal;
import org.flashgrove.cli.data.ConvertCommand;
import org.flashgrove.cli.data.GenerateCommand;
import org.flashgrove.cli.data.SimulateCommand;
import org.flashgrove.cli.design.CreateCommand;
import org.flashgrove.cli.design.SettingsCommand;
import org.flashgrove.cli.edit.DeleteCommand;
import org.flashgrove.cli.edit.InsertCommand;
import org.flashgrove.cli.edit.UpdateCommand;
import org.flashgrove.cli.load.AddCommand;
import org.flashgrove.cli.load.BuildCommand;
import org.flashgrove.cli.load.DemoCommand;
import org.flashgrove.cli.load.IndexCommand;
import org.flashgrove.cli.maintenance.AnalyzeCommand;
import org.flashgrove.cli.maintenance.BackupCommand;
import org.flashgrove.cli.maintenance.CheckCommand;
import org.flashgrove.cli.maintenance.CompactCommand;
import org.flashgrove.cli.maintenance.ExportCommand;
import org.flashgrove.cli.maintenance.RecoverCommand;
import org.flashgrove.cli.maintenance.SalvageCommand;
import org.flashgrove.cli.maintenance.StatsCommand;
import org.flashgrove.cli.maintenance.UpgradeCommand;
import org.flashgrove.cli.query.JoinCommand;
import org.flashgrove.cli.query.NearestCommand;
import org.flashgrove.cli.query.QueryCommand;
import org.flashgrove.cli.query.ScanCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Entry point of the command line. It runs a command and turns failures into exit codes. */
@Command(
    name = "flashgrove",
    description = "Spatial access methods for flash storage.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:a check failed or results differ",
      "2:bad usage or bad input",
      "3:I/O error or damaged store"
    })
public final class Main implements Runnable {
  private static final List<Class<?>> COMMANDS =
      List.of(
          DemoCommand.class,
          CreateCommand.class,
          BuildCommand.class,
          AddCommand.class,
          IndexCommand.class,
          InsertCommand.class,
          DeleteCommand.class,
          UpdateCommand.class,
          QueryCommand.class,
          ScanCommand.class,
          NearestCommand.class,
          JoinCommand.class,
          CheckCommand.class,
          RecoverCommand.class,
          SalvageCommand.class,
          BackupCommand.class,
          CompactCommand.class,
          AnalyzeCommand.class,
          UpgradeCommand.class,
          StatsCommand.class,
          SettingsCommand.class,
          CompletionCommand.class,
          ExportCommand.class,
          ConvertCommand.class,
          GenerateCommand.class,
          SimulateCommand.class);

  @Spec private CommandSpec spec;

  private Main() {}

  /** Prints the usage if no command is given. This is not an error, so the exit code is 0. */
  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /**
   * Runs a command and ends the JVM with its exit code.
   *
   * @param args command, options and arguments
   */
  public static void main(String[] args) {
    // Pictures are drawn without a screen.
    System.setProperty("java.awt.headless", "true");
    // Libraries log with SLF4J, which would otherwise warn that there is no logger.
    System.setProperty("slf4j.internal.verbosity", "ERROR");
    ResultStream out = ResultStream.standard();
    System.setOut(out); // data files that are written to standard output use it, too
    System.exit(runChecked(args, System.in, out, System.err));
  }

  /**
   * Runs a command and returns its exit code. Reports an error if the results could not be written
   * to {@code out}.
   */
  static int runChecked(String[] args, InputStream in, ResultStream out, PrintStream err) {
    int exitCode = run(args, in, out, err);
    IOException failure = out.failure();
    if (failure == null) {
      return exitCode;
    }
    err.println(
        "flashgrove: standard output: cannot be written: "
            + failure.getMessage()
            + "; the results are incomplete");
    return Failures.BAD_STORE;
  }

  /** Runs a command and returns its exit code. */
  static int run(String[] args, InputStream in, PrintStream out, PrintStream err) {
    Terminal terminal = new Terminal(in, out, err);
    Failures failures = new Failures(terminal);
    String first = args.length == 0 ? "" : args[0];
    CommandLine commandLine =
        commandLine(terminal, args)
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .setParameterExceptionHandler(failures)
            .setExecutionExceptionHandler(failures);
    if (ContributedCommands.isContributed(first)
        && !commandLine.getSubcommands().containsKey(first)) {
      err.println("flashgrove: " + ContributedCommands.missing(first));
      return Failures.BAD_INPUT;
    }
    try {
      return commandLine.execute(args);
    } catch (Error e) {
      return failures.handleError(e, List.of(args).contains("--debug"));
    }
  }

  /** Returns a command line with all commands. */
  static CommandLine commandLine(Terminal terminal) {
    return commandLine(terminal, new String[0]);
  }

  /**
   * Returns a command line for the given arguments. If the first argument names a command, the
   * command line has only this command; otherwise it has all commands. Reading the annotations of
   * all commands would take longer than most commands run.
   */
  private static CommandLine commandLine(Terminal terminal, String[] args) {
    CommandFactory factory = new CommandFactory(terminal);
    CommandLine commandLine = new CommandLine(new Main(), factory);
    String first = args.length == 0 ? "" : args[0];
    if (List.of("-V", "--version").contains(first)) {
      commandLine.getCommandSpec().version("flashgrove " + version());
      return commandLine;
    }
    commandsFor(first).forEach(commandLine::addSubcommand);
    return commandLine
        .setCaseInsensitiveEnumValuesAllowed(true)
        .registerConverter(Long.class, Numbers::whole)
        .registerConverter(long.class, Numbers::whole)
        .registerConverter(Integer.class, Numbers::wholeInt)
        .registerConverter(int.class, Numbers::wholeInt)
        .setExpandAtFiles(false)
        .registerConverter(Path.class, Main::path);
  }

  /**
   * Returns the command with the given name as a list of one. If there is no such command, returns
   * all commands.
   */
  private static List<Class<?>> commandsFor(String name) {
    List<Class<?>> own = named(name, COMMANDS);
    if (!own.isEmpty()) {
      return own;
    }
    List<Class<?>> all = new ArrayList<>(COMMANDS);
    all.addAll(ContributedCommands.present());
    List<Class<?>> named = named(name, all);
    return named.isEmpty() ? all : named;
  }

  private static List<Class<?>> named(String name, List<Class<?>> commands) {
    return commands.stream()
        .filter(type -> type.getAnnotation(Command.class).name().equals(name))
        .toList();
  }

  /** Returns the version of the jar, or a placeholder for classes outside of a jar. */
  private static String version() {
    String version = Main.class.getPackage().getImplementationVersion();
    return version == null ? "of unpacked classes" : version;
  }

  /**
   * Converts an argument to a path. Rejects an empty argument, which would mean the working
   * directory.
   */
  private static Path path(String name) {
    if (name.isEmpty()) {
      throw new TypeConversionException("an empty name");
    }
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      throw new TypeConversionException(e.getReason());
    }
  }
}

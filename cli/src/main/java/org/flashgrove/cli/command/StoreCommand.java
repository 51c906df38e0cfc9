package org.flashgrove.cli.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.flashgrove.access.Store;
import org.flashgrove.access.record.SkippedRecords;
import org.flashgrove.access.structure.RecordStructure;
import org.flashgrove.access.table.Table;
import org.flashgrove.cli.machine.MachineFacts;
import picocli.CommandLine.Option;

/**
 * Base class of all commands, with the streams and the options {@code --json} and {@code --debug}.
 */
public abstract class StoreCommand implements Callable<Integer> {
  /** Holder of the mapper for {@code --json}, which takes long to load. */
  private static final class Json {
    static final ObjectMapper MAPPER =
        new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
  }

  private static final String MACHINE = "machine";
  private static final int SKIPPED_SHOWN = 10;

  /** Placeholder of the store directory in help texts. */
  static final String DIRECTORY = "DIR";

  private final Terminal terminal;
  private final List<String> notes = new ArrayList<>();
  private Path place = Path.of("");

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  private boolean json;

  @Option(names = "--debug", description = "Also print the stack trace of an error.")
  private boolean debug;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  public StoreCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  public Terminal terminal() {
    return terminal;
  }

  boolean isDebugging() {
    return debug;
  }

  /**
   * Returns a sentence that tells which files a failed command left behind or removed. The sentence
   * is printed after the error message. It may be empty.
   */
  public String consequence() {
    return "";
  }

  /** Returns advice to print after the message about a damaged store. */
  public String remedy(String directory) {
    return "'flashgrove salvage " + directory + " --to NEW' rescues what can be read";
  }

  public boolean isJson() {
    return json;
  }

  /**
   * Sets the directory with the files that the command works on. {@link #machine} then describes
   * the file system of this directory.
   */
  public void at(Path directory) {
    place = directory;
  }

  /** Returns the facts about the machine that every JSON object includes. */
  public MachineFacts machine() {
    return MachineFacts.of(place);
  }

  /** Opens a store. Prints a message if opening had to remove a torn tail of the log. */
  public Store openStore(Path directory) {
    at(directory);
    Store store = Store.open(directory);
    sayTornTail(directory, store);
    return store;
  }

  /**
   * Opens a store for reading only, so that other processes may read it at the same time. A store
   * on a simulated device is opened exclusively instead, because reads change the state of the
   * device, such as its clock.
   */
  public Store openStoreForReading(Path directory) {
    at(directory);
    Store store =
        Store.designOf(directory).device().isSimulated()
            ? Store.open(directory)
            : Store.openReadOnly(directory);
    sayTornTail(directory, store);
    return store;
  }

  /** Opens the store of a structure. */
  public Store open(ChosenStructure chosen) {
    return openStore(chosen.directory());
  }

  /** Opens the store of a structure for reading only, like {@link #openStoreForReading}. */
  public Store openForReading(ChosenStructure chosen) {
    return openStoreForReading(chosen.directory());
  }

  /** Opens a table for reading only, like {@link #openStoreForReading}. */
  public Table openTableForReading(ChosenStructure chosen) {
    return Table.of(openForReading(chosen), chosen.name()).closingStore();
  }

  /**
   * Opens a table for reading only.
   *
   * @param cacheBytes memory for caching record pages, in bytes
   */
  public Table openTableForReading(ChosenStructure chosen, long cacheBytes) {
    at(chosen.directory());
    Store store =
        Store.open(
            chosen.directory(),
            !chosen.design().device().isSimulated(),
            found -> found.with(chosen.name(), RecordStructure.KIND + ":cache=" + cacheBytes));
    sayTornTail(chosen.directory(), store);
    return Table.of(store, chosen.name()).closingStore();
  }

  private void sayTornTail(Path directory, Store store) {
    long torn = store.recovery().tornBytes();
    if (torn > 0) {
      terminal
          .err()
          .println(
              "flashgrove: "
                  + directory
                  + ": a torn tail of "
                  + torn
                  + " bytes was "
                  + (store.isReadOnly() ? "passed over (or is being written)" : "cut off"));
    }
  }

  /** Prints a line for people. Prints nothing with {@code --json}. */
  public void say(String format, Object... values) {
    if (!json) {
      terminal.out().println(String.format(Locale.ROOT, format, values));
    }
  }

  /**
   * Prints each message about lost data on the error stream, and adds it to the {@code --json}
   * object.
   */
  public void note(List<String> lines) {
    for (String line : lines) {
      terminal.err().println("flashgrove: " + line);
    }
    notes.addAll(lines);
  }

  /** Prints the {@code --json} object. Prints nothing without {@code --json}. */
  public void print(Map<String, Object> members) {
    print(terminal.out(), members);
  }

  private void print(PrintStream stream, Map<String, Object> members) {
    if (json) {
      stream.println(text(members));
    }
  }

  /**
   * Prints the remaining members of the {@code --json} object. The caller has already printed the
   * first members, because they were too large to keep in memory.
   */
  public void printRest(Map<String, Object> members) {
    terminal.out().println(text(members).substring(1)); // without the opening brace
  }

  private String text(Map<String, Object> members) {
    Map<String, Object> all = new LinkedHashMap<>(members);
    if (!notes.isEmpty()) {
      all.put("notes", notes);
    }
    all.putIfAbsent(MACHINE, machine().members());
    try {
      return Json.MAPPER.writeValueAsString(all);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Prints a summary: the {@code --json} object, or a line of text.
   *
   * @param aside whether the results went to standard output, so that the summary must go to the
   *     error stream
   */
  public void summarize(
      boolean aside, Map<String, Object> members, String format, Object... values) {
    PrintStream stream = aside ? terminal.err() : terminal.out();
    print(stream, members);
    if (!json) {
      stream.println(String.format(Locale.ROOT, format, values));
    }
  }

  /**
   * Adds to {@code members}, the JSON object of a query, the records that the query skipped. Prints
   * the first of these records on the error stream.
   */
  protected final void reportSkipped(Map<String, Object> members, SkippedRecords skipped) {
    members.put("skipped", skipped.count());
    if (skipped.count() > 0) {
      members.put("skippedRecords", skipped.first());
      terminal()
          .err()
          .printf(
              Locale.ROOT,
              "flashgrove: %,d skipped since no algorithm can evaluate their geometry%n",
              skipped.count());
      skipped.first().stream()
          .limit(SKIPPED_SHOWN)
          .forEach(
              each ->
                  terminal()
                      .err()
                      .println("flashgrove: skipped record " + each.key() + ": " + each.reason()));
    }
  }
}

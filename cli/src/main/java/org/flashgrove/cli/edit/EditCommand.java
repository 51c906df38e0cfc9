package org.flashgrove.cli.edit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.flashgrove.access.Store;
import org.flashgrove.access.table.Table;
import org.flashgrove.cli.command.ChosenStructure;
import org.flashgrove.cli.command.DeviceMembers;
import org.flashgrove.cli.command.IndexedBounds;
import org.flashgrove.cli.command.JsonOutput;
import org.flashgrove.cli.command.Numbers;
import org.flashgrove.cli.command.Progress;
import org.flashgrove.cli.command.StoreCommand;
import org.flashgrove.cli.command.StructureOption;
import org.flashgrove.cli.command.TableSystem;
import org.flashgrove.cli.command.Terminal;
import org.flashgrove.cli.input.CheckedFiles;
import org.flashgrove.cli.input.GivenIds;
import org.flashgrove.cli.input.InputOptions;
import org.flashgrove.cli.input.SpooledFiles;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.EntryKind;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.feature.FreshIds;
import org.flashgrove.datasets.feature.RowForms;
import org.flashgrove.datasets.format.DataFiles;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Base class of commands that change a store or a table. Each row of the input files is one change.
 * In an index, each row is one commit; in a table, several rows share a commit. Without {@code
 * --acks}, the command checks all rows before it applies the first one. With {@code --acks}, it
 * applies each row as it arrives.
 */
abstract class EditCommand extends StoreCommand {
  private static final int MOST_COMMIT_ROWS = 10_000;

  @Parameters(paramLabel = "DIR", description = "Directory of the store or table.")
  private Path directory;

  @Mixin private StructureOption structure = new StructureOption();

  @Mixin private InputOptions input = new InputOptions();

  @Option(
      names = "--acks",
      description =
          "Print each id on a line once its change is durable. Rows are applied as they arrive, and"
              + " the summary goes to standard error.")
  private boolean acks;

  @Option(
      names = "--commit-rows",
      paramLabel = "N",
      defaultValue = "1000",
      description =
          "Number of rows of a table per commit, 1 to 10000; with --acks, each row is a commit"
              + " (default: ${DEFAULT-VALUE}).")
  private int commitRows;

  private final RowChange change;
  private ChosenStructure chosen;
  private boolean isTable;

  /**
   * Target by which all rows were checked before the first row is applied; null if rows need no
   * check.
   */
  private RowTarget checked;

  private final GivenIds ids = new GivenIds();

  /**
   * Source of new ids if rows are applied as they arrive; null before the first row without an id.
   */
  private FreshIds made;

  private long applied;
  private long notFound;

  EditCommand(Terminal terminal, RowChange change) {
    super(terminal);
    this.change = change;
  }

  @Override
  public Integer call() throws IOException {
    chosen = structure.ownIn(directory);
    isTable = chosen.isTable();
    if (replaces() && !isTable && !chosen.hasIds()) {
      throw new IllegalArgumentException(
          "--replace: needs a table, or a spatial store created with --ids; omit --replace");
    }
    rowsOfCommit(); // throws for invalid options before any row is read
    if (chosen.isOfPairs()) {
      PairRows.requireFits(change);
    } else if (chosen.isOfTimes()) {
      TimeRows.requireFits(change);
    }
    if (!acks) {
      applyChecked();
      return 0;
    }
    try (RowTarget target = openTarget();
        Acknowledgements acknowledgements =
            new Acknowledgements(target.store(), terminal().out())) {
      try {
        applyAsTheyCome(target, acknowledgements);
      } catch (InputException | UncheckedIOException e) {
        acknowledgements.finish();
        throw e;
      }
      acknowledgements.finish();
      report(target.store());
    }
    return 0;
  }

  private RowTarget openTarget() {
    if (chosen.isOfPairs()) {
      return new PairRows(open(chosen), chosen.name(), change);
    }
    if (chosen.isOfTimes()) {
      return new TimeRows(open(chosen), chosen);
    }
    return isTable
        ? new RecordRows(
            Table.of(open(chosen), chosen.name()).closingStore(),
            change,
            replaces(),
            acks ? 1 : rowsOfCommit(),
            new TableSystem(directory, chosen.name()))
        : new EntryRows(open(chosen), chosen, change, replaces());
  }

  /** Opens the store for reading, as a target that checks rows before they are applied. */
  private RowTarget openForChecks() {
    Store store = Store.openReadOnly(directory);
    return isTable
        ? new RecordRows(
            Table.of(store, chosen.name()).closingStore(),
            change,
            replaces(),
            rowsOfCommit(),
            new TableSystem(directory, chosen.name()))
        : new EntryRows(store, chosen, change, replaces());
  }

  private int rowsOfCommit() {
    if (commitRows < 1 || commitRows > MOST_COMMIT_ROWS) {
      throw new IllegalArgumentException(
          "--commit-rows " + commitRows + " (allowed: 1 to " + MOST_COMMIT_ROWS + ")");
    }
    return commitRows;
  }

  /** Returns whether an inserted row replaces the record with the same key. */
  boolean replaces() {
    return false;
  }

  private RowForms forms() {
    return chosen.isOfPairs() || chosen.isOfTimes()
        ? chosen.forms()
        : change.forms(isTable, chosen.hasIds());
  }

  /** Checks all rows, then applies them. */
  private void applyChecked() throws IOException {
    try (SpooledFiles files = new SpooledFiles(terminal(), input.files())) {
      long[] rows = {0};
      if (isTable || chosen.hasIds()) {
        try (RowTarget target = openForChecks()) {
          checked = target;
          forEachIn(
              files,
              input.reporting(terminal()),
              new FreshIds(),
              true,
              row -> {
                target.check(row);
                rows[0]++;
              });
        }
      } else {
        forEachIn(
            files,
            input.reporting(terminal()),
            new FreshIds(),
            true,
            row -> {
              if (chosen.isOfTimes()) {
                TimeRows.requireRow(chosen, row);
              }
              rows[0]++;
            });
      }
      try (RowTarget target = openTarget()) {
        FreshIds source = source(target);
        try (Progress progress = new Progress(terminal(), change.done(), rows[0])) {
          forEachIn(
              files,
              input.silent(),
              source,
              false,
              row -> {
                apply(target, row);
                progress.step();
              });
          target.finish();
        }
        report(target.store());
      }
    }
  }

  /**
   * Reads all files and passes their valid rows to {@code use}.
   *
   * @param source source of ids for rows without an id
   * @param isLook whether the rows are only checked and not applied
   */
  private void forEachIn(
      SpooledFiles files,
      BadRowPolicy policy,
      FreshIds source,
      boolean isLook,
      Consumer<FeatureCursor> use)
      throws IOException {
    for (String file : files.paths()) {
      try (FeatureCursor rows =
          DataFiles.open(files.file(file), file, input.form(), policy, forms())) {
        makeIdsOf(rows, () -> source);
        if (!isLook) {
          noteKind(rows);
        }
        forEach(
            rows,
            policy,
            row -> {
              use.accept(row);
              if (isLook) {
                ids.add(file, row);
              }
            });
        if (isLook) {
          sayKind(file, rows);
          note(losses(file, rows, checked));
        }
      }
    }
  }

  /**
   * Returns a source of ids for inserted rows without an id. The ids differ from all ids in the
   * target and in the files.
   */
  private FreshIds source(RowTarget target) {
    if (ids.areIncomplete() && change == RowChange.INSERT) {
      target.addIdsTo(ids);
      note(ids.notes());
    }
    return ids.source();
  }

  private List<String> losses(String file, FeatureCursor rows, RowTarget target) {
    if (isTable) {
      return target.losses(rows);
    }
    return change == RowChange.INSERT ? CheckedFiles.entryNotes(file, rows) : rows.notes();
  }

  /**
   * Sets the source of new ids for rows without an id, if the change is an insertion. Other changes
   * need no new ids, because their rows name existing objects.
   */
  private void makeIdsOf(FeatureCursor rows, Supplier<FreshIds> source) {
    if (change == RowChange.INSERT) {
      rows.makeIdsFrom(source);
    }
  }

  /**
   * Prints a message if the rows have geometries and the target is a spatial index. A spatial index
   * stores only the rectangles of geometries; a table stores the geometries.
   */
  private void sayKind(String file, FeatureCursor rows) {
    if (!isTable) {
      CheckedFiles.sayKind(terminal(), file, rows);
    }
  }

  private void noteKind(FeatureCursor rows) {
    if (!isTable && rows.kind() == EntryKind.GEOMETRIES) {
      IndexedBounds.note(directory, chosen.name());
    }
  }

  private void applyAsTheyCome(RowTarget target, Acknowledgements acknowledgements) {
    BadRowPolicy policy = input.reporting(terminal());
    for (String file : input.files()) {
      try (FeatureCursor rows =
          DataFiles.open(
              SpooledFiles.once(terminal(), file), file, input.form(), policy, forms())) {
        sayKind(file, rows);
        noteKind(rows);
        makeIdsOf(
            rows,
            () -> {
              target.addIdsTo(ids); // includes the ids of rows applied before
              made = ids.source();
              return made;
            });
        forEach(
            rows,
            policy,
            row -> {
              if (apply(target, row)) {
                acknowledgements.done(row.id());
              }
            });
        note(losses(file, rows, target));
      }
    }
  }

  /**
   * Passes the valid rows of a file to {@code use}. The policy decides about rows that {@code use}
   * rejects.
   */
  private static void forEach(
      FeatureCursor rows, BadRowPolicy policy, Consumer<FeatureCursor> use) {
    while (rows.next()) {
      try {
        use.accept(rows);
      } catch (InputException bad) {
        policy.onBadRow(bad);
      }
    }
  }

  private boolean apply(RowTarget target, FeatureCursor row) {
    if (made != null && !row.isIdMade() && made.isMade(row.id())) {
      throw row.problem(
          "a row before it has no id and got the id " + row.id(),
          "ids of all rows, or insert without --acks");
    }
    target.check(row);
    boolean found = target.apply(row);
    if (found) {
      applied++;
    } else {
      notFound++;
    }
    return found;
  }

  private void report(Store store) {
    store.sync();
    Map<String, Object> members = new LinkedHashMap<>();
    members.put(change.done(), applied);
    members.put("notFound", notFound);
    input.addLeftOut(members);
    long size = store.structure(chosen.name()).size();
    members.put("entries", size);
    JsonOutput.addTables(members, store);
    JsonOutput.addTraffic(members, store.stats(), chosen.name());
    DeviceMembers.add(members, DeviceMembers.of(store));
    DeviceMembers.addUnits(members, store);
    summarize(
        acks,
        members,
        "%s %s, %,d %s; the %s holds %,d",
        Numbers.counted(
            applied,
            isTable || chosen.isOfTimes() ? "record" : chosen.isOfPairs() ? "pair" : "entry"),
        change.done(),
        notFound,
        chosen.isOfPairs() && change == RowChange.INSERT ? "there already" : "not found",
        isTable ? "table" : chosen.isWhole() ? "store" : "structure " + chosen.name(),
        size);
  }
}

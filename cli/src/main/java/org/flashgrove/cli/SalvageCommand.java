package org.flashgrove.cli;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.flashgrove.access.Salvage;
import org.flashgrove.access.SalvageHints;
import org.flashgrove.access.SalvageReport;
import org.flashgrove.access.StoreRemains;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableSalvage;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.storage.node.SalvageFigures;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Rescues the entries of a damaged store. */
@Command(
    name = "salvage",
    description = {
      "Rescue every readable entry of a damaged store, or every readable record of a damaged table,"
          + " into a new one.",
      "The damaged store is not written to. Entries that may be out of date or deleted are rescued,"
          + " too, and counted as uncertain. Losses are listed, and the exit code is 0 all the"
          + " same; it is 3 if nothing can be read."
    })
final class SalvageCommand extends StoreCommand {
  private static final int LOSSES_SHOWN = 20;

  @Parameters(paramLabel = "DIR", description = "Directory of the damaged store.")
  private Path directory;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "DIR2",
      description = "Directory of the new store, new or empty.")
  private Path target;

  @Option(
      names = "--index",
      paramLabel = "SPEC",
      description = "The damaged store's index, if its description does not say it any more.")
  private String index;

  @Option(
      names = "--device",
      paramLabel = "SPEC",
      description = "The damaged store's device, likewise.")
  private String device;

  @Option(
      names = "--page-size",
      paramLabel = "BYTES",
      description = "Bytes of the damaged store's pages, likewise.")
  private int pageSize;

  SalvageCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() {
    Directories.requireNew(target);
    if (isTable()) {
      return rescueTable();
    }
    long start = System.nanoTime();
    SalvageReport report =
        Salvage.run(directory, target, new SalvageHints(index, device, pageSize));
    IndexedBounds.copy(directory, target);
    Map<String, Object> members = Members.of(report.options());
    SalvageFigures figures = report.figures();
    members.put("entries", report.entries());
    members.put("uncertainEntries", report.uncertainEntries());
    members.put("duplicates", report.duplicates());
    members.put("impossibleEntries", report.impossibleEntries());
    if (figures.entriesExpected() >= 0) {
      members.put("entriesExpected", figures.entriesExpected());
    }
    members.put("complete", report.isComplete());
    members.put("pages", pages(figures));
    members.put("leaves", figures.leaves());
    members.put("uncertainLeaves", figures.uncertainLeaves());
    members.put("lostNodes", figures.lostNodes());
    members.put("lossCount", report.lossCount());
    members.put("losses", report.losses());
    members.put("uncertainties", report.uncertainties());
    members.put("elapsedMillis", (System.nanoTime() - start) / 1e6);
    print(members);
    sayLosses(report.losses(), report.lossCount());
    report.uncertainties().stream().limit(LOSSES_SHOWN).forEach(leaf -> say("uncertain: %s", leaf));
    if (figures.uncertainLeaves() > LOSSES_SHOWN) {
      say("and %,d more uncertain leaves", figures.uncertainLeaves() - LOSSES_SHOWN);
    }
    say(
        "%s: %,d entries rescued, %,d of them uncertain%s",
        target,
        report.entries(),
        report.uncertainEntries(),
        figures.entriesExpected() >= 0
            ? String.format(", of %,d there should be", figures.entriesExpected())
            : "");
    return 0;
  }

  /** Of a description that cannot be read the salvage of a store of one index makes what it can. */
  private boolean isTable() {
    try {
      return Table.isTable(directory);
    } catch (DamagedStoreException e) {
      return false;
    } catch (StoreIoException e) {
      if (StoreRemains.areIn(directory)) {
        return false;
      }
      throw e;
    }
  }

  private Integer rescueTable() {
    if (index != null || device != null || pageSize != 0) {
      throw new IllegalArgumentException(
          "--index, --device and --page-size are not for tables (allowed: none of them: a table's"
              + " description must be whole)");
    }
    long start = System.nanoTime();
    TableSalvage.Report report = TableSalvage.run(directory, target);
    Map<String, Object> members = Members.of(report.options());
    members.put("records", report.records());
    members.put("uncertainRecords", report.uncertainRecords());
    members.put("impossibleRecords", report.impossibleRecords());
    members.put("complete", report.isComplete());
    members.put("unreadablePages", report.unreadablePages());
    members.put("lossCount", report.lossCount());
    members.put("losses", report.losses());
    members.put("elapsedMillis", (System.nanoTime() - start) / 1e6);
    print(members);
    sayLosses(report.losses(), report.lossCount());
    say(
        "%s: %,d records rescued, %,d of them uncertain",
        target, report.records(), report.uncertainRecords());
    return 0;
  }

  private void sayLosses(List<String> losses, long count) {
    losses.stream().limit(LOSSES_SHOWN).forEach(loss -> say("lost: %s", loss));
    if (count > LOSSES_SHOWN) {
      say("and %,d more losses; --json lists a thousand", count - LOSSES_SHOWN);
    }
  }

  private static Map<String, Object> pages(SalvageFigures figures) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("slots", figures.slots());
    members.put("nodeImages", figures.nodeImages());
    members.put("other", figures.otherPages());
    members.put("blank", figures.blankPages());
    members.put("unreadable", figures.unreadablePages());
    return members;
  }
}

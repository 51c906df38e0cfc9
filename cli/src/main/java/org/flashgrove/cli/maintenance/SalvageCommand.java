package org.flashgrove.cli.maintenance;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.cli.command.Directories;
import org.flashgrove.cli.command.IndexedBounds;
import org.flashgrove.cli.command.JsonOutput;
import org.flashgrove.cli.command.Numbers;
import org.flashgrove.cli.command.StoreCommand;
import org.flashgrove.cli.command.TableSystem;
import org.flashgrove.cli.command.Terminal;
import org.flashgrove.salvage.RescuedStructure;
import org.flashgrove.salvage.Salvage;
import org.flashgrove.salvage.SalvageHints;
import org.flashgrove.salvage.SalvageReport;
import org.flashgrove.storage.node.SalvageStats;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Copies the readable entries of a damaged store to a new store. */
@Command(
    name = "salvage",
    description = {
      "Rescue every readable entry and record of a damaged store into a new store.",
      "The damaged store is not changed. Indexes of tables are rebuilt. Entries that may be"
          + " outdated or deleted are also rescued, and counted as uncertain. The command lists"
          + " losses, but its exit code is 0; it is 3 if nothing can be read."
    })
public final class SalvageCommand extends StoreCommand {
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
      description = "Index of the damaged store, if its description (store.meta) is lost.")
  private String index;

  @Option(
      names = "--device",
      paramLabel = "SPEC",
      description = "Device of the damaged store, if its description is lost.")
  private String device;

  @Option(
      names = "--page-size",
      paramLabel = "BYTES",
      description = "Page size of the damaged store, if its description is lost.")
  private int pageSize;

  @Option(
      names = "--structure",
      paramLabel = "NAME=SPEC",
      description = {
        "Name and spec of a structure of the damaged store, if its description is lost. Repeat the"
            + " option for all structures, in the order of their creation: table.geom=rstar,"
            + " table=records for a table; roads=rstar, names=bplus for other stores."
      })
  private final Map<String, String> structures = new LinkedHashMap<>();

  SalvageCommand(Terminal terminal) {
    super(terminal);
  }

  /** Returns an empty text, because salvage is itself the remedy for damage. */
  @Override
  public String remedy(String damaged) {
    return "";
  }

  @Override
  public Integer call() {
    Directories.requireNew(target);
    long start = System.nanoTime();
    SalvageReport report =
        Salvage.run(directory, target, new SalvageHints(index, device, pageSize, structures));
    IndexedBounds.copy(directory, target);
    TableSystem.copy(directory, target);
    StoreDesign design = report.design();
    Map<String, Object> members = JsonOutput.of(design);
    if (design.isOneTable()) {
      addRecords(members, report);
    } else {
      addEntries(members, report);
    }
    members.put("complete", report.isComplete());
    members.put("pages", pages(report));
    members.put("unreadablePages", report.slots().unreadablePages());
    members.put("structures", report.structures().stream().map(SalvageCommand::members).toList());
    members.put("lossCount", report.lossCount());
    members.put("losses", report.losses());
    members.put("uncertainties", report.uncertainties());
    members.put("elapsedMillis", (System.nanoTime() - start) / 1e6);
    print(members);
    say(report);
    return 0;
  }

  private static void addRecords(Map<String, Object> members, SalvageReport report) {
    RescuedStructure records = report.structures().get(0);
    members.put("records", records.entries());
    members.put("uncertainRecords", records.uncertain());
    members.put("impossibleRecords", records.impossible());
    if (records.expected() >= 0) {
      members.put("recordsExpected", records.expected());
    }
  }

  private static void addEntries(Map<String, Object> members, SalvageReport report) {
    members.put("entries", report.entries());
    members.put("uncertainEntries", report.uncertainEntries());
    if (report.design().isSpatialStore()) {
      addFigures(members, report.structures().get(0));
    }
  }

  private static Map<String, Object> members(RescuedStructure structure) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("name", structure.name());
    members.put("spec", structure.spec());
    members.put("entries", structure.entries());
    members.put("uncertainEntries", structure.uncertain());
    addFigures(members, structure);
    members.put("complete", structure.isComplete());
    return members;
  }

  private static void addFigures(Map<String, Object> members, RescuedStructure structure) {
    members.put("duplicates", structure.duplicates());
    members.put("impossibleEntries", structure.impossible());
    if (structure.expected() >= 0) {
      members.put("entriesExpected", structure.expected());
    }
    SalvageStats figures = structure.figures();
    if (figures != null) {
      members.put("leaves", figures.leaves());
      members.put("uncertainLeaves", figures.uncertainLeaves());
      members.put("lostNodes", figures.lostNodes());
    }
  }

  private static Map<String, Object> pages(SalvageReport report) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("slots", report.slots().slots());
    members.put("nodeImages", report.nodeImages());
    members.put("other", report.slots().otherPages());
    members.put("blank", report.slots().blankPages());
    members.put("unreadable", report.slots().unreadablePages());
    return members;
  }

  private void say(SalvageReport report) {
    report.losses().stream().limit(LOSSES_SHOWN).forEach(loss -> say("lost: %s", loss));
    if (report.lossCount() > LOSSES_SHOWN) {
      say("and %,d more losses; --json lists a thousand", report.lossCount() - LOSSES_SHOWN);
    }
    report.uncertainties().stream().limit(LOSSES_SHOWN).forEach(leaf -> say("uncertain: %s", leaf));
    if (report.uncertaintyCount() > LOSSES_SHOWN) {
      say("and %,d more uncertain leaves", report.uncertaintyCount() - LOSSES_SHOWN);
    }
    for (RescuedStructure structure : report.structures()) {
      say(
          "%s: %s rescued, %,d of them uncertain%s",
          report.structures().size() == 1 ? target : target + ", " + structure.name(),
          Numbers.counted(structure.entries(), report.isOfRecords(structure) ? "record" : "entry"),
          structure.uncertain(),
          structure.expected() >= 0
              ? String.format(", of %,d there should be", structure.expected())
              : "");
    }
  }
}

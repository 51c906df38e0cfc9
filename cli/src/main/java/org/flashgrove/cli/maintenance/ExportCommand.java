package org.flashgrove.cli.maintenance;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import org.flashgrove.access.Store;
import org.flashgrove.access.structure.EntryStructure;
import org.flashgrove.access.table.GeometryIndex;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableIndex;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.cli.command.ChosenStructure;
import org.flashgrove.cli.command.Numbers;
import org.flashgrove.cli.command.OutputFiles;
import org.flashgrove.cli.command.StoreCommand;
import org.flashgrove.cli.command.StructureOption;
import org.flashgrove.cli.command.TableSystem;
import org.flashgrove.cli.command.Terminal;
import org.flashgrove.cli.input.CoordinateOptions;
import org.flashgrove.core.structure.NodeVisitor;
import org.flashgrove.datasets.feature.CoordinateSystem;
import org.flashgrove.datasets.feature.DataFormat;
import org.flashgrove.datasets.feature.Fact;
import org.flashgrove.datasets.feature.FeatureSchema;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.feature.Losses;
import org.flashgrove.datasets.file.OutputFile;
import org.flashgrove.datasets.file.TextOutput;
import org.flashgrove.datasets.format.DataFormats;
import org.flashgrove.storage.heap.page.HeapRecord;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Exports the content of a store, or the rectangles of its nodes, to data files or a picture. */
@Command(
    name = "export",
    description =
        "Write the entries of a store, the records of a table, or the rectangles of a tree's"
            + " nodes.")
public final class ExportCommand extends StoreCommand {
  private static final int SMALLEST_PANEL = 64;
  private static final int LARGEST_PANEL = 4096;

  /** Options that name the output files for nodes: a GeoJSON file, a picture, or both. */
  private static final class Targets {
    @Option(
        names = "--nodes",
        paramLabel = "FILE.geojson",
        description =
            "GeoJSON file with one feature per node, which has the attributes level, node, parent"
                + " and entries.")
    private Path nodes;

    @Option(
        names = "--picture",
        paramLabel = "FILE.png",
        description = "Picture with one panel per level of the tree, and one for the entries.")
    private Path picture;

    @Option(
        names = "--out",
        paramLabel = "FILE",
        description =
            "Data file with the entries of a store, or the records of a table. The extension"
                + " selects the format: CSV, GeoJSON, well-known text, FlatGeobuf, GeoPackage or"
                + " GeoParquet.")
    private Path out;
  }

  @Parameters(paramLabel = "DIR", description = "Directory of the store or table.")
  private Path directory;

  @Mixin private StructureOption structure = new StructureOption();

  @ArgGroup(exclusive = false, multiplicity = "1")
  private Targets targets;

  @Mixin private CoordinateOptions coordinates = new CoordinateOptions();

  @Option(
      names = "--to",
      paramLabel = "NAME",
      description = "Format of --out (default: from its extension).")
  private String to;

  @Option(
      names = "--entries",
      description =
          "Also write the entries of leaves to the GeoJSON file, with level -1 and their ids. For a"
              + " table, the ids are the keys of the records.")
  private boolean entries;

  @Option(
      names = "--index",
      paramLabel = "NAME",
      description = "Spatial index of a table to write (default: the first).")
  private String index;

  @Option(
      names = "--panel",
      paramLabel = "PIXELS",
      defaultValue = "600",
      description = "Longer side of each panel of the picture, in pixels (default: 600).")
  private int panel;

  ExportCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() throws IOException {
    if (panel < SMALLEST_PANEL || panel > LARGEST_PANEL) {
      throw new IllegalArgumentException(
          "--panel " + panel + " (allowed: " + SMALLEST_PANEL + " to " + LARGEST_PANEL + ")");
    }
    OutputFiles.requireEnding("--nodes", targets.nodes, ".geojson", ".json");
    OutputFiles.require("--picture", targets.picture, ".png");
    OutputFiles.require("--out", targets.out);
    requireOtherFiles();
    ChosenStructure source = structure.ownIn(directory).requireObjects();
    if (targets.out != null) {
      return exportEntries(source);
    }
    if (to != null) {
      throw new IllegalArgumentException("--to: needs --out; add --out FILE, or omit --to");
    }
    if (source.isTable()) {
      try (Table table = openTableForReading(source)) {
        GeometryIndex chosen = chosen(table);
        HeapRecord record = new HeapRecord();
        // entries of a table's index are RIDs, while users know records by their keys
        EntryStructure indexed = table.store().entries(chosen.structure().name());
        write(indexed, rid -> table.byRid().get(rid, record) ? record.id() : rid, chosen.name());
      }
      return 0;
    }
    if (index != null) {
      throw new IllegalArgumentException(
          "--index: works only on a table; use --structure to choose one of several structures");
    }
    try (Store store = openForReading(source)) {
      write(store.entries(source.name()), id -> id, null);
    }
    return 0;
  }

  /** Throws an exception if an output is a file of the store. */
  private void requireOtherFiles() throws IOException {
    if (Files.isDirectory(directory)) {
      List<String> files = new ArrayList<>();
      try (DirectoryStream<Path> all = Files.newDirectoryStream(directory)) {
        all.forEach(file -> files.add(file.toString()));
      }
      OutputFiles.requireOther("--nodes", targets.nodes, "DIR", files);
      OutputFiles.requireOther("--picture", targets.picture, "DIR", files);
      OutputFiles.requireOther("--out", targets.out, "DIR", files);
    }
  }

  /** Writes the entries or records of the structure instead of its nodes. */
  private int exportEntries(ChosenStructure source) throws IOException {
    if (targets.nodes != null || targets.picture != null || entries || index != null) {
      throw new IllegalArgumentException(
          "--out: cannot be combined with --nodes, --picture, --entries or --index; run export"
              + " twice");
    }
    if (source.isTable()) {
      return exportRecords(source);
    }
    try (Store store = openForReading(source)) {
      long written =
          new EntryExport(store.entries(source.name()).entries())
              .write(targets.out, to, this::note);
      Map<String, Object> members = new LinkedHashMap<>();
      members.put("file", targets.out.toString());
      members.put("features", written);
      summarize(
          isToStandardOutput(),
          members,
          "%s: %s",
          targets.out,
          Numbers.counted(written, "feature"));
    }
    return 0;
  }

  private boolean isToStandardOutput() {
    return targets.out.toString().equals("-");
  }

  private int exportRecords(ChosenStructure source) throws IOException {
    DataFormat format = DataFormats.ofFile(targets.out.toString(), FormatOptions.named(to));
    try (Table table = openTableForReading(source);
        TableSnapshot snapshot = table.snapshot()) {
      CoordinateSystem kept = new TableSystem(directory, source.name()).read();
      TableExport export = new TableExport(snapshot, format, targets.out, coordinates, kept);
      FeatureSchema written = export.learned(directory.toString());
      note(Losses.of(format, written));
      export.write(terminal(), written);
      List<String> attributes = format.carries(Fact.ATTRIBUTES) ? written.names() : List.of();
      Map<String, Object> members = new LinkedHashMap<>();
      members.put("file", targets.out.toString());
      members.put("features", written.countIn(format));
      members.put("attributes", attributes);
      members.put("withoutGeometry", written.geometries().withoutGeometry());
      summarize(
          isToStandardOutput(),
          members,
          "%s: %s, %s",
          targets.out,
          Numbers.counted(written.countIn(format), "feature"),
          Numbers.counted(attributes.size(), "attribute"));
    }
    return 0;
  }

  private GeometryIndex chosen(Table table) {
    List<String> spatial = new ArrayList<>();
    for (TableIndex each : table.indices()) {
      if (each instanceof GeometryIndex found) {
        if (index == null || index.equals(found.name())) {
          return found;
        }
        spatial.add(found.name());
      }
    }
    if (spatial.isEmpty()) {
      throw new IllegalArgumentException(
          directory + ": the table has no spatial index; add an index such as geom=rstar");
    }
    throw new IllegalArgumentException(
        "--index " + index + " (allowed: " + String.join(", ", spatial) + ")");
  }

  private void write(EntryStructure structure, LongUnaryOperator ids, String indexName)
      throws IOException {
    Map<String, Object> members = new LinkedHashMap<>();
    if (indexName != null) {
      members.put("index", indexName);
    }
    write(structure::visitNodes, ids, members);
    print(members);
  }

  private void write(
      Consumer<NodeVisitor> nodes, LongUnaryOperator ids, Map<String, Object> members)
      throws IOException {
    if (targets.nodes != null) {
      writeNodes(nodes, ids, members);
    }
    if (targets.picture != null) {
      writePicture(nodes, members);
    }
  }

  private void writeNodes(
      Consumer<NodeVisitor> nodes, LongUnaryOperator ids, Map<String, Object> members)
      throws IOException {
    try (OutputFile file = OutputFile.named(targets.nodes.toString())) {
      long written;
      try (PrintWriter out = new PrintWriter(TextOutput.create(file))) {
        NodeFeatures features = new NodeFeatures(out, entries, ids);
        nodes.accept(features);
        written = features.end();
        if (out.checkError()) {
          throw new IOException(targets.nodes + ": cannot be written");
        }
      }
      file.complete();
      members.put("features", written);
      say("%s: %s", targets.nodes, Numbers.counted(written, "feature"));
    }
  }

  private void writePicture(Consumer<NodeVisitor> nodes, Map<String, Object> members)
      throws IOException {
    NodeCounts counts = new NodeCounts();
    nodes.accept(counts);
    TreePicture picture = new TreePicture(counts, panel);
    nodes.accept(picture);
    picture.write(targets.picture);
    members.put("panels", picture.panels());
    members.put("width", picture.width());
    members.put("height", picture.height());
    say(
        "%s: %d panels, %d x %d pixels",
        targets.picture, picture.panels(), picture.width(), picture.height());
  }
}

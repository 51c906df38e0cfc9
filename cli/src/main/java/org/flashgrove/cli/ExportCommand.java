package org.flashgrove.cli;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.indexes.structure.NodeVisitor;
import org.flashgrove.indexes.structure.TreeStructure;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes where a tree's nodes lie: for a geographic information system, or as a picture. */
@Command(name = "export", description = "Write the rectangles of a tree's nodes.")
final class ExportCommand extends StoreCommand {
  private static final int SMALLEST_PANEL = 64;
  private static final int LARGEST_PANEL = 4096;

  /** What to write: one of these, or both. */
  private static final class Targets {
    @Option(
        names = "--nodes",
        paramLabel = "FILE.geojson",
        description = "GeoJSON with a feature a node: level, node, parent, entries.")
    private Path nodes;

    @Option(
        names = "--picture",
        paramLabel = "FILE.png",
        description = "A picture with a panel a level, and one for the entries.")
    private Path picture;
  }

  @Parameters(paramLabel = "DIR", description = "Directory of the store.")
  private Path directory;

  @ArgGroup(exclusive = false, multiplicity = "1")
  private Targets targets;

  @Option(
      names = "--entries",
      description = "Write the entries of leaves to the GeoJSON, too, with level -1.")
  private boolean entries;

  @Option(
      names = "--panel",
      paramLabel = "PIXELS",
      defaultValue = "600",
      description = "Longer side of a panel of the picture (default: 600).")
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
    try (SpatialStore store = openForReading(directory)) {
      Map<String, Object> members = new LinkedHashMap<>();
      if (targets.nodes != null) {
        writeNodes(store, members);
      }
      if (targets.picture != null) {
        writePicture(store, members);
      }
      print(members);
    }
    return 0;
  }

  private void writeNodes(SpatialStore store, Map<String, Object> members) throws IOException {
    try (BufferedWriter text = Files.newBufferedWriter(targets.nodes, StandardCharsets.UTF_8);
        PrintWriter out = new PrintWriter(text)) {
      NodeFeatures features = new NodeFeatures(out, entries);
      store.tree().visitNodes(features);
      long written = features.end();
      if (out.checkError()) {
        throw new IOException(targets.nodes + ": cannot be written");
      }
      members.put("features", written);
      say("%s: %,d features", targets.nodes, written);
    }
  }

  private void writePicture(SpatialStore store, Map<String, Object> members) throws IOException {
    double[] extent = new double[4];
    store
        .tree()
        .visitNodes(
            new NodeVisitor() {
              @Override
              public void node(
                  int level,
                  long nodeId,
                  long parentId,
                  int entryCount,
                  double minX,
                  double minY,
                  double maxX,
                  double maxY) {
                if (parentId < 0) {
                  extent[0] = minX;
                  extent[1] = minY;
                  extent[2] = maxX;
                  extent[3] = maxY;
                }
              }
            });
    TreeStructure structure = store.tree().structure();
    TreePicture picture = new TreePicture(structure, extent, panel);
    store.tree().visitNodes(picture);
    picture.write(targets.picture);
    members.put("panels", structure.height() + 2);
    members.put("width", picture.width());
    members.put("height", picture.height());
    say(
        "%s: %d panels, %d x %d pixels",
        targets.picture, structure.height() + 2, picture.width(), picture.height());
  }
}

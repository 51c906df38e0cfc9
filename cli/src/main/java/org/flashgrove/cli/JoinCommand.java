package org.flashgrove.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.core.geometry.WithinDistance;
import org.flashgrove.core.index.JoinVisitor;
import org.flashgrove.core.metrics.IoFigures;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Joins two stores. */
@Command(name = "join", description = "Find the pairs of entries of two stores that match.")
final class JoinCommand extends StoreCommand {
  @Parameters(index = "0", paramLabel = "LEFT", description = "Directory of a store.")
  private Path leftDirectory;

  @Parameters(
      index = "1",
      paramLabel = "RIGHT",
      description = "Directory of another store, or the same.")
  private Path rightDirectory;

  @Option(
      names = "--predicate",
      defaultValue = "intersects",
      description =
          "As for query, but not disjoint; the left entry is named first (default: intersects).")
  private String predicate;

  @Option(
      names = "--semantics",
      defaultValue = "exclusive",
      description = "exclusive or ogc, as for query (default: exclusive).")
  private String semantics;

  @Option(
      names = "--radius",
      paramLabel = "R",
      description = "Pairs within this distance of each other, in place of a predicate.")
  private Double radius;

  @Option(names = "--count", description = "Print the number of pairs only.")
  private boolean count;

  private long leftSum;
  private long rightSum;

  JoinCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() throws IOException {
    boolean same = Files.exists(rightDirectory) && Files.isSameFile(leftDirectory, rightDirectory);
    RectangleTest test = test();
    try (SpatialStore left = openForReading(leftDirectory)) {
      if (same) {
        join(left, left, test);
      } else {
        try (SpatialStore right = openForReading(rightDirectory)) {
          join(left, right, test);
        }
      }
    }
    return 0;
  }

  private RectangleTest test() {
    Predicate asked = Predicate.named(predicate);
    Semantics sense = Semantics.named(semantics);
    if (radius != null) {
      if (asked != Predicate.INTERSECTS) {
        throw new IllegalArgumentException("--radius goes without --predicate");
      }
      return new WithinDistance(radius);
    }
    if (IndexedBounds.areNoted(leftDirectory) || IndexedBounds.areNoted(rightDirectory)) {
      terminal()
          .err()
          .println("flashgrove: geometries are known by their rectangles; pairs are candidates");
      return asked.candidates();
    }
    return sense.of(asked);
  }

  private void join(SpatialStore left, SpatialStore right, RectangleTest test) {
    boolean listing = !isJson() && !count;
    if (listing) {
      terminal().out().println("left,right");
    }
    JoinVisitor visitor =
        (leftId, rightId) -> {
          leftSum += leftId;
          rightSum += rightId;
          if (listing) {
            terminal().out().println(leftId + "," + rightId);
          }
          return true;
        };
    IoFigures leftBefore = left.figures().io();
    IoFigures rightBefore = right.figures().io();
    long start = System.nanoTime();
    long pairs = left.join(right, test, visitor);
    double elapsedMillis = (System.nanoTime() - start) / 1e6;
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("results", pairs);
    members.put("leftIdChecksum", Long.toString(leftSum & Long.MAX_VALUE));
    members.put("rightIdChecksum", Long.toString(rightSum & Long.MAX_VALUE));
    members.put("leftIo", Members.of(left.figures().io().since(leftBefore)));
    members.put("rightIo", Members.of(right.figures().io().since(rightBefore)));
    members.put("elapsedMillis", elapsedMillis);
    print(members);
    if (count) {
      say("%d", pairs);
    }
  }
}

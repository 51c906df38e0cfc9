package org.flashgrove.cli.query;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.flashgrove.access.Store;
import org.flashgrove.access.join.JoinCursor;
import org.flashgrove.access.join.JoinQuery;
import org.flashgrove.access.scan.SkipCollector;
import org.flashgrove.cli.command.ChosenStructure;
import org.flashgrove.cli.command.JsonOutput;
import org.flashgrove.cli.command.StoreCommand;
import org.flashgrove.cli.command.Terminal;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.core.index.PairVisitor;
import org.flashgrove.core.metrics.IoStats;
import org.flashgrove.sidecar.FileIndex;
import org.flashgrove.sidecar.FileJoin;
import org.flashgrove.sidecar.StoreJoin;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Joins spatial indexes by rectangles, or tables by geometries. */
@Command(
    name = "join",
    description =
        "Find pairs of matching objects from two sides. A side has the entries of a store"
            + " (rectangles), the records of a table, or the features of a data file.")
public final class JoinCommand extends StoreCommand {
  @Parameters(
      index = "0",
      paramLabel = "LEFT",
      description = "Directory of a store or table, or a data file with an index.")
  private Path leftDirectory;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "RIGHT",
      description = "Directory of another store, table or data file (default: LEFT).")
  private Path rightDirectory;

  @Option(
      names = "--left",
      paramLabel = "NAME",
      description = "Name of the structure of LEFT, if LEFT has several (default: the only one).")
  private String leftName;

  @Option(
      names = "--right",
      paramLabel = "NAME",
      description = "Name of the structure of RIGHT, if RIGHT has several (default: the only one).")
  private String rightName;

  @Option(
      names = "--predicate",
      defaultValue = "intersects",
      description =
          "Predicate as for 'query', except disjoint. Its subject is the left object (default:"
              + " intersects).")
  private String predicate;

  @Option(
      names = "--semantics",
      defaultValue = "ogc",
      description =
          "Definition of the predicates: exclusive or ogc, as for 'query' (default: ogc).")
  private String semantics;

  @Option(
      names = "--radius",
      paramLabel = "R",
      description =
          "Find pairs within this distance instead of by a predicate. The unit is that of the"
              + " coordinates, or metres with the metric geodesic.")
  private Double radius;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Number of threads, which does not affect the pairs or their order (default:"
              + " ${DEFAULT-VALUE}).")
  private int threads;

  @Option(
      names = "--explain",
      description = "Print the plan, its cost and the rejected plans on standard error.")
  private boolean explains;

  @Option(names = "--count", description = "Print only the number of pairs.")
  private boolean count;

  @Spec private CommandSpec spec;

  private final SkipCollector skipped = new SkipCollector();
  private long leftSum;
  private long rightSum;

  JoinCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() throws IOException {
    Path other = rightDirectory == null ? leftDirectory : rightDirectory;
    boolean isLeftFile = FileIndex.supports(leftDirectory);
    boolean isRightFile = FileIndex.supports(other);
    if (isLeftFile && isRightFile) {
      return joinFiles(other);
    }
    if (isLeftFile) {
      return joinFile(leftDirectory, chosen(other, "--right", rightName), true);
    }
    return isRightFile
        ? joinFile(other, chosen(leftDirectory, "--left", leftName), false)
        : joinStructures(other);
  }

  private int joinStructures(Path other) throws IOException {
    if (threads < 1) {
      throw new IllegalArgumentException("--threads " + threads + " (allowed: 1 or more)");
    }
    ChosenStructure leftSide = chosen(leftDirectory, "--left", leftName);
    ChosenStructure rightSide = chosen(other, "--right", rightName);
    boolean same = Files.isSameFile(leftDirectory, other);
    Predicate asked = Predicate.named(predicate);
    Semantics sense = Semantics.named(semantics);
    requireOneQuestion(asked);
    requireJoinable(leftSide, rightSide, asked);
    boolean onlyBounds = leftSide.isOfBounds() || rightSide.isOfBounds();
    if (onlyBounds && (radius == null || leftSide.isTable() || rightSide.isTable())) {
      sayCandidates();
    }
    try (Store leftStore = openForReading(leftSide);
        Store rightStore = same ? null : openForReading(rightSide)) {
      JoinedStructure left = JoinedStructure.of(leftStore, leftSide);
      JoinedStructure right =
          same && leftSide.name().equals(rightSide.name())
              ? left
              : JoinedStructure.of(same ? leftStore : rightStore, rightSide);
      JoinQuery pairs = left.joinedWith(right).threads(threads);
      JoinQuery join = radius == null ? pairs.matching(asked, sense) : pairs.within(radius);
      run(onlyBounds ? join.byBounds() : join, left, right);
    }
    return 0;
  }

  /** Joins two indexed data files by their geometries, and prints pairs of feature ids. */
  private int joinFiles(Path other) {
    FileQuery.requireOnly(spec, "--predicate", "--semantics", "--radius", "--count");
    Predicate asked = Predicate.named(predicate);
    requireOneQuestion(asked);
    try (FileIndex left = FileIndex.open(leftDirectory);
        FileIndex right = FileIndex.open(other)) {
      FileJoin join =
          radius == null
              ? FileJoin.matching(left, right, asked, Semantics.named(semantics))
              : FileJoin.within(left, right, radius);
      PairVisitor pairs = pairs();
      long start = System.nanoTime();
      long found = join.forEach((one, two) -> pairs.visit(one.id(), two.id()));
      report(found, new LinkedHashMap<>(), (System.nanoTime() - start) / 1e6);
    }
    return 0;
  }

  /**
   * Joins an indexed data file with a store or a table, and prints pairs of ids.
   *
   * @param isLeft whether the file is the left side
   */
  private int joinFile(Path file, ChosenStructure structure, boolean isLeft) throws IOException {
    FileQuery.requireOnly(
        spec, "--predicate", "--semantics", "--radius", "--count", isLeft ? "--right" : "--left");
    Predicate asked = Predicate.named(predicate);
    requireOneQuestion(asked);
    if (structure.isOfBounds()) {
      sayCandidates();
    }
    try (FileIndex index = FileIndex.open(file);
        Store store = openForReading(structure)) {
      StoreJoin join = JoinedStructure.of(store, structure).joinedWith(index);
      StoreJoin sided = isLeft ? join : join.reversed();
      PairVisitor pairs = pairs();
      StoreJoin.PairConsumer consumer =
          (feature, id) -> pairs.visit(isLeft ? feature.id() : id, isLeft ? id : feature.id());
      long start = System.nanoTime();
      long found =
          radius == null
              ? sided.matching(asked, Semantics.named(semantics), consumer)
              : sided.within(radius, consumer);
      report(found, new LinkedHashMap<>(), (System.nanoTime() - start) / 1e6);
    }
    return 0;
  }

  /**
   * Throws an exception if the chosen structures cannot be joined by the requested predicate or
   * distance. Called before a store is opened.
   */
  private void requireJoinable(ChosenStructure left, ChosenStructure right, Predicate asked) {
    if (radius == null) {
      JoinQuery.requireJoinable(asked, left.metric(), right.metric());
    } else {
      JoinQuery.requireDistances(radius, left.metric(), right.metric());
    }
  }

  private static ChosenStructure chosen(Path directory, String option, String name) {
    return ChosenStructure.of(directory, Store.designOf(directory), option, name)
        .requireOwn()
        .requireObjects();
  }

  private void run(JoinQuery join, JoinedStructure left, JoinedStructure right) {
    if (explains) {
      join.explain().toString().lines().forEach(terminal().err()::println);
    }
    IoStats leftBefore = left.io();
    IoStats rightBefore = right.io();
    try (JoinedStructure.Keys leftKeys = left.keys();
        JoinedStructure.Keys rightKeys = left == right ? leftKeys : right.keys();
        JoinCursor cursor = join.cursor()) {
      PairVisitor pairs = pairs();
      long start = System.nanoTime();
      long found =
          cursor.visitAll(
              (leftId, rightId) -> pairs.visit(leftKeys.of(leftId), rightKeys.of(rightId)));
      double elapsedMillis = (System.nanoTime() - start) / 1e6;
      skipped.add(cursor.figures().skipped());
      Map<String, Object> io = new LinkedHashMap<>();
      io.put("leftIo", JsonOutput.of(left.io().since(leftBefore)));
      io.put("rightIo", JsonOutput.of(right.io().since(rightBefore)));
      report(found, io, elapsedMillis);
    }
  }

  private void sayCandidates() {
    terminal()
        .err()
        .println("flashgrove: geometries are known by their rectangles; pairs are candidates");
  }

  private void requireOneQuestion(Predicate asked) {
    if (radius != null && asked != Predicate.INTERSECTS) {
      throw new IllegalArgumentException(
          "--radius: cannot be combined with --predicate; use one of them");
    }
  }

  /**
   * Returns a visitor that adds up the ids of pairs. It also prints the pairs, unless they are only
   * counted.
   */
  private PairVisitor pairs() {
    PrintStream out = terminal().out();
    if (count) {
      return this::addUp;
    }
    if (!isJson()) {
      out.println("left,right");
      return (leftId, rightId) -> {
        addUp(leftId, rightId);
        out.println(leftId + "," + rightId);
      };
    }
    out.print(RowsMember.BEGIN);
    String[] separator = {""};
    return (leftId, rightId) -> {
      addUp(leftId, rightId);
      out.print(separator[0] + RowsMember.NEXT);
      out.print("{\"left\":" + leftId + ",\"right\":" + rightId + "}");
      separator[0] = ",";
    };
  }

  private void addUp(long leftId, long rightId) {
    leftSum += leftId;
    rightSum += rightId;
  }

  private void report(long pairs, Map<String, Object> io, double elapsedMillis) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("results", pairs);
    reportSkipped(members, skipped.skipped());
    members.put("leftIdChecksum", Long.toString(leftSum & Long.MAX_VALUE));
    members.put("rightIdChecksum", Long.toString(rightSum & Long.MAX_VALUE));
    members.putAll(io);
    members.put("elapsedMillis", elapsedMillis);
    if (isJson() && !count) {
      terminal().out().print(RowsMember.END);
      printRest(members);
      return;
    }
    print(members);
    if (count) {
      say("%d", pairs);
    }
  }
}

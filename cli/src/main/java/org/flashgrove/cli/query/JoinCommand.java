package org.flashgrove.cli.query;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.flashgrove.access.Store;
import org.flashgrove.access.query.ParallelJoin;
import org.flashgrove.access.query.ParallelTableJoin;
import org.flashgrove.access.scan.EntryJoin;
import org.flashgrove.access.scan.SkipCollector;
import org.flashgrove.access.scan.TableJoin;
import org.flashgrove.access.structure.EntryStructure;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.cli.command.ChosenStructure;
import org.flashgrove.cli.command.JsonOutput;
import org.flashgrove.cli.command.StoreCommand;
import org.flashgrove.cli.command.Terminal;
import org.flashgrove.core.geometry.DistanceQuery;
import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.GeometryTest;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.core.geometry.WithinDistance;
import org.flashgrove.core.index.PairVisitor;
import org.flashgrove.core.metrics.IoFigures;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.flashgrove.storage.log.StoreSnapshot;
import org.locationtech.jts.geom.Geometry;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Joins stores by the rectangles of their entries, tables by the geometries of their records. */
@Command(
    name = "join",
    description =
        "Find the pairs that match: of the entries of a store, which are rectangles, or the records"
            + " of a table on either side.")
public final class JoinCommand extends StoreCommand {
  @Parameters(index = "0", paramLabel = "LEFT", description = "Directory of a store or table.")
  private Path leftDirectory;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "RIGHT",
      description = "Directory of another one, or the same (default: the same).")
  private Path rightDirectory;

  @Option(
      names = "--left",
      paramLabel = "NAME",
      description = "The structure of LEFT, if it has several (default: the only one).")
  private String leftName;

  @Option(names = "--right", paramLabel = "NAME", description = "The structure of RIGHT, likewise.")
  private String rightName;

  @Option(
      names = "--predicate",
      defaultValue = "intersects",
      description =
          "As for query, but not disjoint; the left entry is named first (default: intersects).")
  private String predicate;

  @Option(
      names = "--semantics",
      defaultValue = "ogc",
      description = "exclusive or ogc, as for query (default: ogc).")
  private String semantics;

  @Option(
      names = "--radius",
      paramLabel = "R",
      description =
          "Pairs within this distance of each other, in place of a predicate: Euclidean, in the"
              + " plane, in units of the coordinates. Not of what has metric geodesic.")
  private Double radius;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Threads that join two stores or two tables; the pairs and their order stay the same"
              + " (default: ${DEFAULT-VALUE}).")
  private int threads;

  @Option(names = "--count", description = "Print the number of pairs only.")
  private boolean count;

  private final SkipCollector skipped = new SkipCollector();
  private long leftSum;
  private long rightSum;

  JoinCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() throws IOException {
    if (threads < 1) {
      throw new IllegalArgumentException("--threads " + threads + " (allowed: 1 or more)");
    }
    Path other = rightDirectory == null ? leftDirectory : rightDirectory;
    ChosenStructure leftSide = chosen(leftDirectory, "--left", leftName);
    ChosenStructure rightSide = chosen(other, "--right", rightName);
    boolean same = Files.isSameFile(leftDirectory, other);
    if (leftSide.isTable() != rightSide.isTable()) {
      if (threads > 1) {
        throw new IllegalArgumentException(
            "--threads " + threads + " for a table and a store (allowed: two of one kind)");
      }
      joinTableWithStore(leftSide, rightSide, same);
    } else if (leftSide.isTable()) {
      joinTables(leftSide, rightSide, same);
    } else {
      RectangleTest test = test(leftSide.isOfBounds() || rightSide.isOfBounds());
      try (Store left = openForReading(leftSide);
          Store right = same ? null : openForReading(rightSide)) {
        join(left.entries(leftSide.name()), (same ? left : right).entries(rightSide.name()), test);
      }
    }
    return 0;
  }

  private static ChosenStructure chosen(Path directory, String option, String name) {
    return ChosenStructure.of(directory, Store.designOf(directory), option, name)
        .requireOwn()
        .requireObjects();
  }

  private void joinTables(ChosenStructure leftSide, ChosenStructure rightSide, boolean same) {
    Predicate asked = Predicate.named(predicate);
    Semantics sense = Semantics.named(semantics);
    requireOneQuestion(asked);
    RectangleTest filter = radius == null ? asked.candidates() : new WithinDistance(radius);
    TableJoin.requireRecordsJoinable(
        filter,
        leftSide.metric(),
        rightSide.metric()); // what is wrong is reported before anything is opened
    boolean isSelf = same && leftSide.name().equals(rightSide.name());
    try (Store leftStore = openForReading(leftSide);
        Store rightStore = same ? null : openForReading(rightSide)) {
      Table left = Table.of(leftStore, leftSide.name());
      Table right = isSelf ? left : Table.of(same ? leftStore : rightStore, rightSide.name());
      join(left, right, asked, sense);
    }
  }

  private void join(Table left, Table right, Predicate asked, Semantics sense) {
    boolean isSelf = left == right;
    try (TableSnapshot leftRecords = left.snapshot();
        TableSnapshot rightRecords = isSelf ? null : right.snapshot()) {
      TableSnapshot others = isSelf ? leftRecords : rightRecords;
      TableJoin.requireJoinable(left);
      TableJoin.requireJoinable(others.table());
      IoFigures leftBefore = left.io();
      IoFigures rightBefore = others.table().io();
      HeapRecord leftRecord = new HeapRecord();
      HeapRecord rightRecord = new HeapRecord();
      PairVisitor pairs = pairs();
      PairVisitor visitor =
          (leftRid, rightRid) -> {
            leftRecords.get(leftRid, leftRecord);
            others.get(rightRid, rightRecord);
            pairs.visit(leftRecord.id(), rightRecord.id());
          };
      long start = System.nanoTime();
      long found =
          threads > 1
              ? joinTogether(left, right, asked, sense, visitor)
              : radius == null
                  ? TableJoin.visit(leftRecords, others, asked, sense, visitor, skipped)
                  : TableJoin.visitWithin(leftRecords, others, radius, visitor, skipped);
      double elapsedMillis = (System.nanoTime() - start) / 1e6;
      report(
          found,
          left.io().since(leftBefore),
          others.table().io().since(rightBefore),
          elapsedMillis);
    }
  }

  private long joinTogether(
      Table left, Table right, Predicate asked, Semantics sense, PairVisitor visitor) {
    ParallelTableJoin join = ParallelTableJoin.of(left, right).withThreads(threads);
    long found =
        radius == null ? join.visit(asked, sense, visitor) : join.visitWithin(radius, visitor);
    skipped.add(join.skipped());
    return found;
  }

  /** Joins records with rectangles; of a store that was made from geometries with candidates. */
  private void joinTableWithStore(
      ChosenStructure leftSide, ChosenStructure rightSide, boolean same) {
    boolean isTableLeft = leftSide.isTable();
    ChosenStructure rows = isTableLeft ? leftSide : rightSide;
    ChosenStructure rectangles = isTableLeft ? rightSide : leftSide;
    Predicate asked = Predicate.named(predicate);
    Semantics sense = Semantics.named(semantics);
    requireOneQuestion(asked);
    TableJoin.requireJoinable(
        radius == null ? asked.candidates() : new WithinDistance(radius),
        leftSide.metric(),
        rightSide.metric());
    boolean onlyBounds = rectangles.isOfBounds();
    if (onlyBounds) {
      sayCandidates();
    }
    Function<Geometry, GeometryTest> question =
        object -> {
          GeometryTest exact =
              radius == null
                  ? new GeometryQuery(asked, sense, object)
                  : new DistanceQuery(object, radius);
          return onlyBounds ? exact.filterOnly() : exact;
        };
    try (Table table = openTableForReading(rows);
        Store other = same ? null : openForReading(rectangles);
        TableSnapshot records = table.snapshot();
        StoreSnapshot snapshot = (same ? table.store() : other).snapshot()) {
      EntryStructure entries = (same ? table.store() : other).entries(rectangles.name());
      join(records, entries, EntryJoin.of(entries, snapshot), isTableLeft, question);
    }
  }

  private void join(
      TableSnapshot records,
      EntryStructure index,
      EntryJoin.Side entries,
      boolean isTableLeft,
      Function<Geometry, GeometryTest> question) {
    EntryJoin.Side objects = EntryJoin.of(records);
    IoFigures tableBefore = records.table().io();
    IoFigures indexBefore = index.io();
    HeapRecord record = new HeapRecord();
    PairVisitor pairs = pairs();
    PairVisitor visitor =
        (left, right) -> {
          records.get(isTableLeft ? left : right, record);
          pairs.visit(isTableLeft ? record.id() : left, isTableLeft ? right : record.id());
        };
    long start = System.nanoTime();
    long found =
        EntryJoin.visit(
            isTableLeft ? objects : entries,
            isTableLeft ? entries : objects,
            question,
            visitor,
            skipped);
    double elapsedMillis = (System.nanoTime() - start) / 1e6;
    IoFigures tableIo = records.table().io().since(tableBefore);
    IoFigures indexIo = index.io().since(indexBefore);
    report(found, isTableLeft ? tableIo : indexIo, isTableLeft ? indexIo : tableIo, elapsedMillis);
  }

  private void sayCandidates() {
    terminal()
        .err()
        .println("flashgrove: geometries are known by their rectangles; pairs are candidates");
  }

  private void requireOneQuestion(Predicate asked) {
    if (radius != null && asked != Predicate.INTERSECTS) {
      throw new IllegalArgumentException("--radius goes without --predicate");
    }
  }

  private RectangleTest test(boolean onlyBounds) {
    Predicate asked = Predicate.named(predicate);
    Semantics sense = Semantics.named(semantics);
    requireOneQuestion(asked);
    if (radius != null) {
      return new WithinDistance(radius);
    }
    if (onlyBounds) {
      sayCandidates();
      return asked.candidates();
    }
    return sense.of(asked);
  }

  /** Prints pairs, unless they are only counted, and sums them up. */
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

  private void join(EntryStructure left, EntryStructure right, RectangleTest test) {
    IoFigures leftBefore = left.io();
    IoFigures rightBefore = right.io();
    long start = System.nanoTime();
    long found =
        threads > 1
            ? ParallelJoin.of(left, right).withThreads(threads).visit(test, pairs())
            : left.join(right, test, pairs());
    double elapsedMillis = (System.nanoTime() - start) / 1e6;
    report(found, left.io().since(leftBefore), right.io().since(rightBefore), elapsedMillis);
  }

  private void report(long pairs, IoFigures leftIo, IoFigures rightIo, double elapsedMillis) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("results", pairs);
    reportSkipped(members, skipped.skipped());
    members.put("leftIdChecksum", Long.toString(leftSum & Long.MAX_VALUE));
    members.put("rightIdChecksum", Long.toString(rightSum & Long.MAX_VALUE));
    members.put("leftIo", JsonOutput.of(leftIo));
    members.put("rightIo", JsonOutput.of(rightIo));
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

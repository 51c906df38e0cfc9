package org.flashgrove.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.datasets.csv.BadRowPolicy;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.io.ParseException;
import org.locationtech.jts.io.WKTReader;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Answers one query, or a file of them. */
@Command(name = "query", description = "Answer a query, or a file of windows.")
final class QueryCommand extends StoreCommand {
  private static final int DIFFERENCES_SHOWN = 10;

  /** Where the query comes from: exactly one of these. */
  private static final class Source {
    @Option(
        names = "--window",
        required = true,
        paramLabel = "MINX,MINY,MAXX,MAXY",
        description = "A rectangle.")
    private String window;

    @Option(names = "--point", required = true, paramLabel = "X,Y", description = "A point.")
    private String point;

    @Option(
        names = "--geometry",
        required = true,
        paramLabel = "WKT",
        description = "A geometry, whose rectangle is the window of the filter.")
    private String geometry;

    @Option(
        names = "--queries",
        required = true,
        paramLabel = "FILE",
        description = "Rows minx,miny,maxx,maxy.")
    private String file;
  }

  @Parameters(paramLabel = "DIR", description = "Directory of the store.")
  private Path directory;

  @ArgGroup(multiplicity = "1")
  private Source source;

  @Option(
      names = "--predicate",
      defaultValue = "intersects",
      description =
          "intersects, overlap, disjoint, meet, inside, coveredby, contains, covers or equals;"
              + " the query is named first: inside asks for objects the query lies in (default:"
              + " intersects).")
  private String predicate;

  @Option(
      names = "--semantics",
      defaultValue = "exclusive",
      description =
          "exclusive: of all predicates but intersects one holds for each object, and covers means"
              + " contact of boundaries; ogc: as the OGC's simple features and JTS have them"
              + " (default: exclusive).")
  private String semantics;

  @Option(
      names = "--radius",
      paramLabel = "R",
      description = "Objects within this distance of the query, in place of a predicate.")
  private Double radius;

  @Option(
      names = "--filter-only",
      description =
          "Answer with the candidates that the filter on rectangles yields. Without this option"
              + " rectangles are taken for the objects themselves, unless they were made from"
              + " geometries: then answers are candidates, too.")
  private boolean filterOnly;

  @Option(
      names = "--count",
      description = "Print the number of results only, of each query on a line.")
  private boolean count;

  @Option(
      names = "--format",
      defaultValue = "csv",
      description = "csv, geojson or wkt (default: csv).")
  private String format;

  @Option(
      names = "--verify",
      paramLabel = "FILE",
      description = "Compare each answer with a scan of this data file.")
  private String verify;

  QueryCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() throws IOException {
    Question question = question();
    EntryFormat entryFormat = EntryFormat.named(format);
    WindowFile windows = windows();
    try (SpatialStore store = openForReading(directory)) {
      boolean quiet = isJson() || count || verify != null || source.file != null;
      if (!quiet) {
        list(store, windows, question, entryFormat);
        return 0;
      }
      Answers answers = Answers.of(store, windows, question);
      Map<String, Object> members = answers.members();
      int exitCode = 0;
      if (verify != null) {
        List<String> differences = answers.differences(scan().answers(windows, question.test()));
        members.put("verified", differences.isEmpty());
        members.put("differences", differences);
        differences.stream()
            .limit(DIFFERENCES_SHOWN)
            .forEach(line -> terminal().err().println("flashgrove: " + line));
        exitCode = differences.isEmpty() ? 0 : Failures.DIFFERENT;
      }
      print(members);
      tell(answers, windows, exitCode);
      return exitCode;
    }
  }

  private Question question() {
    Predicate asked = Predicate.named(predicate);
    Semantics sense = Semantics.named(semantics);
    if (radius != null) {
      if (asked != Predicate.INTERSECTS || source.geometry != null) {
        throw new IllegalArgumentException(
            "--radius goes with --window, --point or --queries, and not with --predicate");
      }
      return Question.within(radius);
    }
    if (filterOnly) {
      return Question.of(asked, sense, true);
    }
    if (IndexedBounds.areNoted(directory)) {
      terminal()
          .err()
          .println("flashgrove: geometries are known by their rectangles; results are candidates");
      return source.geometry == null
          ? Question.ofBounds(asked, sense)
          : Question.of(asked, sense, true);
    }
    return source.geometry == null
        ? Question.of(asked, sense, false)
        : Question.of(new GeometryQuery(asked, sense, geometry()));
  }

  private static boolean matches(
      Question question, WindowFile windows, double minX, double minY, double maxX, double maxY) {
    return question.test() == question.filter()
        || question
            .test()
            .matches(
                windows.at(0, 0),
                windows.at(0, 1),
                windows.at(0, 2),
                windows.at(0, 3),
                minX,
                minY,
                maxX,
                maxY);
  }

  /** Bad rows are left out of the comparison, as a build with {@code --on-error skip} does. */
  private Scan scan() throws IOException {
    return Scan.of(verify, BadRowPolicy.skip(bad -> {}));
  }

  private void tell(Answers answers, WindowFile windows, int exitCode) {
    if (count) {
      for (int i = 0; i < windows.count(); i++) {
        say("%d", answers.count(i));
      }
    } else {
      say(
          "%,d queries, %,d results in %.1f ms, %,d pages read",
          windows.count(), answers.results(), answers.elapsedMillis(), answers.io().pageReads());
    }
    if (verify != null) {
      say(exitCode == 0 ? "verified: no difference from a scan" : "results differ from a scan");
    }
  }

  private void list(
      SpatialStore store, WindowFile windows, Question question, EntryFormat entryFormat) {
    entryFormat.begin(terminal().out());
    String[] separator = {""};
    store.search(
        question.filter(),
        windows.at(0, 0),
        windows.at(0, 1),
        windows.at(0, 2),
        windows.at(0, 3),
        (id, minX, minY, maxX, maxY) -> {
          if (matches(question, windows, minX, minY, maxX, maxY)) {
            terminal().out().print(separator[0]);
            separator[0] = entryFormat.separator();
            entryFormat.entry(terminal().out(), id, minX, minY, maxX, maxY);
          }
          return true;
        });
    entryFormat.end(terminal().out());
  }

  private WindowFile windows() throws IOException {
    if (source.file != null) {
      return WindowFile.read(source.file);
    }
    WindowFile windows = new WindowFile("query");
    if (source.window != null) {
      double[] n = Numbers.of("--window", source.window, 4);
      Rectangles.requireValid(n[0], n[1], n[2], n[3]);
      windows.add(n[0], n[1], n[2], n[3]);
    } else if (source.point != null) {
      double[] n = Numbers.of("--point", source.point, 2);
      Rectangles.requireValid(n[0], n[1], n[0], n[1]);
      windows.add(n[0], n[1], n[0], n[1]);
    } else {
      Envelope box = geometry().getEnvelopeInternal();
      windows.add(box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY());
    }
    return windows;
  }

  private Geometry geometry() {
    try {
      Geometry geometry = new WKTReader().read(source.geometry);
      if (!geometry.isEmpty()) {
        return geometry;
      }
    } catch (ParseException e) {
      throw new IllegalArgumentException("--geometry: " + e.getMessage() + " (allowed: WKT)");
    }
    throw new IllegalArgumentException("--geometry: is empty (allowed: WKT with coordinates)");
  }
}

package org.flashgrove.cli.data;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.flashgrove.cli.command.OutputFiles;
import org.flashgrove.cli.command.Terminal;
import org.flashgrove.cli.input.DataFileOptions;
import org.flashgrove.cli.input.QuerySource;
import org.flashgrove.cli.input.SpooledFiles;
import org.flashgrove.datasets.Extent;
import org.flashgrove.datasets.WindowSink;
import org.flashgrove.datasets.csv.WindowWriter;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.feature.RowForms;
import org.flashgrove.datasets.file.InputFile;
import org.flashgrove.datasets.file.OutputFile;
import org.flashgrove.datasets.format.DataFiles;
import org.flashgrove.datasets.generate.ObjectSet;
import org.flashgrove.datasets.generate.QueryPoints;
import org.flashgrove.datasets.generate.QueryRegion;
import org.flashgrove.datasets.generate.QueryWindows;
import org.flashgrove.datasets.generate.Relation;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Generates query windows or points for a data set, with the generators of section 2.2.1 of
 * Carniel's thesis (2019).
 */
@Command(
    name = "queries",
    description = "Generate query windows (minx,miny,maxx,maxy) or query points for a data set.")
final class GenerateQueries extends GenerateCommand.Generation {
  /** Number of characters to print of the hash of the data. */
  private static final int HASH_CHARACTERS = 16;

  /** Distribution of the windows. */
  private enum Kind {
    RANDOM,
    CORRELATED
  }

  /** Options for the shape of the queries. The user must give exactly one. */
  private static final class Shape {
    @Option(
        names = "--percent",
        paramLabel = "P",
        required = true,
        description = "Generate windows whose area is this percentage of the data's extent.")
    private Double percent;

    @Option(
        names = "--points",
        required = true,
        description =
            "Generate points, as windows without area; with --kind correlated they lie on objects.")
    private boolean points;
  }

  @Option(
      names = "--data",
      paramLabel = "FILE",
      required = true,
      description = "Data file with the objects; - is standard input.")
  private String data;

  @ArgGroup(exclusive = false)
  private DataFileOptions form = new DataFileOptions();

  @ArgGroup(multiplicity = "1")
  private Shape shape;

  @Option(
      names = "--kind",
      defaultValue = "correlated",
      description =
          "Positions of the queries: random, or correlated with the objects (default:"
              + " ${DEFAULT-VALUE}).")
  private Kind kind;

  @Option(
      names = "--relation",
      description =
          "Relation of a correlated window to an object: intersects or contains (default:"
              + " intersects).")
  private Relation relation;

  @Option(
      names = "--region",
      paramLabel = "WKT",
      description =
          "Polygon that the windows must intersect (default: the bounding rectangle of the data).")
  private String region;

  @Option(
      names = "--provenance",
      description =
          "Add a fifth column that records how each row was generated: generator, parameters, seed,"
              + " hash of the data.")
  private boolean provenance;

  GenerateQueries(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() throws IOException {
    requireCsvOutput();
    OutputFiles.requireOther("--out", output().file(), "--data", List.of(data));
    if (relation != null && (shape.points || kind == Kind.RANDOM)) {
      throw new IllegalArgumentException(
          "--relation: does not apply to "
              + (shape.points ? "points" : "random windows")
              + "; use it only for correlated windows");
    }
    String made;
    ObjectSet objects;
    try (SpooledFiles files = new SpooledFiles(terminal(), List.of(data))) {
      try (FeatureCursor cursor =
          DataFiles.open(
              files.file(data), data, form.read(), BadRowPolicy.STOP, RowForms.ENTRIES)) {
        objects = ObjectSet.read(cursor);
      }
      made = described(hash(files.file(data)));
    }
    Extent extent =
        objects
            .extent()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        data + ": has no objects; give a file with objects"));
    QueryRegion within =
        region == null
            ? QueryRegion.of(extent)
            : QueryRegion.of(QuerySource.wktOf("--region", region));
    if (shape.points) {
      QueryPoints points = new QueryPoints(within, output().seed());
      write(objects, made, points::random, points::correlated);
    } else {
      QueryWindows windows = new QueryWindows(within, shape.percent, output().seed());
      Relation wanted = relation == null ? Relation.INTERSECTS : relation;
      write(
          objects,
          made,
          windows::random,
          (count, from, sink) -> windows.correlated(count, wanted, from, sink));
    }
    report(Map.of("provenance", made));
    return 0;
  }

  /** Generates queries at random places of the region. */
  private interface Anywhere {
    void make(long count, WindowSink sink);
  }

  /** Generates queries at the places of objects. */
  private interface AtObjects {
    void make(long count, ObjectSet objects, WindowSink sink);
  }

  private void write(ObjectSet objects, String made, Anywhere random, AtObjects correlated) {
    try (OutputFile file = OutputFile.named(output().file())) {
      try (WindowWriter writer =
          provenance ? WindowWriter.create(file, made) : WindowWriter.create(file)) {
        if (kind == Kind.RANDOM) {
          random.make(output().count(), writer);
        } else {
          correlated.make(output().count(), objects, writer);
        }
      }
      file.complete();
    }
  }

  /**
   * Returns a description of how the queries are generated, without commas. It can be written in
   * each row.
   */
  private String described(String hash) {
    StringBuilder text = new StringBuilder("flashgrove queries 1;");
    text.append(' ').append(kind.name().toLowerCase(Locale.ROOT));
    if (shape.points) {
      text.append(" points");
    } else {
      if (kind == Kind.CORRELATED) {
        text.append(' ')
            .append(relation == null ? "intersects" : relation.name().toLowerCase(Locale.ROOT));
      }
      text.append(' ').append(shape.percent).append('%');
    }
    text.append("; seed ").append(output().seed()).append("; data sha256 ").append(hash);
    if (region != null) {
      text.append("; region ").append(region.replace(',', ' ').replaceAll("\\s+", " "));
    }
    return text.toString();
  }

  private static String hash(InputFile file) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      try (InputStream bytes = new DigestInputStream(file.open("a data file"), digest)) {
        bytes.transferTo(OutputStream.nullOutputStream());
      }
      return HexFormat.of().formatHex(digest.digest()).substring(0, HASH_CHARACTERS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java platform has this algorithm
    }
  }
}

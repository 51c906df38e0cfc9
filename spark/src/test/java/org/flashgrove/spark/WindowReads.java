package org.flashgrove.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.VectoredReadUtils;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.flashgrove.access.query.TableQuery;
import org.flashgrove.spark.WatchedFileSystem.Fault;
import org.flashgrove.spark.WatchedFileSystem.Request;
import org.flashgrove.spark.dataset.DatasetDirectory;
import org.flashgrove.spark.dataset.SealedTable;
import org.flashgrove.spark.read.DatasetScanBuilder;
import org.flashgrove.spark.remote.OpenTables;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * What windows read of a dataset on a {@link WatchedFileSystem}, beside the tables and pages that
 * have answers by a scan. The dataset is of points, many of them in the square from (400, 700) to
 * (500, 800) of that from (0, 0) to (1000, 1000).
 */
final class WindowReads {
  private static final int GAP =
      Integer.getInteger("flashgrove.spark.gap", (int) DatasetScanBuilder.USUAL_GAP);

  /** Most bytes of a request that Hadoop's S3A makes of neighbours. */
  private static final int MERGED = 2 << 20;

  /** How many requests of a call S3A has under way. */
  private static final int ACTIVE = 4;

  private final SparkSession spark;
  private final DatasetDirectory dataset;
  private final List<SealedTable> tables;
  private long tablesRead;
  private long tablesNeeded;
  private long pagesRead;
  private long pagesNeeded;
  private long indexPages;
  private long requests;
  private long waits;
  private long batches;
  private long again;
  private long recordBatches;
  private long bytes;

  /** A window, and for each table the pages of records that have answers, in their order. */
  private record Asked(Envelope window, List<List<Long>> pages) {
    private static final int RECORD_PAGES = 256;

    /** Most pages of a batch that stay in memory: a quarter of those for records. */
    private static final int KEPT_PAGES = 128;

    long tables() {
      return pages.stream().filter(each -> !each.isEmpty()).count();
    }

    long count() {
      return pages.stream().mapToLong(List::size).sum();
    }

    /** Batches of pages of records that a scan reads together. */
    long batches() {
      return pages.stream()
          .mapToLong(each -> (each.size() + RECORD_PAGES - 1) / RECORD_PAGES)
          .sum();
    }

    /** Whether the pages of each table stay in memory. */
    boolean isSmall() {
      return pages.stream().allMatch(each -> each.size() <= KEPT_PAGES);
    }
  }

  private WindowReads(SparkSession spark, DatasetDirectory dataset) throws IOException {
    this.spark = spark;
    this.dataset = dataset;
    tables = dataset.require().tables();
  }

  /**
   * Asks windows of a millionth to a thousandth of the space, or of larger shares, and prints what
   * they read.
   *
   * @param scale how many times longer the sides are
   * @param delayMillis how long each request takes at least
   */
  static void check(
      SparkSession spark,
      DatasetDirectory dataset,
      Random random,
      int windows,
      double scale,
      long delayMillis)
      throws IOException {
    WindowReads reads = new WindowReads(spark, dataset);
    List<Asked> all = new ArrayList<>();
    for (int i = 0; i < windows; i++) {
      all.add(new Asked(window(random, scale), new ArrayList<>()));
    }
    reads.scan(all);
    for (Asked each : all) {
      reads.ask(each, delayMillis);
    }
    reads.print(windows, delayMillis);
  }

  private static Envelope window(Random random, double scale) {
    double side = 1000 * scale * Math.sqrt(Math.pow(10, -6 + 3 * random.nextDouble()));
    boolean isCrowded = random.nextBoolean();
    double x = isCrowded ? 400 + 100 * random.nextDouble() : 1000 * random.nextDouble();
    double y = isCrowded ? 700 + 100 * random.nextDouble() : 1000 * random.nextDouble();
    return new Envelope(x, x + side, y, y + side);
  }

  private void scan(List<Asked> all) throws IOException {
    for (SealedTable table : tables) {
      all.forEach(each -> each.pages().add(new ArrayList<>()));
      try (OpenTables.Use use =
          OpenTables.open(dataset.files(), dataset.table(table.file()), table, GAP)) {
        TableQuery.of(use.table())
            .forEach(
                record -> {
                  Envelope box = record.geometry().getEnvelopeInternal();
                  all.forEach(each -> note(each, box, record.rid() >>> Short.SIZE));
                });
      }
    }
  }

  private static void note(Asked asked, Envelope box, long page) {
    if (box.intersects(asked.window())) {
      List<Long> pages = asked.pages().get(asked.pages().size() - 1);
      if (pages.isEmpty() || pages.get(pages.size() - 1) != page) {
        pages.add(page);
      }
    }
  }

  private void ask(Asked asked, long delayMillis) {
    OpenTables.closeUnused();
    WatchedFileSystem.reset(Fault.NONE);
    WatchedFileSystem.delay(delayMillis);
    Dataset<Row> found = query(asked.window());
    found.collectAsList();
    List<Request> made = ofTables();
    long read = metric(found, "tablesRead");
    long bounded = tables.stream().filter(table -> overlaps(table, asked.window())).count();
    assertThat(read).isEqualTo(bounded);
    assertThat(metric(found, "tablesPruned")).isEqualTo(tables.size() - read);
    assertThat(metric(found, "recordPages")).isLessThanOrEqualTo((long) (1.1 * asked.count()));
    requireFewRequests(asked, found, made);
    requireParts(asked, made);
    tablesRead += read;
    tablesNeeded += asked.tables();
    pagesRead += metric(found, "recordPages");
    pagesNeeded += asked.count();
    indexPages += metric(found, "indexPages");
    requests += made.size();
    waits += together(made).stream().mapToLong(each -> (each.size() + ACTIVE - 1) / ACTIVE).sum();
    batches += metric(found, "batches");
    recordBatches += asked.batches();
    bytes += made.stream().mapToLong(Request::length).sum();
    if (asked.isSmall() && metric(found, "indexPages") <= Asked.RECORD_PAGES) {
      WatchedFileSystem.reset(Fault.NONE);
      query(asked.window()).collectAsList();
      assertThat(ofTables()).isEmpty(); // pages and heads of a table that is open stay
      again++;
    }
  }

  /**
   * For each table a batch of requests for its head, and one for each 64 leaves and each 256 pages
   * of records begun. Hadoop would not make fewer requests of a batch.
   */
  private static void requireFewRequests(Asked asked, Dataset<Row> found, List<Request> made) {
    Collection<List<Request>> together = together(made);
    assertThat(metric(found, "requests")).isEqualTo(made.size());
    assertThat(metric(found, "batches")).isEqualTo(together.size());
    long read = metric(found, "tablesRead");
    long ofLeaves = Math.min(read, metric(found, "indexPages")) + metric(found, "indexPages") / 64;
    assertThat((long) together.size()).isLessThanOrEqualTo(read + asked.batches() + ofLeaves);
    for (List<Request> batch : together) {
      List<FileRange> ranges =
          batch.stream()
              .sorted(Comparator.comparingLong(Request::offset))
              .map(each -> FileRange.createFileRange(each.offset(), each.length()))
              .toList();
      assertThat(VectoredReadUtils.mergeSortedRanges(ranges, 1, GAP, MERGED)).hasSameSizeAs(batch);
    }
  }

  private static Collection<List<Request>> together(List<Request> made) {
    return made.stream().collect(Collectors.groupingBy(Request::batch)).values();
  }

  /** No table is fetched as a whole unless all of its rows are asked for. */
  private void requireParts(Asked asked, List<Request> made) {
    for (SealedTable table : tables) {
      long sum =
          made.stream()
              .filter(request -> table.file().endsWith(request.file()))
              .mapToLong(Request::length)
              .sum();
      boolean isWhole =
          table.bounds() != null && asked.window().contains(table.bounds().envelope());
      assertThat(isWhole || sum < table.bytes()).isTrue();
    }
  }

  private void print(int windows, long delayMillis) {
    System.out.printf(
        "%d windows over %d points in %d tables: %d tables read, %d with answers; %d pages of"
            + " records read, %d with answers; %d pages of indices%n",
        windows,
        tables.stream().mapToLong(SealedTable::records).sum(),
        tables.size(),
        tablesRead,
        tablesNeeded,
        pagesRead,
        pagesNeeded,
        indexPages);
    System.out.printf(
        "  %d batches: %d heads, %d of pages of records, %d of leaves; %d requests, ranges more"
            + " than %d bytes apart; %d bytes a window of %d; none when asked again (%d windows)%n",
        batches,
        tablesRead,
        recordBatches,
        batches - tablesRead - recordBatches,
        requests,
        GAP,
        bytes / windows,
        tables.stream().mapToLong(SealedTable::bytes).sum(),
        again);
    System.out.printf(
        "  a window waits %.1f times for %d ms if requests of a batch are made side by side, %.1f"
            + " times if %d at a time, %.1f times if one after another%n",
        (double) batches / windows,
        delayMillis,
        (double) waits / windows,
        ACTIVE,
        (double) requests / windows);
    assertThat(requests).as("pages of a window are few runs").isLessThanOrEqualTo(2 * batches);
  }

  private static boolean overlaps(SealedTable table, Envelope asked) {
    return table.bounds() != null && table.bounds().envelope().intersects(asked);
  }

  private static List<Request> ofTables() {
    return WatchedFileSystem.requests().stream()
        .filter(request -> request.file().endsWith(".table"))
        .toList();
  }

  private Dataset<Row> query(Envelope window) {
    String literal = Session.literal(new GeometryFactory().toGeometry(window));
    return spark
        .read()
        .format("flashgrove")
        .option(DatasetScanBuilder.GAP, GAP)
        .load(dataset.toString())
        .where("flashgrove.st_intersects(geom, " + literal + ") IS TRUE");
  }

  private static long metric(Dataset<Row> rows, String name) {
    return WindowStats.metric(rows.queryExecution().executedPlan(), name);
  }
}

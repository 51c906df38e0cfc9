package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.record.ScanStats;
import org.flashgrove.access.scan.AccessPath;
import org.flashgrove.access.scan.ScanConfig;
import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.access.scan.TableScan;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableLoader;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.cli.input.WindowFile;
import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.format.DataFiles;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * Windows over tables of real polygons, read from a folder {@code shared/data} beside the checkout:
 * both index scans answer as all geometries one by one do, the sorted one reads each page of
 * records once, the other never less.
 */
class RealScanTest {
  private static final long CACHE_BYTES = 1 << 20;
  private static final int WINDOWS = 10;

  @TempDir private Path directory;

  private record Polygon(long id, Geometry geometry) {}

  private static List<Polygon> read(String file) {
    List<Polygon> polygons = new ArrayList<>();
    try (FeatureCursor rows =
        DataFiles.open(SharedFiles.file(file).toString(), BadRowPolicy.STOP)) {
      while (rows.next()) {
        polygons.add(new Polygon(rows.id(), rows.geometry()));
      }
    }
    return polygons;
  }

  private Path table(String name, List<Polygon> polygons) {
    Path path = directory.resolve(name);
    TableOptions options =
        TableOptions.defaults()
            .withDevice("buffered")
            .withCache(CACHE_BYTES)
            .withIndex("geom", "rstar");
    try (Table table = Table.create(path, options);
        TableLoader loader = table.loader(8 << 20, directory)) {
      polygons.forEach(p -> loader.append(p.id, p.geometry, ByteBuffer.allocate(0)));
      loader.commit();
    }
    return path;
  }

  private WindowFile windows(String data, String percent) throws IOException {
    String out = directory.resolve("windows" + percent).toString();
    Run.of(
        "generate",
        "queries",
        "--data",
        SharedFiles.file(data).toString(),
        "--percent",
        percent,
        "--count",
        Integer.toString(WINDOWS),
        "--seed",
        "42",
        "--out",
        out);
    return WindowFile.read(out);
  }

  /** Sum of ids, with nothing in the cache before. */
  private static long run(Path path, ScanQuery query, AccessPath by, List<ScanStats> figures) {
    try (Table table = Table.openReadOnly(path);
        RecordCursor cursor = TableScan.open(table, query, ScanConfig.of(by))) {
      long before = table.records().io().pageReads();
      long sum = 0;
      while (cursor.next()) {
        sum += cursor.key();
      }
      assertThat(cursor.figures().pagesRead()).isEqualTo(table.records().io().pageReads() - before);
      figures.add(cursor.figures());
      return sum;
    }
  }

  private void compare(String file) throws IOException {
    List<Polygon> polygons = read(file);
    Path inOrder = table("order", polygons);
    List<Polygon> mixed = new ArrayList<>(polygons);
    Collections.shuffle(mixed, new Random(7));
    Path shuffled = table("shuffled", mixed);
    for (String percent : new String[] {"0.1", "1"}) {
      WindowFile windows = windows(file, percent);
      for (Path path : List.of(inOrder, shuffled)) {
        List<ScanStats> sorted = new ArrayList<>();
        List<ScanStats> byEntry = new ArrayList<>();
        for (int w = 0; w < windows.count(); w++) {
          ScanQuery query = query(windows, w);
          long sum = 0;
          long results = 0;
          for (Polygon polygon : polygons) {
            if (query.geometry().matches(polygon.geometry)) {
              sum += polygon.id;
              results++;
            }
          }
          assertThat(run(path, query, AccessPath.SIDX, sorted)).isEqualTo(sum);
          assertThat(run(path, query, AccessPath.IDX, byEntry)).isEqualTo(sum);
          assertThat(sorted.get(w).records()).isEqualTo(results);
          check(sorted.get(w), byEntry.get(w));
        }
        print(file, percent, path, sorted, byEntry);
      }
    }
  }

  private static ScanQuery query(WindowFile windows, int w) {
    Envelope box =
        new Envelope(windows.at(w, 0), windows.at(w, 2), windows.at(w, 1), windows.at(w, 3));
    return ScanQuery.where(
        new GeometryQuery(
            Predicate.INTERSECTS, Semantics.EXCLUSIVE, new GeometryFactory().toGeometry(box)));
  }

  private static void check(ScanStats sorted, ScanStats byEntry) {
    assertThat(byEntry.records()).isEqualTo(sorted.records());
    assertThat(byEntry.candidates()).isEqualTo(sorted.candidates());
    assertThat(byEntry.distinctPages()).isEqualTo(sorted.distinctPages());
    assertThat(sorted.pagesRead()).isEqualTo(sorted.distinctPages());
    assertThat(sorted.rereads()).isZero();
    assertThat(byEntry.pagesRead()).isGreaterThanOrEqualTo(sorted.pagesRead());
  }

  private static void print(
      String file, String percent, Path path, List<ScanStats> sorted, List<ScanStats> byEntry) {
    System.out.printf(
        Locale.ROOT,
        "RealScanTest: %s, %s, %s %%, %d windows: %d candidates, %d results,"
            + " pages distinct %d, SIDX %d, IDX %d%n",
        file,
        path.getFileName(),
        percent,
        sorted.size(),
        sorted.stream().mapToLong(ScanStats::candidates).sum(),
        sorted.stream().mapToLong(ScanStats::records).sum(),
        sorted.stream().mapToLong(ScanStats::distinctPages).sum(),
        sorted.stream().mapToLong(ScanStats::pagesRead).sum(),
        byEntry.stream().mapToLong(ScanStats::pagesRead).sum());
  }

  @Test
  void windowsOverBuildings() throws IOException {
    compare("sample/itu_buildings.csv.gz");
  }

  @Tag("long")
  @Test
  void windowsOverParcels() throws IOException {
    compare("polygons/br_contagem_parcels.csv.gz");
  }
}

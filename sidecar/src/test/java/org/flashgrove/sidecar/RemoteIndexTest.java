package org.flashgrove.sidecar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.flashgrove.access.filter.Filter;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.AttributeType;
import org.flashgrove.datasets.feature.EntryKind;
import org.flashgrove.datasets.feature.FeatureSchema;
import org.flashgrove.datasets.feature.FeatureWriter;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.feature.GeometryFacts;
import org.flashgrove.datasets.format.DataFormats;
import org.flashgrove.datasets.source.RangeServer;
import org.flashgrove.datasets.source.ReadCounts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Answers over HTTP equal those from disk, in few round trips. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RemoteIndexTest {
  private static final GeometryFactory SHAPES = new GeometryFactory();
  private static final int DELAY_MILLIS = 20;

  @TempDir private Path folder;
  private Path file;
  private RangeServer server;

  @BeforeEach
  void serveAFile() throws IOException {
    file = folder.resolve("parcels.parquet");
    write(40_000, 8);
    FileIndex.build(file).close();
    server = new RangeServer(folder).delayed(DELAY_MILLIS);
  }

  private void write(int count, int letters) {
    Random random = Seeds.random();
    FeatureSchema schema =
        new FeatureSchema(
            GeometryFacts.planar(EntryKind.GEOMETRIES, null, 0, Optional.empty()),
            List.of("name", "height", "code"),
            List.of(AttributeType.TEXT, AttributeType.REAL, AttributeType.INTEGER),
            List.of(),
            0,
            List.of());
    try (FeatureWriter writer =
        DataFormats.of("a.parquet", FormatOptions.BY_ENDING).create(file.toString(), schema)) {
      for (int i = 0; i < count; i++) {
        Coordinate place = new Coordinate(random.nextDouble() * 100, random.nextDouble() * 100);
        Geometry point = SHAPES.createPoint(place);
        writer.write(
            i,
            i % 3 == 0 ? point.buffer(0.01, 1) : point,
            new Object[] {text(random, letters), random.nextDouble(), (long) random.nextInt(50)});
      }
    }
  }

  private static String text(Random random, int letters) {
    byte[] bytes = new byte[letters / 4 * 3];
    random.nextBytes(bytes);
    return Base64.getEncoder().encodeToString(bytes);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private URI address() {
    return server.address("parcels.parquet");
  }

  private static Geometry window(Random random, double size) {
    double x = random.nextDouble() * 100;
    double y = random.nextDouble() * 100;
    return SHAPES.toGeometry(new Envelope(x, x + size, y, y + size));
  }

  private static List<Object> found(FileIndex index, Geometry area) {
    List<Object> found = new ArrayList<>();
    index.intersecting(
        area, each -> found.add(List.of(each.row(), each.id(), each.geometry(), each.values())));
    return found;
  }

  @Test
  void aWindowTakesOneRoundTripAfterTwoToOpen() {
    Random random = Seeds.random();
    try (FileIndex local = FileIndex.open(file);
        FileIndex remote = FileIndex.open(address())) {
      ReadCounts opened = remote.requests();
      assertThat(opened.trips()).isLessThanOrEqualTo(2);
      long results = 0;
      for (int i = 0; i < 10; i++) {
        ReadCounts before = remote.requests();
        Geometry window = window(random, 0.5);
        assertThat(found(remote, window)).isEqualTo(found(local, window));
        assertThat(remote.requests().since(before).trips()).isLessThanOrEqualTo(2);
        results += local.count(window);
      }
      assertThat(results).isPositive();
      assertThat(remote.requests().since(opened).trips()).isLessThanOrEqualTo(12);
      assertThat(remote.requests().requests()).isEqualTo(server.requests());
    }
  }

  @Test
  void countsReadOnlyTheGeometriesAndTheColumnsOfTheFilter() {
    write(4_000, 400);
    FileIndex.build(file).close();
    Geometry area = SHAPES.createPoint(new Coordinate(50, 50)).buffer(40);
    Filter filter = Filter.less("code", 10L);
    try (FileIndex counting = FileIndex.open(address());
        FileIndex reading = FileIndex.open(address())) {
      ReadCounts opened = counting.requests();
      List<Object> codes = new ArrayList<>();
      reading.intersecting(area, each -> codes.add(each.value("code")));
      long expected = codes.stream().filter(code -> (Long) code < 10).count();
      assertThat(
              counting.count(new GeometryQuery(Predicate.INTERSECTS, Semantics.OGC, area), filter))
          .isPositive()
          .isEqualTo(expected);
      assertThat(counting.requests().since(opened).bytes())
          .isLessThan(reading.requests().since(opened).bytes() / 4);
    }
  }

  @Test
  void largeWindowsTakeOneRoundTripForEachBatchOfRows() throws IOException {
    write(20_000, 2_000);
    FileIndex.build(file).close();
    assertThat(Files.size(file)).isGreaterThan(20_000_000);
    try (FileIndex local = FileIndex.open(file);
        FileIndex remote = FileIndex.open(address())) {
      ReadCounts before = remote.requests();
      Geometry all = SHAPES.toGeometry(new Envelope(-1, 101, -1, 101));
      assertThat(found(remote, all)).isEqualTo(found(local, all)).hasSize(20_000);
      long batches = Files.size(file) / (1 << 23) + 2;
      assertThat(remote.requests().since(before).trips()).isLessThanOrEqualTo(batches);
    }
  }

  @Test
  void neighboursEqualThoseFromDisk() {
    Random random = Seeds.random();
    try (FileIndex local = FileIndex.open(file);
        FileIndex remote = FileIndex.open(address());
        FileIndex halfRemote = FileIndex.open(address(), FileIndex.directoryOf(file))) {
      for (int i = 0; i < 10; i++) {
        double x = random.nextDouble() * 100;
        double y = random.nextDouble() * 100;
        List<FileIndex.Neighbour> expected = local.nearest(x, y, 10);
        assertThat(remote.nearest(x, y, 10)).isEqualTo(expected);
        assertThat(halfRemote.nearest(x, y, 10)).isEqualTo(expected);
      }
    }
  }

  private void requireStale(String problem) {
    assertThatThrownBy(() -> FileIndex.open(address()).close())
        .isInstanceOf(StaleIndexException.class)
        .hasMessage(address() + ": " + problem + "; index the file again");
  }

  @Test
  void otherVersionsOfTheFileAreNamed() throws IOException {
    write(39_999, 8);
    Files.setLastModifiedTime(file, FileTime.fromMillis(3_000_000));
    requireStale("changed after it was indexed");
    try (FileIndex index = FileIndex.build(file)) {
      assertThat(index.size()).isEqualTo(39_999);
    }
    Geometry window = SHAPES.toGeometry(new Envelope(0, 100, 0, 100));
    try (FileIndex remote = FileIndex.open(address())) {
      Files.setLastModifiedTime(file, FileTime.fromMillis(2_000_000));
      assertThatThrownBy(() -> remote.intersecting(window, each -> {}))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("the file changed while it was read");
    }
    changePages();
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000));
    try (FileIndex remote = FileIndex.open(address())) {
      assertThatThrownBy(() -> remote.intersecting(window, each -> {}))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("a page that changed after it was indexed");
    }
  }

  /** Changes pages of the file, but neither its size nor its footer. */
  private void changePages() throws IOException {
    byte[] bad = Files.readAllBytes(file);
    for (int i = 100; i < bad.length / 2; i += 100) {
      bad[i] ^= 1;
    }
    Files.write(file, bad);
  }

  @Test
  void aReplacedFileOfEqualSizeAndFooterIsNoticed() throws IOException {
    FileTime indexed =
        Files.getLastModifiedTime(FileIndex.directoryOf(file).resolve("source.properties"));
    changePages();
    Files.setLastModifiedTime(file, FileTime.fromMillis(indexed.toMillis() + 2_000));
    requireStale("is newer on the server than its index");
  }

  @Test
  void aLocalIndexRemembersTheVersionOnTheServer() throws IOException {
    Path index = FileIndex.directoryOf(file);
    URI signed = URI.create(address() + "?key=1");
    FileIndex.open(address(), index).close();
    FileIndex.open(signed, index).close();
    changePages();
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000));
    for (URI each : List.of(address(), signed)) {
      assertThatThrownBy(() -> FileIndex.open(each, index).close())
          .isInstanceOf(StaleIndexException.class)
          .hasMessage(each + ": changed after it was indexed; index the file again");
    }
    try (RangeServer other = new RangeServer(folder)) {
      FileIndex.open(other.address("parcels.parquet"), index).close();
    }
    write(40_000, 8);
    FileIndex.build(file).close();
    FileIndex.open(signed, index).close();
    FileIndex.open(address(), index).close();
    try (Stream<Path> files = Files.list(index)) {
      assertThat(files.filter(each -> each.toString().endsWith(".version"))).hasSize(1);
    }
  }

  @Test
  void damagedAndMissingIndicesAreNamed() throws IOException {
    Path index = FileIndex.directoryOf(file);
    Path gone = folder.resolve("gone");
    assertThatThrownBy(() -> FileIndex.open(address(), gone))
        .isInstanceOf(StaleIndexException.class)
        .hasMessage(address() + ": has no index in " + gone + "; index the file again");
    for (String each : List.of("1.store.meta", "1.places", "source.properties")) {
      Files.write(index.resolve(each), new byte[10]);
      requireStale("has a damaged index");
      Files.delete(index.resolve(each));
      requireStale(each.startsWith("1") ? "has a damaged index" : "has no index");
    }
  }

  @Test
  void anAddressKeepsItsQuery() {
    server.behave(
        (exchange, answering) -> {
          boolean isSigned = "key=a%20b".equals(exchange.getRequestURI().getRawQuery());
          if (!isSigned) {
            exchange.sendResponseHeaders(403, -1);
          }
          return !isSigned;
        });
    try (FileIndex index = FileIndex.open(URI.create(address() + "?key=a%20b"))) {
      assertThat(index.size()).isEqualTo(40_000);
    }
    requireDenied();
  }

  private void requireDenied() {
    assertThatThrownBy(() -> FileIndex.open(address()).close())
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(address() + ": may not be read (status 403)");
  }

  @Test
  void otherAddressesAndFormatsAreRefused() throws IOException {
    for (String each : List.of("ftp://a/b.parquet", "http:///b.parquet", "b.parquet")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> FileIndex.open(URI.create(each)))
          .withMessageStartingWith(each + ": no address of a file");
    }
    Files.copy(file, folder.resolve("a.wkt"));
    URI text = server.address("a.wkt");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FileIndex.open(text, FileIndex.directoryOf(file)).close())
        .withMessage(
            text
                + ": files of format wkt are not read from servers (allowed: csv, geojson,"
                + " geoparquet)");
  }
}

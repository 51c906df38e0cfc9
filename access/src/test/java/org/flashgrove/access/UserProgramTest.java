package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Stream;
import org.flashgrove.access.attribute.AttributeType;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.filter.Filter;
import org.flashgrove.access.query.ScanQueries;
import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableBatch;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.core.index.Entry;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.SpatialBatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * Shows the tasks of an application in a program of at most 60 lines, from its class to its last
 * brace.
 */
class UserProgramTest {
  private static final int MOST_LINES = 60;

  @TempDir private Path directory;

  @Test
  void theProgramDoesItAll() {
    new Program().run(directory);
  }

  @Test
  void itHasAtMostSixtyLines() throws IOException {
    String path = "src/test/java/org/flashgrove/access/UserProgramTest.java";
    List<String> lines = Files.readAllLines(Path.of(path));
    int first = lines.indexOf("  private static final class Program {");
    assertThat(lines.subList(first, lines.lastIndexOf("  }") + 1))
        .hasSizeLessThanOrEqualTo(MOST_LINES);
  }

  private static final class Program {
    private static final int COUNT = 100_000;

    void run(Path home) {
      Schema schema =
          Schema.builder()
              .required("owner", AttributeType.STRING)
              .required("floors", AttributeType.INT)
              .nullable("height", AttributeType.DOUBLE)
              .nullable("listed", AttributeType.BOOLEAN)
              .nullable("built", AttributeType.DATE)
              .build();
      StoreOptions cars = StoreOptions.defaults().withIds().withMetric("geodesic");
      TableOptions houses =
          TableOptions.defaults().withAttributes(schema).withGeometryIndex("geom");
      try (SpatialStore store = SpatialStore.create(home.resolve("cars"), cars);
          Table table = Table.create(home.resolve("houses"), houses)) {
        for (int first = 0; first < COUNT; first += 1_000) { // a thousand in each commit
          try (SpatialBatch some = store.begin();
              TableBatch rows = table.begin()) {
            for (int i = first; i < first + 1_000; i++) {
              int id = i;
              LocalDate built = LocalDate.of(1900 + i % 120, 1, 1);
              Geometry house = new GeometryFactory().createPoint(at(i, 0).centre());
              some.put(i, at(i, 0));
              rows.insert(
                  i,
                  house,
                  row -> row.set("owner", "o" + id % 10).set("floors", id % 5).set("built", built));
            }
            some.commit();
            rows.commit();
          }
        }
        for (int i = 0; i < 10_000; i++) {
          store.move(i, at(i, 1)); // by its id alone
        }
        try (Stream<Entry> moved =
            store.stream(EntryQuery.intersecting(new Envelope(13, 14, 53.0001, 54)))) {
          assertThat(moved.allMatch(entry -> entry.id() < 10_000)).isTrue();
        }
        double[] metres = {0};
        store.nearest(13, 52, 1, (id, a, b, c, d, distance) -> metres[0] = distance);
        assertThat(metres[0]).isBetween(10_000.0, 12_000.0);
        Geometry quarter = new GeometryFactory().toGeometry(new Envelope(13.2, 13.4, 52.2, 52.4));
        GeometryQuery near = new GeometryQuery(Predicate.INTERSECTS, Semantics.OGC, quarter);
        ScanQuery tall = ScanQuery.where(near).and(Filter.parse("floors = 4 and owner like '%9'"));
        assertThat(ScanQueries.of(table, tall).count()).isBetween(300L, 500L);
        try (SpatialBatch lost = store.begin()) {
          lost.remove(7); // taken back, as it is not committed
        }
        store.backup(home.resolve("copy"), Backup.Progress.NONE);
        assertThat(store.entry(7)).isNotNull();
      }
    }

    private static Envelope at(int id, int north) {
      return new Envelope(new Coordinate(13 + id % 317 / 317.0, 52 + north + id / 317 / 316.0));
    }
  }
}

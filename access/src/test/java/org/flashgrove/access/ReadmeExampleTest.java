package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.flashgrove.access.scan.AccessPath;
import org.flashgrove.access.scan.RecordCursor;
import org.flashgrove.access.scan.ScanConfig;
import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.access.scan.TableScan;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.Semantics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** The examples of the README, as they stand there. */
class ReadmeExampleTest {
  @TempDir private Path directory;

  @Test
  void theExampleWorks() {
    StoreOptions options = StoreOptions.defaults().withDevice("buffered");
    try (SpatialStore store = SpatialStore.create(directory, options)) {
      store.insert(1, 13.40, 52.52, 13.40, 52.52);
      store.insert(2, new Envelope(13.3, 13.5, 52.4, 52.6));
      store.update(
          1, new Envelope(13.40, 13.40, 52.52, 52.52), new Envelope(2.35, 2.35, 48.85, 48.85));
      store.delete(2, new Envelope(13.3, 13.5, 52.4, 52.6));
      store.sync(); // until here everything is durable
    }
    try (SpatialStore store = SpatialStore.open(directory)) {
      long found =
          store.search(
              new Envelope(0, 10, 40, 50),
              (id, minX, minY, maxX, maxY) -> {
                System.out.println(id + " at " + minX + " " + minY);
                return true; // go on
              });
      assertThat(found).isEqualTo(1);
    }
  }

  @Test
  void theExampleOfTablesWorks() {
    Geometry parcel = new GeometryFactory().toGeometry(new Envelope(1, 2, 1, 2));
    Geometry street =
        new GeometryFactory()
            .createLineString(new Coordinate[] {new Coordinate(0, 0), new Coordinate(3, 3)});
    byte[] owner = {1, 2, 3};
    TableOptions options =
        TableOptions.defaults()
            .withDevice("buffered")
            .withIndex("geom=rstar")
            .withIndex("key=bplus");
    try (Table parcels = Table.create(directory, options)) {
      parcels.insert(7, parcel, ByteBuffer.wrap(owner)); // the record and both indices
    }
    long visited = 0;
    try (Table parcels = Table.open(directory)) {
      GeometryQuery crossed = new GeometryQuery(Predicate.INTERSECTS, Semantics.OGC, street);
      try (RecordCursor found =
          TableScan.open(parcels, ScanQuery.where(crossed), ScanConfig.of(AccessPath.SIDX))) {
        while (found.next()) { // each page of records is read once
          assertThat(found.key()).isEqualTo(7);
          assertThat(found.record().remaining()).isGreaterThan(owner.length);
          visited++;
        }
      }
    }
    assertThat(visited).isEqualTo(1);
  }
}

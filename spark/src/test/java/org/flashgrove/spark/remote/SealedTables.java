package org.flashgrove.spark.remote;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.flashgrove.access.attribute.RowWriter;
import org.flashgrove.access.structure.LoadOptions;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableLoader;
import org.flashgrove.spark.column.Columns;
import org.flashgrove.spark.dataset.SealedTable;
import org.flashgrove.spark.write.TableSettings;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.io.WKBWriter;

/** Sealed tables of points, made without Spark. */
final class SealedTables {
  private static final GeometryFactory FACTORY = new GeometryFactory();

  private SealedTables() {}

  /**
   * Makes a store of points and seals it as a file {@code sealed} in a directory, which keeps the
   * store, too. Point <i>i</i> is at {@code (i % 100, i / 100)}.
   */
  static SealedTable make(Path directory, int rows, int pageSize) throws IOException {
    Columns columns =
        new Columns(
            new StructType().add("id", DataTypes.LongType).add("geom", DataTypes.BinaryType),
            "geom");
    Path store = directory.resolve("store");
    RowWriter values = new RowWriter(columns.attributes());
    try (Table table =
        Table.create(store, new TableSettings("rstar", pageSize, List.of()).options(columns))) {
      try (TableLoader loader =
          table.loader(new LoadOptions(1 << 20, directory).withOrder("hilbert", null))) {
        for (int i = 0; i < rows; i++) {
          values.clear().set(0, (long) i);
          byte[] wkb =
              new WKBWriter().write(FACTORY.createPoint(new Coordinate(i % 100, i / 100.0)));
          loader.appendWkb(i, ByteBuffer.wrap(wkb), values.row());
        }
        loader.commit();
      }
      table.store().compact();
    }
    TableSealer.Sealed made;
    try (OutputStream out = Files.newOutputStream(directory.resolve("sealed"))) {
      made = SealedStores.seal(store, out);
    }
    return new SealedTable("sealed", made.bytes(), made.head(), rows, rows, null, Map.of());
  }
}

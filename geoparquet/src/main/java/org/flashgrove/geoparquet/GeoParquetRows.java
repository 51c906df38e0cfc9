package org.flashgrove.geoparquet;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.parquet.schema.MessageType;
import org.flashgrove.datasets.EntrySink;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.feature.FreshIds;
import org.flashgrove.datasets.feature.RowForms;
import org.flashgrove.datasets.row.RowFile;
import org.flashgrove.datasets.source.ByteSource;
import org.flashgrove.geoparquet.page.ColumnScan;
import org.flashgrove.geoparquet.page.PageTable;
import org.flashgrove.geoparquet.page.ParquetFile;
import org.flashgrove.geoparquet.page.PendingTable;
import org.flashgrove.geoparquet.value.RowReader;
import org.locationtech.jts.geom.Envelope;

/** Gives access to the rows of a GeoParquet file by their row numbers. */
final class GeoParquetRows implements RowFile {
  private final String name;
  private final ParquetFile parquet;
  private final GeometryColumn column;
  private PageTable table;
  private PendingTable pendingTable;
  private Map<Long, Long> madeIds;

  GeoParquetRows(ByteSource source, String layer, byte[] places) {
    name = source.name();
    parquet = new ParquetFile(source);
    try {
      List<GeometryColumn> geometries = GeometryColumn.of(parquet, name);
      column = GeometryColumn.choose(geometries, layer);
      table = places == null ? null : PageTable.of(places, parquet);
    } catch (RuntimeException e) {
      parquet.close();
      throw e;
    }
  }

  @Override
  public long rowCount() {
    long rows = 0;
    for (int i = 0; i < parquet.groupCount(); i++) {
      rows += parquet.rowCount(i);
    }
    return rows;
  }

  @Override
  public long size() {
    return parquet.size();
  }

  @Override
  public String fingerprint() {
    return parquet.footerHash();
  }

  private PageTable table() {
    if (table == null) {
      table = pendingTable == null ? PageTable.of(parquet) : pendingTable.get();
    }
    return table;
  }

  @Override
  public byte[] places() {
    return table().toBytes();
  }

  /**
   * Keeps the rows of an older version if this file begins with the row groups of that version. To
   * check this, reads all pages of the geometry column in these row groups, and the first and the
   * last page of every other column. If another page has changed, a query that reads it throws an
   * exception.
   */
  @Override
  public long keepRows(byte[] older) {
    table = PageTable.extended(older, parquet, column.name());
    return table == null ? 0 : table.keptRows(parquet);
  }

  @Override
  public void forEachBounds(long firstRow, BadRowPolicy policy, EntrySink sink) {
    if (policy == BadRowPolicy.STOP) {
      if (table == null && ColumnScan.isParallel()) {
        pendingTable = new PendingTable(parquet); // places() needs the table next
      }
      new GeometryBounds(parquet, name, column, sink).forEach(firstRow);
      return;
    }
    try (GeoParquetFeatures all = new GeoParquetFeatures(parquet, name, policy, column.name())) {
      all.of(RowForms.RECORDS);
      while (all.next()) {
        Envelope box = all.bounds();
        if (all.row() >= firstRow && !box.isNull()) {
          sink.accept(all.row(), box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY());
        }
      }
    }
  }

  @Override
  public FeatureCursor rows(long[] numbers) {
    return rows(numbers, null);
  }

  /** Reads only the pages of the geometry, of the ids and of these attributes. */
  @Override
  public FeatureCursor rows(long[] numbers, Set<String> attributes) {
    return new GeoParquetFeatures(
            parquet,
            name,
            column.name(),
            table(),
            new GeoParquetFeatures.Chosen(numbers, attributes),
            this::idOfRowWithoutId)
        .of(RowForms.RECORDS);
  }

  /**
   * Returns the id that a scan of the whole file gives to a row without an id. Returns null if the
   * file has no ids.
   */
  private Long idOfRowWithoutId(long row) {
    if (madeIds == null) {
      madeIds = madeIds();
    }
    return madeIds.get(row);
  }

  private Map<Long, Long> madeIds() {
    Map<Long, Long> made = new HashMap<>();
    int at = GeoParquetFeatures.idColumn(parquet.schema());
    if (at < 0) {
      return made;
    }
    MessageType ids = new MessageType("ids", parquet.schema().getType(at));
    FreshIds fresh = new FreshIds();
    for (RowReader each = new RowReader(parquet, ids); each.next(); ) {
      if (each.value(0) instanceof Long given) {
        fresh.use(given);
      }
    }
    for (RowReader each = new RowReader(parquet, ids); each.next(); ) {
      if (each.value(0) == null) {
        made.put(each.row(), fresh.next());
      }
    }
    return made;
  }

  @Override
  public void close() {
    parquet.close();
  }
}

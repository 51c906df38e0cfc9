package org.flashgrove.cli.edit;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.flashgrove.access.Store;
import org.flashgrove.access.query.TableCursor;
import org.flashgrove.access.query.TableQuery;
import org.flashgrove.access.table.RecordLookup;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableBatch;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.cli.command.TableSystem;
import org.flashgrove.cli.input.AttributeColumns;
import org.flashgrove.cli.input.GivenIds;
import org.flashgrove.cli.input.RowGeometry;
import org.flashgrove.datasets.feature.CoordinateSystem;
import org.flashgrove.datasets.feature.FeatureCursor;

/** Applies the rows of data files to a table as insertions, updates or deletions of records. */
final class RecordRows implements RowTarget {
  private final Table table;
  private final RowChange change;
  private final RecordLookup records;
  private final AttributeColumns columns;
  private final boolean replaces;
  private final int rowsOfCommit;
  private final boolean isUnique;
  private final TableSystem ofDirectory;

  /**
   * True if the table cannot keep a coordinate system without an EPSG code, although a file names
   * one. For example, some rows or older records have no coordinate system, or the store has no
   * directory.
   */
  private boolean isLost;

  private boolean isNew;
  private long rid;

  /** Coordinate system of the table; null until a row needs it. */
  private CoordinateSystem system;

  /** Number of rows in the open batch. */
  private int pending;

  private TableBatch batch;

  /**
   * Ids of the records that updates and deletions have changed in the open batch. A record with
   * such an id can be looked up again only after the batch is committed. For insertions with unique
   * keys, the set instead contains the ids of all rows so far.
   */
  private final Set<Long> touched = new HashSet<>();

  /**
   * Creates a target that changes a table.
   *
   * @param replaces whether an inserted row replaces the record with the same key
   * @param rowsOfCommit number of rows that commit together
   * @param ofDirectory coordinate system of geometries without an SRID
   */
  RecordRows(
      Table table, RowChange change, boolean replaces, int rowsOfCommit, TableSystem ofDirectory) {
    this.table = table;
    this.ofDirectory = ofDirectory;
    this.change = change;
    this.replaces = replaces;
    this.rowsOfCommit = rowsOfCommit;
    isUnique = table.keyIndex() != null && table.keyIndex().isUnique();
    columns = new AttributeColumns(table.schema());
    boolean looksUp = change != RowChange.INSERT || replaces || isUnique;
    records = looksUp ? table.lookup() : null;
    if (replaces && !records.findsByKey()) {
      throw new IllegalArgumentException(
          "--replace: the table has no index on the key; add an index such as key=bplus");
    }
  }

  @Override
  public Store store() {
    return table.store();
  }

  @Override
  public void check(FeatureCursor row) {
    if (change != RowChange.DELETE) {
      requireSystem(row);
      try {
        table.requireHoldable(row.geometry());
      } catch (IllegalArgumentException e) {
        throw row.problem(e.getMessage(), "geometries that all indices of the table hold");
      }
      if (change == RowChange.INSERT) {
        columns.require(row);
      } else {
        columns.look(row);
      }
    }
    if (change == RowChange.INSERT) {
      checkKey(row);
      return;
    }
    if (touched.contains(row.id())) {
      finish(); // records are looked up in the newest commit
    }
    rid = find(row);
    if (rid == RecordLookup.SEVERAL) {
      throw row.problem(
          "several records have the key " + row.id(),
          change == RowChange.UPDATE
              ? "a key of one record, or rows with its old bounds"
              : "a key of one record, or rows with its geometry");
    }
  }

  /**
   * Throws an exception if the coordinate system of a row differs from the coordinate system of the
   * table's first geometry.
   */
  private void requireSystem(FeatureCursor row) {
    CoordinateSystem named = row.coordinateSystem();
    if (system == null) {
      system = ofDirectory.of(table);
      isNew = !system.isKnown();
      isLost = isNew && (table.size() > 0 || !ofDirectory.isKept());
    }
    isLost |= isNew && !named.isKnown();
    if (system.isKnown() && named.isKnown() && !named.isSame(system)) {
      throw row.problem(
          "is in " + named + ", the table's first geometry in " + system,
          "rows of one coordinate system, such as 'convert --reproject' makes");
    }
    system = system.isKnown() ? system : named;
  }

  @Override
  public void addIdsTo(GivenIds ids) {
    try (TableSnapshot snapshot = table.snapshot();
        TableCursor all = TableQuery.of(snapshot).cursor()) {
      while (all.next()) {
        ids.use(all.record().key());
      }
    }
  }

  private void checkKey(FeatureCursor row) {
    if (row.isIdMade()) {
      return; // no record has a new key
    }
    if (replaces) {
      if (records.find(row.id()) == RecordLookup.SEVERAL) {
        throw row.problem(
            "several records have the key " + row.id(), "a key of one record, or of none");
      }
    } else if (isUnique
        && (!touched.add(row.id()) || records.find(row.id()) != RecordLookup.NONE)) {
      throw row.problem("key " + row.id() + " already exists", "other keys, or --replace");
    }
  }

  private long find(FeatureCursor row) {
    if (change.needsKeys(row.kind())) {
      if (!records.findsByKey()) {
        throw new IllegalArgumentException(
            "rows: have only ids, but the table has no index on the key; use rows "
                + (change == RowChange.UPDATE
                    ? "id,oldminx,oldminy,oldmaxx,oldmaxy,minx,miny,maxx,maxy"
                    : "id,wkt | id,x,y | id,lon,lat | id,minx,miny,maxx,maxy"));
      }
      return records.find(row.id());
    }
    return switch (row.kind()) {
      case MOVES -> records.find(row.id(), row.old());
      case GEOMETRIES -> records.find(row.id(), row.geometry());
      default -> records.find(row.id(), row.geometry().getEnvelopeInternal());
    };
  }

  @Override
  public boolean apply(FeatureCursor row) {
    if (batch == null) {
      batch = table.begin();
    }
    boolean found =
        switch (change) {
          case INSERT -> {
            if (replaces) {
              batch.upsert(
                  row.id(),
                  RowGeometry.of(row),
                  writer ->
                      columns.write(row, writer.clear())); // the row replaces the whole record
            } else {
              batch.insert(row.id(), RowGeometry.of(row), writer -> columns.write(row, writer));
            }
            yield true;
          }
          case DELETE -> rid != RecordLookup.NONE && batch.byRid().delete(rid);
          case UPDATE -> rid != RecordLookup.NONE && update(row);
        };
    if (change != RowChange.INSERT) {
      touched.add(row.id());
    }
    if (++pending >= rowsOfCommit) {
      finish();
    }
    return found;
  }

  /**
   * Copies the geometry of a row to the record that the row names. Also copies those attributes of
   * the table that the row's file has. Returns whether the record existed.
   */
  private boolean update(FeatureCursor row) {
    boolean updated = batch.byRid().updateGeometry(rid, RowGeometry.of(row));
    if (columns.areIn(row)) {
      batch.byRid().updateAttributes(rid, writer -> columns.write(row, writer));
    }
    return updated;
  }

  @Override
  public List<String> losses(FeatureCursor rows) {
    List<String> losses = new ArrayList<>(rows.notes());
    String others = columns.noteOfOthersIn(rows);
    if (change != RowChange.DELETE && !others.isEmpty()) {
      losses.add(others);
    }
    CoordinateSystem named = rows.coordinateSystem();
    if (isLost && named.isKnown() && named.epsg() == 0) {
      losses.add("the coordinate system " + named + " is not kept, as not all records have it");
    }
    return losses;
  }

  @Override
  public void finish() {
    if (batch != null) {
      if (isNew && !isLost && system.isKnown()) {
        ofDirectory.keep(system);
        isNew = false;
      }
      batch.commit();
      endBatch();
    }
  }

  private void endBatch() {
    batch.close();
    batch = null;
    pending = 0;
    if (change != RowChange.INSERT) {
      touched.clear();
    }
  }

  @Override
  public void close() {
    if (batch != null) {
      endBatch();
    }
    RowTarget.super.close();
  }
}

package org.flashgrove.access.scan;

import java.util.Objects;
import java.util.function.LongSupplier;
import org.flashgrove.access.filter.KeyRanges;
import org.flashgrove.access.filter.WordRanges;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.table.AttributeIndex;
import org.flashgrove.access.table.GeometryIndex;
import org.flashgrove.access.table.KeyIndex;
import org.flashgrove.access.table.PairIndex;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableIndex;
import org.flashgrove.access.table.TableIndices;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.core.geometry.GeometryTest;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.QueryWatch;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.bplus.RidSource;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Envelope;

/**
 * Runs a query of a table by an access path. Every path returns the same records. An index scan
 * returns them in the order of the index, and other paths in the order of RIDs.
 */
public final class TableScan {
  /** RID that marks the end of a sequence of RIDs. */
  public static final long NO_RID = RidSource.END;

  private final TableSnapshot snapshot;
  private final boolean closesSnapshot;
  private final ScanQuery query;
  private final ScanConfig config;
  private final ScanMeter meter;

  private TableScan(
      TableSnapshot snapshot, boolean closesSnapshot, ScanQuery query, ScanConfig config) {
    this.snapshot = snapshot;
    this.closesSnapshot = closesSnapshot;
    GeometryTest asked = query.geometry();
    this.query = asked == null ? query : query.and(asked.on(snapshot.table().metric()));
    this.config = config;
    meter = new ScanMeter(config.watch());
  }

  /**
   * Starts a scan of a table at the newest commit. Several threads may each run a scan.
   *
   * @throws SpecException if the path needs an index that the table does not have
   */
  public static RecordCursor open(Table table, ScanQuery query, ScanConfig config) {
    index(table, query, config); // throws before anything is opened
    if (query.filter() != null) {
      query.filter().bind(table.schema());
    }
    return open(table.snapshot(), true, query, config);
  }

  /**
   * Starts a scan of a snapshot, which stays open. A snapshot allows one scan at a time, by its own
   * thread.
   */
  public static RecordCursor open(TableSnapshot snapshot, ScanQuery query, ScanConfig config) {
    return open(snapshot, false, query, config);
  }

  private static RecordCursor open(
      TableSnapshot snapshot, boolean closesSnapshot, ScanQuery query, ScanConfig config) {
    boolean opened = false;
    try {
      RecordCursor cursor = new TableScan(snapshot, closesSnapshot, query, config).open();
      opened = true;
      return cursor;
    } finally {
      if (!opened && closesSnapshot) {
        snapshot.close();
      }
    }
  }

  /**
   * Returns the index that a query would use, or null for a full scan.
   *
   * @throws SpecException if no index fits the path and the query
   */
  public static @Nullable TableIndex index(Table table, ScanQuery query, ScanConfig config) {
    return index(table.present(), query, config);
  }

  private static @Nullable TableIndex index(
      TableIndices indices, ScanQuery query, ScanConfig config) {
    if (config.path() == AccessPath.FTS) {
      return null;
    }
    @Nullable TableIndex index =
        config.index() == null ? firstFitting(indices, query) : indices.get(config.index());
    String misfit = index == null ? "the table has no index for this query" : misfit(index, query);
    if (misfit != null) {
      throw new SpecException(
          "path "
              + config.path()
              + ": "
              + misfit
              + " (allowed: fts"
              + (indices.ofKey() == null ? "" : ", or index " + indices.ofKey().name())
              + ")");
    }
    return index;
  }

  /**
   * Returns the index to use for a query, or null if no index fits it. Prefers an index on the
   * geometry. The next choice is an index on an attribute that the filter restricts to single
   * values, as {@code =} does. Then come the index on the key and any other index on an attribute.
   */
  private static @Nullable TableIndex firstFitting(TableIndices indices, ScanQuery query) {
    if (query.geometry() != null && indices.ofGeometry() != null) {
      return indices.ofGeometry();
    }
    @Nullable TableIndex ranged = null;
    for (TableIndex each : indices.all()) {
      if (each instanceof AttributeIndex && query.filter() != null && misfit(each, query) == null) {
        if (isOfPoints((AttributeIndex) each, query)) {
          return each;
        }
        ranged = ranged == null ? each : ranged;
      }
    }
    return indices.ofKey() == null || ranged != null && query.hasAllKeys()
        ? ranged
        : indices.ofKey();
  }

  /**
   * Returns the reason why an index cannot be used for a query.
   *
   * @return null if it can be used
   */
  public static @Nullable String misfit(TableIndex index, ScanQuery query) {
    if (index instanceof GeometryIndex) {
      return query.geometry() != null
          ? null
          : "index " + index.name() + " cannot answer a query without a geometry";
    }
    if (index instanceof AttributeIndex of
        && (of.hasWords() ? words(of, query) : keys(of, query)) == null) {
      return "index "
          + index.name()
          + " cannot answer a query without a condition that attribute '"
          + of.attribute().name()
          + "' is of certain values";
    }
    return null;
  }

  /**
   * Returns the order words that a query needs from an attribute index. Order words are eight-byte
   * keys that sort like the values.
   *
   * @return null if the index cannot be used, because records with a null attribute may be results
   */
  public static @Nullable WordRanges words(AttributeIndex index, ScanQuery query) {
    if (query.filter() != null) {
      WordRanges words = query.filter().ranges(index.schema(), index.attribute().name());
      if (words != null) {
        return words;
      }
    }
    return index.attribute().isNullable() ? null : WordRanges.ALL;
  }

  private static WordRanges wordsOfFit(AttributeIndex index, ScanQuery query) {
    return Objects.requireNonNull(words(index, query), index.name());
  }

  /**
   * Returns the keys that a query needs from an attribute index that stores complete values.
   *
   * @return null if the index cannot be used, because records with a null attribute may be results
   */
  public static @Nullable KeyRanges keys(AttributeIndex index, ScanQuery query) {
    KeyRanges keys =
        query.filter() == null
            ? null
            : query.filter().keyRanges(index.schema(), index.attribute().name());
    return keys != null ? keys : index.attribute().isNullable() ? null : KeyRanges.ALL;
  }

  private static KeyRanges keysOfFit(AttributeIndex index, ScanQuery query) {
    return Objects.requireNonNull(keys(index, query), index.name());
  }

  /**
   * Returns whether the filter restricts the indexed attribute to single values, as {@code =} and
   * {@code in} do. The index must fit the query.
   */
  private static boolean isOfPoints(AttributeIndex index, ScanQuery query) {
    return index.hasWords()
        ? wordsOfFit(index, query).isOfPoints()
        : keysOfFit(index, query).isOfPoints();
  }

  /**
   * Returns a cursor over those of the given records that satisfy the key range and the geometry
   * condition of a query.
   *
   * @param query the query; its filter is ignored, because it has been applied already
   * @param records records of the snapshot; closed with the result
   */
  static RecordCursor refined(TableSnapshot snapshot, ScanQuery query, RecordCursor records) {
    ScanQuery rest = new ScanQuery(query.fromKey(), query.toKey(), query.geometry());
    return new TableScan(snapshot, false, rest, ScanConfig.of(AccessPath.IDX))
        .refined(records, query.hasAllKeys());
  }

  private RecordCursor open() {
    @Nullable TableIndex index = index(snapshot.indices(), query, config);
    RecordCursor records = index == null ? fullScan() : indexScan(index);
    // A B+-tree returns exactly the keys of the range.
    return refined(records, query.hasAllKeys() || index instanceof KeyIndex);
  }

  private RecordCursor refined(RecordCursor records, boolean holdsKeys) {
    boolean isExact = query.geometry() == null && query.filter() == null && holdsKeys;
    return isExact ? records : new Refinement(records, query, snapshot.schema());
  }

  /**
   * Starts an index scan in the order of an index. The scan reads ahead at most an eighth of the
   * records that it has returned. Records without an entry in the index are not returned.
   *
   * @param index an index on the key or on an attribute
   * @param isDescending whether to begin with the greatest value
   * @param watch ends the scan on a timeout or a cancellation; null for none
   */
  public static RecordCursor inOrder(
      TableSnapshot snapshot,
      ScanQuery query,
      PairIndex index,
      boolean isDescending,
      @Nullable QueryWatch watch) {
    ScanConfig config = ScanConfig.of(AccessPath.IDX).watchedBy(watch);
    TableScan scan = new TableScan(snapshot, false, query, config);
    RidSource rids =
        index instanceof AttributeIndex of
            ? scan.attributeRids(of, isDescending)
            : scan.keyRids(index, isDescending);
    boolean holdsKeys = index instanceof KeyIndex || query.hasAllKeys();
    return scan.refined(new IndexScan(snapshot, false, scan.meter, rids, true), holdsKeys);
  }

  /**
   * Starts a scan of records whose RIDs are given in ascending order. The scan reads each record
   * page once.
   *
   * @param rids RIDs of records of the snapshot in ascending order
   * @param config settings of which the scan uses only the window size and the watch
   * @param indexPages number of index pages that were read to find the RIDs
   */
  public static RecordCursor ofSortedRids(
      TableSnapshot snapshot, ScanQuery query, long[] rids, ScanConfig config, long indexPages) {
    TableScan scan = new TableScan(snapshot, false, query, config);
    scan.meter.indexPages(indexPages);
    int[] next = {0};
    RidSource source = source(() -> next[0] == rids.length ? NO_RID : rids[next[0]++]);
    RecordCursor records = new SortedIndexScan(snapshot, false, scan.meter, source, config);
    return scan.refined(records, query.hasAllKeys());
  }

  static RidSource source(LongSupplier rids) {
    return new RidSource() {
      @Override
      public long next() {
        return rids.getAsLong();
      }

      @Override
      public void close() {
        // The caller closes the RIDs.
      }
    };
  }

  /**
   * Returns the number of records that satisfy a geometry condition. Reads a record only if its
   * bounds do not decide the condition.
   *
   * @param query a query with a geometry condition and no other condition
   * @param watch ends the scan on a timeout or a cancellation; null for none
   */
  public static long countByBounds(
      TableSnapshot snapshot, ScanQuery query, @Nullable QueryWatch watch) {
    ScanConfig config = ScanConfig.of(AccessPath.SIDX).watchedBy(watch);
    return new TableScan(snapshot, false, query, config)
        .countByBounds(snapshot.indices().geometries());
  }

  private long countByBounds(GeometryIndex index) {
    GeometryTest geometry = Objects.requireNonNull(query.geometry());
    Envelope box = geometry.envelope();
    long[] decided = {0};
    RidSource rest =
        spooled(
            true,
            spool ->
                index
                    .at(snapshot, true, meter::indexPages)
                    .forEach(
                        meter.watched(EntryQuery.matching(geometry.candidates(), box)),
                        (rid, minX, minY, maxX, maxY) -> {
                          if (geometry.holdsByBounds(minX, minY, maxX, maxY)) {
                            decided[0]++;
                          } else {
                            spool.add(rid);
                          }
                        }));
    return decided[0]
        + count(refined(new SortedIndexScan(snapshot, false, meter, rest, config), true));
  }

  /** Returns the number of records of a cursor, and closes it. */
  public static long count(RecordCursor records) {
    long count = 0;
    try (records) {
      while (records.next()) {
        count++;
      }
    }
    return count;
  }

  private RecordCursor fullScan() {
    return new FullScan(snapshot, closesSnapshot, meter, config.windowPages());
  }

  private RecordCursor indexScan(TableIndex index) {
    boolean sorted = config.path() == AccessPath.SIDX;
    RidSource rids =
        index instanceof PairIndex pairs
            ? pairRids(pairs, sorted)
            : geometryRids((GeometryIndex) index, sorted);
    boolean opened = false;
    try {
      RecordCursor cursor =
          sorted
              ? new SortedIndexScan(snapshot, closesSnapshot, meter, rids, config)
              : new IndexScan(snapshot, closesSnapshot, meter, rids, false);
      opened = true;
      return cursor;
    } finally {
      if (!opened) {
        rids.close();
      }
    }
  }

  /**
   * Returns the RIDs that a query needs from an attribute index. If the query does not restrict the
   * attribute, these are all RIDs of the index.
   */
  private RidSource attributeRids(AttributeIndex index, boolean isDescending) {
    if (index.hasWords()) {
      @Nullable WordRanges words = words(index, query);
      return new PairRids(
          index, snapshot, words == null ? WordRanges.ALL : words, isDescending, meter::indexPages);
    }
    @Nullable KeyRanges keys = keys(index, query);
    return new ValueRids(
        index, snapshot, keys == null ? KeyRanges.ALL : keys, isDescending, meter::indexPages);
  }

  private RidSource keyRids(PairIndex index, boolean isDescending) {
    WordRanges keys = WordRanges.of(query.fromKey(), query.toKey());
    return new PairRids(index, snapshot, keys, isDescending, meter::indexPages);
  }

  private RidSource pairRids(PairIndex index, boolean sorted) {
    RidSource rids =
        index instanceof AttributeIndex of ? attributeRids(of, false) : keyRids(index, false);
    if (!sorted) {
      return rids;
    }
    return spooled(
        true,
        spool -> {
          for (long rid = rids.next(); rid != RidSource.END; rid = rids.next()) {
            meter.check();
            spool.add(rid);
          }
        });
  }

  /**
   * Returns the candidates of a spatial index. The index search ends before the first record is
   * read.
   */
  private RidSource geometryRids(GeometryIndex index, boolean sorted) {
    GeometryTest geometry = Objects.requireNonNull(query.geometry());
    snapshot.records().watch(meter); // an index with lazy maintenance reads records
    return spooled(
        sorted,
        spool ->
            index
                .at(snapshot, true, meter::indexPages)
                .forEach(
                    meter.watched(
                        EntryQuery.matching(geometry.candidates(), geometry.envelope()).idsOnly()),
                    (rid, x1, y1, x2, y2) -> {
                      spool.add(rid);
                    }));
  }

  /** Adds the RIDs of one source to a spool. */
  private interface Filling {
    void fill(RidSpool spool);
  }

  private RidSource spooled(boolean sorted, Filling filling) {
    RidSpool spool = new RidSpool(config.ridMemoryBytes(), sorted, config.spill(), meter);
    boolean filled = false;
    try {
      filling.fill(spool);
      filled = true;
      return spool;
    } finally {
      if (!filled) {
        spool.close();
      }
    }
  }
}

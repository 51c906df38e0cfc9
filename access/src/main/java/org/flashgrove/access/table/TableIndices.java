package org.flashgrove.access.table;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.flashgrove.access.Store;
import org.flashgrove.access.kind.Structure;
import org.flashgrove.access.structure.AttributeKeys;
import org.flashgrove.access.structure.IndexStructure;
import org.flashgrove.access.structure.KeyStructure;
import org.flashgrove.access.structure.RecordStructure;
import org.flashgrove.core.failure.MissingIndexException;
import org.flashgrove.core.metrics.IoStats;
import org.flashgrove.core.spec.SpecException;
import org.jspecify.annotations.Nullable;

/**
 * The structures of a table at one moment: its indices in the order of their names, and its
 * records. An object never changes; the table creates a new one when an index is added or dropped.
 */
public final class TableIndices {
  /** Maximum number of pages of an index that {@link #analyze} reads. */
  private static final int MOST_ANALYZED = 1_024;

  private final Collection<Structure> of;
  private final List<TableIndex> indices;
  private final List<Structure> structures;
  private final @Nullable KeyIndex ofKey;
  private final @Nullable GeometryIndex ofGeometry;

  private TableIndices(Collection<Structure> of, List<TableIndex> indices, Structure records) {
    this.of = of;
    this.indices = Collections.unmodifiableList(indices);
    List<Structure> all = new ArrayList<>();
    indices.forEach(index -> all.add(index.structure()));
    all.add(records);
    structures = Collections.unmodifiableList(all);
    ofKey = first(indices, KeyIndex.class);
    ofGeometry = first(indices, GeometryIndex.class);
  }

  /**
   * Returns the current structures of a table.
   *
   * @param known an earlier result or null; the same object is returned if no index was added or
   *     dropped since
   * @throws SpecException if the table was dropped
   */
  static TableIndices of(Store store, RecordStructure records, @Nullable TableIndices known) {
    Collection<Structure> present = store.structures();
    if (known != null && known.of == present) {
      return known;
    }
    if (!present.contains(records)) {
      throw new SpecException(
          "table '" + records.name() + "' was dropped; use a table that the store has");
    }
    String prefix = records.name() + ".";
    List<TableIndex> found = new ArrayList<>();
    for (Structure each : present) {
      if (each.name().startsWith(prefix)) {
        @Nullable TableIndex index = known == null ? null : known.indexOf(each);
        if (index == null) {
          index = index(each.name().substring(prefix.length()), each, records);
          index.statistics().restoreFrom(store.statistics(), nameOfStatistics(each));
        }
        found.add(index);
      }
    }
    return new TableIndices(present, found, records);
  }

  /** Returns the name of an index's saved statistics. A new index with another spec has another. */
  private static String nameOfStatistics(Structure index) {
    return index.name() + "=" + index.spec();
  }

  /**
   * Reads statistics of each index and saves them.
   *
   * @return number of pages read
   */
  long analyze(TableSnapshot at) {
    long pages = 0;
    Map<String, long[]> fresh = new TreeMap<>();
    for (TableIndex each : indices) {
      pages += each.analyze(at, MOST_ANALYZED);
      long[] words = each.statistics().words();
      if (words != null) {
        fresh.put(nameOfStatistics(each.structure()), words);
      }
    }
    Store store = at.table().store();
    store
        .statistics()
        .save(fresh, store.structures().stream().map(TableIndices::nameOfStatistics).toList());
    return pages;
  }

  private @Nullable TableIndex indexOf(Structure structure) {
    for (TableIndex each : indices) {
      if (each.structure() == structure) {
        return each;
      }
    }
    return null;
  }

  /** Returns a view of a structure as an index of a table. */
  static TableIndex index(String name, Structure structure, RecordStructure records) {
    if (!(structure instanceof AttributeKeys pairs)) {
      return new GeometryIndex(name, structure);
    }
    String attribute = pairs.attribute();
    return attribute == null
        ? new KeyIndex(name, (KeyStructure) structure)
        : new AttributeIndex(name, (IndexStructure) structure, attribute, records.schema());
  }

  /** Returns the indices as an unmodifiable list. */
  public List<TableIndex> all() {
    return indices;
  }

  /**
   * Returns the page transfers of records and indices.
   *
   * @param isShared whether all structures of the store share a page pool; if so, returns the
   *     transfers of the whole store
   */
  IoStats io(Structure records, boolean isShared) {
    IoStats sum = records.io();
    for (int i = 0; i < indices.size() && !isShared; i++) {
      sum = sum.plus(indices.get(i).io());
    }
    return sum;
  }

  /** Returns the structures, with the records last. */
  List<Structure> structures() {
    return structures;
  }

  /**
   * Returns the index with a name.
   *
   * @throws MissingIndexException if there is none; the message lists the existing names
   */
  public TableIndex get(String name) {
    for (TableIndex index : indices) {
      if (index.name().equals(name)) {
        return index;
      }
    }
    throw new MissingIndexException(
        SpecException.unknown("index", name, indices.stream().map(TableIndex::name).toList()));
  }

  /** Returns the first index on the key, or null if there is none. */
  public @Nullable KeyIndex ofKey() {
    return ofKey;
  }

  /**
   * Returns the first index on the key.
   *
   * @throws MissingIndexException if there is none
   */
  public KeyIndex keys() {
    KeyIndex index = ofKey();
    if (index == null) {
      throw noKeys();
    }
    return index;
  }

  /** Returns the exception for a table without an index on the key. */
  static MissingIndexException noKeys() {
    return new MissingIndexException(
        "the table has no index on the key; add one, such as key=bplus");
  }

  /** Returns the first index on the geometry, or null if there is none. */
  public @Nullable GeometryIndex ofGeometry() {
    return ofGeometry;
  }

  /**
   * Returns the first index on the geometry.
   *
   * @throws MissingIndexException if there is none
   */
  public GeometryIndex geometries() {
    GeometryIndex index = ofGeometry();
    if (index == null) {
      throw new MissingIndexException(
          "the table has no index on the geometry; call addIndex(\"geom=grove\")");
    }
    return index;
  }

  private static <T extends TableIndex> @Nullable T first(List<TableIndex> indices, Class<T> kind) {
    for (TableIndex index : indices) {
      if (kind.isInstance(index)) {
        return kind.cast(index);
      }
    }
    return null;
  }
}

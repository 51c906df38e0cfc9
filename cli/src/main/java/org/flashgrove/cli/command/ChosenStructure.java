package org.flashgrove.cli.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.ids.Repeat;
import org.flashgrove.access.kind.StructureConfig;
import org.flashgrove.access.structure.IdStructure;
import org.flashgrove.access.table.Table;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.datasets.feature.RowForms;

/**
 * A structure of a store that is not open yet.
 *
 * @param directory of the store
 * @param design what the store is made of
 * @param name of the structure
 */
public record ChosenStructure(Path directory, StoreDesign design, String name) {
  /**
   * Finds the structure of a name.
   *
   * @param option what the name was given by, for messages
   * @param name null for the only one, or the one of a store that is one index or one table
   */
  public static ChosenStructure of(Path directory, StoreDesign design, String option, String name) {
    List<String> names = own(design);
    if (name == null) {
      return new ChosenStructure(directory, design, usual(directory, names, option));
    }
    if (!design.structures().containsKey(name)) {
      throw new IllegalArgumentException(
          option + " " + name + " (allowed: " + String.join(", ", names) + ")");
    }
    return new ChosenStructure(directory, design, name);
  }

  private static String usual(Path directory, List<String> names, String option) {
    if (names.size() == 1) {
      return names.get(0);
    }
    for (String usual : List.of(SpatialStore.INDEX, Table.NAME)) {
      if (names.contains(usual)) {
        return usual;
      }
    }
    throw new IllegalArgumentException(
        directory
            + ": has several structures (allowed: "
            + option
            + " with one of "
            + String.join(", ", names)
            + ")");
  }

  /** The names of a store's structures without those that are indices of tables. */
  public static List<String> own(StoreDesign design) {
    return design.structures().keySet().stream()
        .filter(name -> StoreDesign.tableOf(name) == null)
        .toList();
  }

  /** Refuses an index of a table, which is asked and changed through the table. */
  public ChosenStructure requireOwn() {
    String table = StoreDesign.tableOf(name);
    if (name.endsWith("." + IdStructure.KIND)) {
      throw new IllegalArgumentException(
          "structure '"
              + name
              + "' holds the rectangles of an index by id (allowed: the index, "
              + table
              + ")");
    }
    if (table != null) {
      throw new IllegalArgumentException(
          "structure '" + name + "' is an index of a table (allowed: the table, " + table + ")");
    }
    return this;
  }

  /** Refuses a key tree, and records by time, which are asked and changed in other ways. */
  public ChosenStructure requireObjects() {
    if (isOfPairs()) {
      throw new IllegalArgumentException(
          "structure '"
              + name
              + "' is "
              + spec()
              + ", of pairs (allowed: a spatial index, or records; pairs by insert, delete and"
              + " query --keys)");
    }
    if (isOfTimes()) {
      throw new IllegalArgumentException(
          "structure '"
              + name
              + "' is "
              + spec()
              + ", of records by time (allowed: a spatial index, or records; these by insert and"
              + " query)");
    }
    return this;
  }

  /** Returns the metric of the index, or of the table's geometry indexes. */
  public Metric metric() {
    for (Map.Entry<String, StructureConfig> each : design.structures().entrySet()) {
      boolean isOfThis =
          name.equals(each.getKey()) || name.equals(StoreDesign.tableOf(each.getKey()));
      if (isOfThis && each.getValue().isSpatial()) {
        return each.getValue().metric();
      }
    }
    return Metric.PLANAR;
  }

  /** Returns whether the structure is a key tree of (key, value) pairs. */
  public boolean isOfPairs() {
    return design.structures().get(name).isOfPairs();
  }

  /** Returns whether the structure stores records by time: MicroHash or MicroGF. */
  public boolean isOfTimes() {
    return design.structures().get(name).isOfTimes();
  }

  /** Returns the accepted forms of rows in its data files. */
  public RowForms forms() {
    if (isTable()) {
      return RowForms.RECORDS;
    }
    return design.structures().get(name).isByKey() ? RowForms.PAIRS : RowForms.ENTRIES;
  }

  /** The structure as a spec. */
  public String spec() {
    return design.structures().get(name).toString();
  }

  /** Returns the behaviour of a repeated insertion if the store has ids; otherwise null. */
  public Repeat repeat() {
    StructureConfig ids = design.structures().get(name + "." + IdStructure.KIND);
    return ids == null ? null : ids.as(IdStructure.Settings.class).repeat();
  }

  /** Returns whether the store has ids. */
  public boolean hasIds() {
    return repeat() != null;
  }

  /** Returns whether the structure is the records of a table. */
  public boolean isTable() {
    return design.structures().get(name).isOfRecords();
  }

  /** The only order that an index of sealed blocks is bulk loaded in; null of another. */
  public String ownBulkOrder() {
    return design.structures().get(name).loadOrder();
  }

  /**
   * Returns whether the store consists of this structure or table alone, so that commands need not
   * name it.
   */
  public boolean isWhole() {
    return design.isSpatialStore() || design.isOneTable();
  }

  /** Returns whether the rectangles are known to be bounds of geometries. */
  public boolean isOfBounds() {
    return IndexedBounds.areNoted(directory, name);
  }
}

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
 * Index, table or other structure of a store on which a command works. The store need not be open.
 *
 * @param directory directory of the store
 * @param design design of the store
 * @param name name of the structure
 */
public record ChosenStructure(Path directory, StoreDesign design, String name) {
  /**
   * Finds a structure by its name.
   *
   * @param option option that gave the name, for messages
   * @param name name of the structure. If it is null, returns the only structure of the store, or
   *     else the structure with one of the default names {@link SpatialStore#INDEX} and {@link
   *     Table#NAME}
   * @throws IllegalArgumentException if there is no such structure, or if {@code name} is null and
   *     the store has several structures but none with a default name
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
            + ": has several structures; add "
            + option
            + " with one of "
            + String.join(", ", names));
  }

  /** Returns the names of the structures of a store, except the indexes of its tables. */
  public static List<String> own(StoreDesign design) {
    return design.structures().keySet().stream()
        .filter(name -> StoreDesign.tableOf(name) == null)
        .toList();
  }

  /**
   * Returns this structure. Throws an exception for an index of a table: commands must name the
   * table instead.
   */
  public ChosenStructure requireOwn() {
    String table = StoreDesign.tableOf(name);
    if (name.endsWith("." + IdStructure.KIND)) {
      throw new IllegalArgumentException(
          "structure '"
              + name
              + "' holds the rectangles of an index by id; use the index '"
              + table
              + "'");
    }
    if (table != null) {
      throw new IllegalArgumentException(
          "structure '" + name + "' is an index of a table; use the table '" + table + "'");
    }
    return this;
  }

  /**
   * Returns this structure. Throws an exception if it is a key tree or if it stores records by
   * time, because these structures need other commands.
   */
  public ChosenStructure requireObjects() {
    if (isOfPairs()) {
      throw new IllegalArgumentException(
          "structure '"
              + name
              + "' is "
              + spec()
              + ", which stores pairs; use insert, delete or query --keys");
    }
    if (isOfTimes()) {
      throw new IllegalArgumentException(
          "structure '"
              + name
              + "' is "
              + spec()
              + ", which stores records by time; use insert or query");
    }
    return this;
  }

  /** Returns the metric of the index, or of the geometry indexes if this structure is a table. */
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

  /** Returns whether the structure is a key tree, which stores (key, value) pairs. */
  public boolean isOfPairs() {
    return design.structures().get(name).isOfPairs();
  }

  /** Returns whether the structure stores records by time (MicroHash or MicroGF). */
  public boolean isOfTimes() {
    return design.structures().get(name).isOfTimes();
  }

  /** Returns the forms of rows that data files for this structure may have. */
  public RowForms forms() {
    if (isTable()) {
      return RowForms.RECORDS;
    }
    return design.structures().get(name).isByKey() ? RowForms.PAIRS : RowForms.ENTRIES;
  }

  /** Returns the spec of the structure, a text with its kind and settings. */
  public String spec() {
    return design.structures().get(name).toString();
  }

  /**
   * Returns what happens if an entry with the same id and rectangle is inserted again. Returns null
   * if the store has no ids.
   */
  public Repeat repeat() {
    StructureConfig ids = design.structures().get(name + "." + IdStructure.KIND);
    return ids == null ? null : ids.as(IdStructure.Settings.class).repeat();
  }

  public boolean hasIds() {
    return repeat() != null;
  }

  /** Returns whether the structure is a table. */
  public boolean isTable() {
    return design.structures().get(name).isOfRecords();
  }

  /**
   * Returns the only order in which the structure can be bulk loaded. Returns null if the structure
   * supports several orders.
   */
  public String ownBulkOrder() {
    return design.structures().get(name).loadOrder();
  }

  /** Returns whether the store has only this structure, so that commands need not name it. */
  public boolean isWhole() {
    return design.isSpatialStore() || design.isOneTable();
  }

  /**
   * Returns whether the rectangles in the structure are known to be bounds of geometries ({@link
   * IndexedBounds}).
   */
  public boolean isOfBounds() {
    return IndexedBounds.areNoted(directory, name);
  }
}

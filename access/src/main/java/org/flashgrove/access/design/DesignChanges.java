package org.flashgrove.access.design;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.flashgrove.access.kind.StructureConfig;
import org.flashgrove.core.spec.SpecException;

/**
 * Adds structures to the design of an existing store, or drops structures from it. Each change is
 * validated before anything is written.
 */
final class DesignChanges {
  private DesignChanges() {}

  static StoreDesign with(StoreDesign before, Map<String, String> specs) {
    boolean areItsIndices =
        before.isOneTable()
            && specs.keySet().stream()
                .allMatch(name -> StoreDesign.ONLY_TABLE.equals(StoreDesign.tableOf(name)));
    if (before.isOneIndex() || before.isOneTable() && !areItsIndices) {
      throw new SpecException(
          "the store is one "
              + (before.isOneIndex()
                  ? "index and takes no further structures"
                  : "table and takes only further indexes of the table")
              + "; create a store of several structures");
    }
    Map<String, StructureConfig> all = before.structures();
    StructureNumbers more = before.numbers();
    for (Map.Entry<String, String> each : specs.entrySet()) {
      requireNew(all, specs, each.getKey());
      all = inPlace(before, all, each.getKey(), each.getValue());
      more = more.with(each.getKey());
      if (Objects.requireNonNull(all.get(each.getKey())).isOfIds()
          && before.structures().containsKey(StoreDesign.tableOf(each.getKey()))) {
        throw new SpecException(
            "structure '"
                + each.getKey()
                + "' would lack the entries of its existing index; add it together with a new"
                + " index");
      }
    }
    StoreDesign made = before.with(all, more);
    if (made.isOneIndex() || made.isOneTable() && !before.isOneTable()) {
      throw new SpecException(
          "structure name '"
              + (made.isOneIndex() ? StoreDesign.ONLY_INDEX : StoreDesign.ONLY_TABLE)
              + "' is reserved for a store of one structure; choose another name");
    }
    return made;
  }

  private static void requireNew(
      Map<String, StructureConfig> existing, Map<String, String> specs, String name) {
    if (existing.containsKey(name)) {
      String table = StoreDesign.tableOf(name);
      boolean isOfTable = table != null && specs.containsKey(table);
      throw new SpecException(
          (isOfTable ? "table '" + table : "structure '" + name)
              + "' already exists; choose another name");
    }
  }

  /**
   * Adds a structure to a map of structures, and returns the result as a new map. An index of a
   * table is placed before the records of that table; any other structure is placed last.
   */
  static Map<String, StructureConfig> inPlace(
      StoreDesign design, Map<String, StructureConfig> others, String name, String spec) {
    StructureConfig config =
        WholeKeys.chosen(
            StoreDesign.ofNew(name, spec, design.pageSize()),
            others.get(StoreDesign.tableOf(name)),
            design.flash(),
            design.pageSize());
    Map<String, StructureConfig> more = new LinkedHashMap<>();
    others.forEach(
        (each, known) -> {
          if (each.equals(StoreDesign.tableOf(name)) && StoreDesign.isRecords(known)) {
            more.put(name, config);
          }
          more.put(each, known);
        });
    more.putIfAbsent(name, config);
    return more;
  }

  private static void requireLeft(StoreDesign before, Map<String, StructureConfig> fewer) {
    if (fewer.isEmpty() && (before.isOneIndex() || before.isOneTable())) {
      throw new SpecException(
          "drop: the store is one "
              + (before.isOneIndex() ? "index" : "table")
              + " and cannot exist without it; close the store and delete its directory");
    }
  }

  static StoreDesign without(StoreDesign before, Collection<String> names) {
    Map<String, StructureConfig> structures = before.structures();
    for (String name : names) {
      StructureConfig structure = structures.get(name);
      if (structure == null) {
        throw new SpecException(SpecException.unknown("structure", name, structures.keySet()));
      }
      if (structure.isOnRawFlash() && before.device().rawFlash() != null) {
        throw new SpecException(
            "structure '"
                + name
                + "' has the blocks of device '"
                + before.device()
                + "' and cannot be dropped; drop only structures on files");
      }
    }
    for (String name : names) {
      if (Objects.requireNonNull(structures.get(name)).isOfIds()
          && !names.contains(StoreDesign.tableOf(name))) {
        throw new SpecException(
            "structure '" + name + "' cannot be dropped without its index; drop both");
      }
    }
    Map<String, StructureConfig> fewer = new LinkedHashMap<>(structures);
    fewer.keySet().removeAll(names);
    requireLeft(before, fewer);
    StoreDesign left = before.with(fewer, before.numbers().without(names));
    boolean isOne = left.isOneIndex() || left.isOneTable();
    if (isOne && !before.isOneTable()) {
      throw new SpecException(
          "structure '"
              + (left.isOneIndex() ? StoreDesign.ONLY_INDEX : StoreDesign.ONLY_TABLE)
              + "' cannot be the only one left, since its name is reserved for a store of one"
              + " structure; add another structure first");
    }
    return left;
  }
}

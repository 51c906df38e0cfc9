package org.flashgrove.access.table;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.flashgrove.access.OpenOptions;
import org.flashgrove.access.Store;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.core.failure.StoreIoException;

/** Opens stores that consist of one table, and rejects all others. */
final class OneTable {
  private OneTable() {}

  static Store open(Path directory, OpenOptions options) {
    return Store.open(
        directory,
        Objects.requireNonNull(options, "options").isReadOnly(),
        found -> options.applyTo(require(directory, found)));
  }

  /**
   * Returns a design if it is the design of a store of one table.
   *
   * @throws StoreIoException if it is not; the message names the kind of store and how to open it
   */
  static StoreDesign require(Object directory, StoreDesign found) {
    if (!found.structures().containsKey(Table.NAME)) {
      throw new StoreIoException(directory + ": " + otherKind(found));
    }
    return found;
  }

  private static String otherKind(StoreDesign found) {
    if (found.isSpatialStore()) {
      return "the store is a spatial store, not a table; open it with SpatialStore.open";
    }
    List<String> tables = names(found);
    if (!tables.isEmpty()) {
      return "the store has the tables "
          + String.join(", ", tables)
          + ", not one named "
          + Table.NAME
          + "; open it with Store.open and take one by its name (Table.of)";
    }
    return found.structures().isEmpty()
        ? "the store is empty; open it with Store.open and add a table (Table.create)"
        : "the store has the structures "
            + String.join(", ", found.structures().keySet())
            + ", no table; open it with Store.open";
  }

  static List<String> names(StoreDesign design) {
    return design.structures().entrySet().stream()
        .filter(each -> each.getValue().isOfRecords())
        .map(Map.Entry::getKey)
        .toList();
  }
}

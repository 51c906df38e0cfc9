package org.flashgrove.access.table;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.flashgrove.access.OpenOptions;
import org.flashgrove.access.Store;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.core.failure.StoreIoException;

/** Opens stores that consist of one table, and rejects all others. */
final class OneTable {
  private OneTable() {}

  /** Opens a store that consists of one table. */
  static Store open(Path directory, OpenOptions options) {
    return Store.open(
        directory, options.isReadOnly(), found -> options.applyTo(require(directory, found)));
  }

  /**
   * Returns the design {@code found} if it is the design of a store of one table.
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
      return "the store is an index, not a table; open it as an index (SpatialStore)";
    }
    List<String> tables =
        found.structures().entrySet().stream()
            .filter(each -> each.getValue().isOfRecords())
            .map(Map.Entry::getKey)
            .toList();
    if (!tables.isEmpty()) {
      return "the store has the tables "
          + String.join(", ", tables)
          + ", not one named "
          + Table.NAME
          + "; open it as a store (Store) and take one by its name (Table.of)";
    }
    return "the store has the structures "
        + String.join(", ", found.structures().keySet())
        + ", no table; open it as a store (Store)";
  }
}

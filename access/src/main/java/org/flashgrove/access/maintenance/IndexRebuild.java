package org.flashgrove.access.maintenance;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.flashgrove.access.Store;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.design.WholeKeys;
import org.flashgrove.access.table.Table;

/**
 * Rebuilds indices that store only eight bytes of each value, so that they store complete values.
 * The new index has a temporary name until it is complete. Then a single write of the description
 * gives it the name of the old index. Afterwards the store frees the pages of the old index.
 */
final class IndexRebuild {
  private static final String NEW = "rebuilding";

  private IndexRebuild() {}

  /** Rebuilds the indices of a closed store, and returns their names. */
  static List<String> run(Path directory) {
    StoreDesign design = Store.designOf(directory);
    Map<String, String> specs = WholeKeys.rebuilt(design);
    specs.forEach((name, spec) -> rebuild(directory, name, spec));
    return List.copyOf(specs.keySet());
  }

  private static void rebuild(Path directory, String name, String spec) {
    String records = String.valueOf(StoreDesign.tableOf(name));
    String made = records + "." + NEW;
    try (Store store = Store.open(directory)) {
      Table table = Table.of(store, records);
      if (store.design().structures().containsKey(made)) {
        table.dropIndex(NEW); // left by an interrupted rebuild
      }
      table.addIndex(NEW + "=" + spec, taken -> {});
    }
    ClosedStore.describe(directory, WholeKeys.replaced(Store.designOf(directory), name, made));
  }
}

package org.flashgrove.geotools;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.geotools.value.TypeCatalog;

/** Operations on the tables of one store. */
final class FeatureTables {
  private FeatureTables() {}

  /** Returns the table options that a store has, without any attributes and indexes. */
  static TableOptions optionsOf(StoreDesign design) {
    return TableOptions.defaults()
        .withPageSize(design.pageSize())
        .withFlash(design.flash().toString())
        .withCache(TableOptions.of(design, TypeCatalog.NAME).cacheBytes());
  }

  /**
   * Returns the names of the structures of the store that form a table: its indexes and its
   * records.
   */
  static List<String> structuresOf(Table table) {
    List<String> names = new ArrayList<>();
    table.indices().forEach(index -> names.add(index.structure().name()));
    names.add(table.name());
    return names;
  }

  /** Returns the design of a store with a single table. */
  static StoreDesign designOf(TableOptions options, String name) {
    StoreDesign files = options.design();
    return files.ofStructures(options.structures(name));
  }
}

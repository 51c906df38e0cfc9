package org.flashgrove.geotools;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.geotools.value.TypeCatalog;

/** Tables among the structures of one store. */
final class FeatureTables {
  private FeatureTables() {}

  /** Returns what tables of a store are made of, without attributes and indices. */
  static TableOptions optionsOf(StoreDesign design) {
    return TableOptions.defaults()
        .withPageSize(design.pageSize())
        .withFlash(design.flash().toString())
        .withCache(TableOptions.of(design, TypeCatalog.NAME).cacheBytes());
  }

  /** Returns the names of the structures that a table is made of. */
  static List<String> structuresOf(Table table) {
    List<String> names = new ArrayList<>();
    table.indices().forEach(index -> names.add(index.structure().name()));
    names.add(table.name());
    return names;
  }

  /** Returns the design of a store that is one table of a name. */
  static StoreDesign designOf(TableOptions options, String name) {
    StoreDesign files = options.design();
    return files.ofStructures(options.structures(name));
  }
}

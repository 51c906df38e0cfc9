package org.flashgrove.geotools;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
        .withPageSize(design.form().pageSize())
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

  /** Returns the specs of a table under another name. */
  static Map<String, String> specs(TableOptions options, String name) {
    Map<String, String> specs = new LinkedHashMap<>();
    options
        .design()
        .specs()
        .forEach((each, spec) -> specs.put(name + each.substring(Table.NAME.length()), spec));
    return specs;
  }

  /** Returns the design of a store that is one table under another name. */
  static StoreDesign renamed(TableOptions options, String name) {
    StoreDesign design = options.design();
    return StoreDesign.of(design.form(), design.flash(), specs(options, name));
  }
}

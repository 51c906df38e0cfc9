package org.example.kinds;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.Store;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.structure.SettingKinds;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.SpatialIndex;
import org.flashgrove.core.spec.KindSettings;
import org.flashgrove.salvage.Salvage;
import org.flashgrove.salvage.SalvageHints;
import org.flashgrove.salvage.SalvageReport;

/** Uses the sample kinds as an application would and reports the results line by line. */
public final class SampleUse implements Function<Path, Map<String, Object>> {
  private static final int ENTRIES = 2_000;

  @Override
  public Map<String, Object> apply(Path directory) {
    Map<String, Object> seen = new LinkedHashMap<>();
    several(directory.resolve("several"), directory.resolve("rescued"), seen);
    oneIndex(directory.resolve("one"), seen);
    for (KindSettings kind : SettingKinds.all()) {
      if (List.of("wide", "smallpool", "ledger").contains(kind.name())) {
        KindSettings.Key key = kind.keys().get(kind.keys().size() - 1);
        seen.put(
            kind.part() + " " + kind.name(),
            key.setting().key() + ", " + key.setting().allowed() + ", " + key.meaning());
      }
    }
    return seen;
  }

  private static void several(Path made, Path rescued, Map<String, Object> seen) {
    Map<String, String> structures = new LinkedHashMap<>();
    structures.put("places", "wide:entries=10");
    structures.put("sales", "ledger:most=100");
    StoreDesign design = StoreDesign.of("buffered", 4096, "close", "smallpool:pages=8", structures);
    try (Store store = Store.create(made, design)) {
      fill(store.spatial("places").entries());
      for (long number = 1; number <= 5; number++) {
        ((Ledger) store.structure("sales")).append(number * number);
      }
    }
    try (Store store = Store.open(made)) {
      seen.put("spec", store.structure("places").spec() + " " + store.structure("sales").spec());
      seen.put("found", found(store.spatial("places").entries()));
      seen.put("numbers", ((Ledger) store.structure("sales")).numbers().toString());
      seen.put("check", store.structure("places").check().ok());
      seen.put("ledger", store.structure("sales").check().ok());
      store.compact();
    }
    SalvageReport report = Salvage.run(made, rescued, SalvageHints.NONE);
    seen.put("complete", report.isComplete());
    try (Store store = Store.open(rescued)) {
      seen.put("rescued", store.structure("places").size());
      seen.put("rescued numbers", ((Ledger) store.structure("sales")).numbers().toString());
    }
  }

  private static void oneIndex(Path directory, Map<String, Object> seen) {
    StoreOptions options =
        StoreOptions.defaults().withIndex("wide").withFlash("smallpool").withDevice("buffered");
    try (SpatialStore store = SpatialStore.create(directory, options)) {
      fill(store);
    }
    try (SpatialStore store = SpatialStore.open(directory)) {
      seen.put("one", found(store));
    }
    seen.put("directory", Files.exists(directory));
  }

  private static void fill(SpatialIndex index) {
    for (int id = 0; id < ENTRIES; id++) {
      index.insert(id, id, id, id + 1, id + 1);
    }
    for (int id = 0; id < ENTRIES; id += 2) {
      index.delete(id, id, id, id + 1, id + 1);
    }
  }

  private static long found(SpatialIndex index) {
    return index.count(EntryQuery.intersecting(0.5, 0.5, 99.5, 99.5));
  }
}

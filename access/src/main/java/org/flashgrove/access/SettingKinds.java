package org.flashgrove.access;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.flashgrove.access.settings.FlashSpec;
import org.flashgrove.access.settings.IndexKinds;
import org.flashgrove.core.spec.KindSettings;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.indexes.micro.MicroGfOptions;
import org.flashgrove.indexes.micro.MicroHashOptions;
import org.flashgrove.storage.device.DeviceKinds;

/** Every kind of part that a store is made of by specs, with its keys: for references and help. */
public final class SettingKinds {
  /** Page size that ranges of capacities are of. */
  public static final int PAGE_SIZE = 4096;

  private static final String DOMAIN = ":domain=0/0/1/1";

  private SettingKinds() {}

  /** Returns all kinds: indices, other structures, buffers, the pool below them, devices. */
  public static List<KindSettings> all() {
    List<KindSettings> kinds = new ArrayList<>();
    Consumer<Spec> structure = spec -> StructureKinds.read(spec, PAGE_SIZE);
    for (String name : IndexKinds.names()) {
      kinds.add(KindSettings.of("index", withDomain(name), structure));
    }
    kinds.add(KindSettings.of("index", withDomain(GroveStructure.KIND), structure));
    kinds.add(KindSettings.of("index", withDomain(LsmStructure.KIND), structure));
    kinds.add(KindSettings.of("key tree", KeyStructure.KIND, structure));
    kinds.add(KindSettings.of("key tree", MuTreeStructure.KIND, structure));
    kinds.add(KindSettings.of("rectangles by id", IdStructure.KIND, structure));
    kinds.add(KindSettings.of("records by time", MicroHashOptions.NAME, structure));
    kinds.add(KindSettings.of("records by time", withDomain(MicroGfOptions.NAME), structure));
    kinds.add(KindSettings.of("records", RecordStructure.KIND, structure));
    kinds.addAll(FlashSpec.kinds());
    for (String name : DeviceKinds.names()) {
      kinds.add(KindSettings.of("device", name, DeviceKinds::read));
    }
    return List.copyOf(kinds);
  }

  private static String withDomain(String name) {
    return StructureKinds.lacksDomain(Spec.parse(name)) ? name + DOMAIN : name;
  }
}

package org.flashgrove.access.structure;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.flashgrove.access.kind.StructureKind;
import org.flashgrove.access.settings.FlashKinds;
import org.flashgrove.core.spec.KindSettings;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.storage.device.DeviceKinds;

/** Lists every kind of structure, buffer and device with its settings, for references and help. */
public final class SettingKinds {
  /** Page size for which the ranges of settings are listed. */
  public static final int PAGE_SIZE = 4096;

  private static final String DOMAIN = ":domain=0/0/1/1";

  private SettingKinds() {}

  /**
   * Returns all kinds: indices, other structures, buffers, page pools below buffers, and devices.
   */
  public static List<KindSettings> all() {
    List<KindSettings> kinds = new ArrayList<>();
    Consumer<Spec> structure = spec -> StructureKinds.read(spec, PAGE_SIZE);
    for (StructureKind kind : StructureKinds.byRole()) {
      kinds.add(KindSettings.of(kind.role().part(), withDomain(kind.name()), structure));
    }
    kinds.addAll(FlashKinds.kinds());
    for (String name : DeviceKinds.names()) {
      kinds.add(KindSettings.of("device", name, DeviceKinds::read));
    }
    return List.copyOf(kinds);
  }

  /**
   * Returns whether an index and a buffer are on the class path.
   *
   * @param index name of the index in specs
   * @param buffer name of the buffer in specs
   */
  public static boolean areThere(String index, String buffer) {
    return StructureKinds.isThere(index) && FlashKinds.names().contains(buffer);
  }

  private static String withDomain(String name) {
    return StructureKinds.lacksDomain(Spec.parse(name)) ? name + DOMAIN : name;
  }
}

package org.flashgrove.simulator.ftl;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.flashgrove.core.flash.FlashGeometry;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.simulator.ftl.space.FtlFactory;

/** Registry of translation layers by their names in specs. */
public final class FtlKinds {
  /**
   * Parses the keys of one kind of layer from a spec, and rejects settings that the flash does not
   * support.
   */
  @FunctionalInterface
  interface Kind {
    FtlFactory configure(Spec spec, FlashGeometry geometry);
  }

  private static final Map<String, Kind> KINDS = new LinkedHashMap<>();

  static {
    KINDS.put("page", PageMapping::configure);
    KINDS.put("block", BlockMapping::configure);
    KINDS.put("bast", Bast::configure);
    KINDS.put("fast", Fast::configure);
    KINDS.put("dftl", Dftl::configure);
    KINDS.put("none", FtlKinds::none);
  }

  private FtlKinds() {}

  private static FtlFactory none(Spec spec, FlashGeometry geometry) {
    return flash -> {
      List<String> layers = KINDS.keySet().stream().filter(each -> !each.equals("none")).toList();
      throw new SpecException(
          spec.name()
              + ": ftl=none has no logical pages (allowed: "
              + String.join(", ", layers)
              + ")");
    };
  }

  /**
   * Returns a factory of the translation layer that the key {@code ftl} names (default {@code
   * page}). The other keys of the spec configure the layer.
   *
   * @throws SpecException if no such translation layer exists, or a value is not allowed
   */
  public static FtlFactory of(Spec spec, FlashGeometry geometry) {
    String name = spec.choice("ftl", "page", KINDS.keySet().toArray(new String[0]));
    return KINDS.get(name).configure(spec, geometry);
  }
}

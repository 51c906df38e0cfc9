package org.flashgrove.simulator.ftl;

import java.util.LinkedHashMap;
import java.util.Map;
import org.flashgrove.core.flash.FlashGeometry;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.simulator.ftl.space.FtlFactory;

/** The translation layers by the names in specs. */
public final class FtlKinds {
  /** Reads the keys of one kind of layer from a spec, and refuses what the flash cannot hold. */
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
      throw new SpecException(spec.name() + ": ftl=none has no logical pages (allowed: raw use)");
    };
  }

  /**
   * Returns the layer that the key {@code ftl} names (default {@code page}), configured by the
   * spec's other keys.
   *
   * @throws SpecException if there is no such layer, or a key has a value it cannot have
   */
  public static FtlFactory of(Spec spec, FlashGeometry geometry) {
    String name = spec.choice("ftl", "page", KINDS.keySet().toArray(new String[0]));
    return KINDS.get(name).configure(spec, geometry);
  }
}

package org.flashgrove.simulator.device;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;

/** The simulated devices by the names of their specs. */
public final class SimulatedDevices {
  /** A device as its spec describes it, understood and possible. */
  @FunctionalInterface
  public interface Model {
    /** A new device, with nothing on it. */
    SimulatedDevice open();
  }

  private static final Map<String, Function<Spec, Model>> KINDS = new LinkedHashMap<>();

  static {
    KINDS.put("nand", spec -> NandSpec.of(spec)::open);
  }

  private SimulatedDevices() {}

  /** The names. */
  public static Set<String> names() {
    return Collections.unmodifiableSet(KINDS.keySet());
  }

  /**
   * Understands a spec. Keys that the caller has asked the spec for count as known.
   *
   * @throws SpecException if there is no such device, or it cannot be as the spec says
   */
  public static Model of(Spec spec) {
    Function<Spec, Model> kind = KINDS.get(spec.name());
    if (kind == null) {
      throw new SpecException(
          "unknown simulated device '"
              + spec.name()
              + "' (allowed: "
              + String.join(", ", KINDS.keySet())
              + ")");
    }
    return kind.apply(spec);
  }
}

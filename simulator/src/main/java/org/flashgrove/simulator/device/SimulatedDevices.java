package org.flashgrove.simulator.device;

import java.io.IOException;
import java.io.InputStream;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;

/** Registry of simulated devices by the names in specs. */
public final class SimulatedDevices {
  /** Validated spec of a device, which can create the device. */
  @FunctionalInterface
  public interface Model {
    /** Creates an empty device. */
    SimulatedDevice open();

    /**
     * Opens a device with the state that {@link SimulatedDevice#save} wrote, as after a power loss.
     * Statistics start at zero; the clock continues.
     *
     * @param image the saved device, which is read to its end
     * @throws IOException if reading fails, or the data do not match this model
     */
    default SimulatedDevice open(InputStream image) throws IOException {
      throw new UnsupportedOperationException(
          "device: cannot save or load its state; use another device");
    }
  }

  private record HddModel(HddSpec spec) implements Model {
    @Override
    public SimulatedDevice open() {
      return spec.open();
    }

    @Override
    public SimulatedDevice open(InputStream image) throws IOException {
      return spec.open(image);
    }
  }

  private static final Map<String, Function<Spec, Model>> KINDS = new LinkedHashMap<>();

  static {
    KINDS.put("nand", UnitSpec::nand);
    KINDS.put("hdd", spec -> new HddModel(HddSpec.of(spec)));
    KINDS.put("fdp", UnitSpec::fdp);
    KINDS.put("zns", UnitSpec::zns);
  }

  private SimulatedDevices() {}

  /** Returns the names of all devices. */
  public static Set<String> names() {
    return Collections.unmodifiableSet(KINDS.keySet());
  }

  /**
   * Parses a spec. Accepts additional keys that the caller has already read.
   *
   * @throws SpecException if no such device exists, or a value is not allowed
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

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

/** The simulated devices by the names of their specs. */
public final class SimulatedDevices {
  /** A device as its spec describes it, understood and possible. */
  @FunctionalInterface
  public interface Model {
    /** Returns a new device, with nothing on it. */
    SimulatedDevice open();

    /**
     * Returns a device that {@link SimulatedDevice#save} has written, found again as after a power
     * loss; figures start at zero, the clock goes on.
     *
     * @param image read to its end
     * @throws IOException if reading fails, or what was read is no such device
     */
    default SimulatedDevice open(InputStream image) throws IOException {
      throw new UnsupportedOperationException("this device lives in memory only");
    }
  }

  private record NandModel(NandSpec spec) implements Model {
    @Override
    public SimulatedDevice open() {
      return spec.open();
    }

    @Override
    public SimulatedDevice open(InputStream image) throws IOException {
      return spec.open(image);
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
    KINDS.put("nand", spec -> new NandModel(NandSpec.of(spec)));
    KINDS.put("hdd", spec -> new HddModel(HddSpec.of(spec)));
  }

  private SimulatedDevices() {}

  /** Returns the names. */
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

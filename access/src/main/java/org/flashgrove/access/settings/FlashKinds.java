package org.flashgrove.access.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import org.flashgrove.core.spec.KindRegistry;
import org.flashgrove.core.spec.KindSettings;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.efind.EfindBuffer;
import org.flashgrove.efind.EfindConfig;
import org.flashgrove.efind.EfindPresets;
import org.flashgrove.efind.fast.FastBuffer;
import org.flashgrove.efind.fast.FastConfig;
import org.flashgrove.storage.node.pool.PoolConfig;

/**
 * Registry of the buffers between index and device. A flash spec begins with the name of a buffer.
 * Other modules add buffers as services ({@link BufferKind}).
 */
public final class FlashKinds {
  /** Name of the plain page pool. */
  static final String POOL = "none";

  private static final String EFIND = "efind";
  private static final String FAST = "fast";

  private record OwnKind(String name) implements BufferKind {
    @Override
    public BufferConfig read(Spec spec) {
      return switch (name) {
        case EFIND -> efind(spec);
        case FAST -> fast(spec);
        default -> pool(spec);
      };
    }
  }

  private static final String LITERATURE = "flashgrove-literature";

  private static final KindRegistry<BufferKind> KINDS =
      new KindRegistry<>(
          "flash-aware buffer",
          List.of(new OwnKind(POOL), new OwnKind(EFIND), new OwnKind(FAST)),
          ServiceLoader.load(BufferKind.class, BufferKind.class.getClassLoader()),
          kind -> List.of(kind.name()),
          Map.of(
              "arftl", LITERATURE,
              "fkdb", LITERATURE,
              "for", LITERATURE,
              "gffm", LITERATURE,
              "lcr", LITERATURE,
              "rftl", LITERATURE));

  /**
   * Names of published index structures that a user could mistake for buffers (Lin et al., TOS
   * 2006). The error message for such a name says that the structure is not a buffer.
   */
  private static final Set<String> NO_BUFFERS = Set.of("microhash", "microgf");

  private static final String BELOW = "pool";

  private static final KindRegistry<PoolBelow.Kind> POOLS =
      new KindRegistry<>(
          "pool below a buffer",
          List.of(),
          ServiceLoader.load(PoolBelow.Kind.class, PoolBelow.Kind.class.getClassLoader()),
          kind -> List.of(kind.name()),
          Map.of(BELOW, LITERATURE));

  private FlashKinds() {}

  /** Returns the settings of all kinds of buffers and of all kinds of page pools below them. */
  public static List<KindSettings> kinds() {
    List<KindSettings> kinds = new ArrayList<>();
    for (String name : names()) {
      kinds.add(KindSettings.of("buffer", name, FlashKinds::read));
    }
    for (PoolBelow.Kind pool : POOLS.all()) {
      kinds.add(KindSettings.of("pool below a buffer", pool.name(), pool::read));
    }
    return kinds;
  }

  /**
   * Reads the spec of a buffer. A plus sign and the spec of a page pool may follow.
   *
   * @throws SpecException if the spec is invalid; the message names the problem and the allowed
   *     values
   */
  public static BufferConfig parse(String text) {
    int plus = text.indexOf('+');
    Spec spec = Spec.parse(EfindPresets.expand(plus < 0 ? text : text.substring(0, plus)));
    BufferConfig buffer = read(spec);
    if (plus < 0) {
      return buffer;
    }
    Spec pool = Spec.parse(text.substring(plus + 1));
    if (!pool.name().equals(BELOW) && POOLS.find(pool.name()) == null) {
      Set<String> allowed = new TreeSet<>(POOLS.names());
      allowed.add(BELOW);
      throw new SpecException(
          "flash spec '"
              + text
              + "': unknown part '"
              + pool.name()
              + "' after + (allowed: "
              + String.join(", ", allowed)
              + ")");
    }
    if (spec.name().equals(POOL)) {
      throw new SpecException(
          "flash spec '"
              + text
              + "': "
              + spec.name()
              + " is a pool itself; set its buffer and policy keys, or use a flash-aware buffer"
              + " above the pool");
    }
    return buffer.over(POOLS.require(pool.name()).read(pool));
  }

  private static BufferConfig pool(Spec spec) {
    PoolConfig config = PoolConfig.of(spec);
    return new BufferConfig(
            spec, config.logBytes(), (device, layout, log) -> config.pool(device, layout))
        .packing(config.packsLog());
  }

  private static BufferConfig efind(Spec spec) {
    EfindConfig config = EfindConfig.of(spec);
    return new BufferConfig(
            spec,
            config.logBytes(),
            (device, layout, log) -> new EfindBuffer(config, device, layout, log))
        .logging(config.logBytes() > 0)
        .packing(config.packsLog());
  }

  private static BufferConfig fast(Spec spec) {
    FastConfig config = FastConfig.of(spec);
    return new BufferConfig(
            spec,
            config.logBytes(),
            (device, layout, log) -> new FastBuffer(config, device, layout, log))
        .packing(config.packsLog());
  }

  /** Returns the names of all kinds of buffers. */
  public static Set<String> names() {
    return KINDS.names();
  }

  /**
   * Reads the spec of a buffer without a page pool below it.
   *
   * @throws org.flashgrove.core.spec.AbsentKindException if the kind's module is not on the class
   *     path
   * @throws SpecException if the spec is invalid; the message names the allowed values
   */
  public static BufferConfig read(Spec spec) {
    if (NO_BUFFERS.contains(spec.name()) && KINDS.find(spec.name()) == null) {
      throw new SpecException(
          "flash '"
              + spec.name()
              + "' is not supported: it is a file of sensor records by time, without deletions,"
              + " and not a buffer between an index and a device (allowed: "
              + String.join(", ", names())
              + ")");
    }
    return KINDS.require(spec.name()).read(spec);
  }
}

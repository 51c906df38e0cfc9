package org.flashgrove.access.settings;

import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Function;
import org.flashgrove.core.spec.KindRegistry;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.efind.EfindBuffer;
import org.flashgrove.efind.EfindConfig;
import org.flashgrove.efind.fast.FastBuffer;
import org.flashgrove.efind.fast.FastConfig;
import org.flashgrove.storage.node.pool.PoolConfig;

/**
 * The buffers between index and device by the names in their specs: a new one is registered here.
 * Other modules add theirs as services ({@link BufferKind}).
 */
public final class FlashKinds {
  /** The plain pool: no buffer that minds flash. */
  static final String POOL = "none";

  /** A kind of this module. */
  private record OwnKind(String name, Function<Spec, BufferConfig> reader) implements BufferKind {
    @Override
    public BufferConfig read(Spec spec) {
      return reader.apply(spec);
    }
  }

  private static final String LITERATURE = "flashgrove-literature";

  private static final KindRegistry<BufferKind> KINDS =
      new KindRegistry<>(
          "flash-aware buffer",
          List.of(
              new OwnKind(POOL, FlashKinds::pool),
              new OwnKind("efind", FlashKinds::efind),
              new OwnKind("fast", FlashKinds::fast)),
          ServiceLoader.load(BufferKind.class, BufferKind.class.getClassLoader()),
          kind -> List.of(kind.name()),
          Map.of(
              "arftl", LITERATURE,
              "fkdb", LITERATURE,
              "for", LITERATURE,
              "gffm", LITERATURE,
              "lcr", LITERATURE,
              "rftl", LITERATURE));

  /** Flash-aware structures of the literature that are something else (Lin et al., TOS 2006). */
  private static final Set<String> NO_BUFFERS = Set.of("microhash", "microgf");

  private FlashKinds() {}

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

  /** The names of all kinds. */
  public static Set<String> names() {
    return KINDS.names();
  }

  /**
   * Reads the spec of a buffer.
   *
   * @throws org.flashgrove.core.spec.AbsentKindException if the kind's module is not on the class
   *     path
   * @throws SpecException whose message states what is allowed
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

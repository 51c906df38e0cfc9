package org.flashgrove.access;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.efind.EfindBuffer;
import org.flashgrove.efind.EfindConfig;
import org.flashgrove.efind.arftl.ArftlBuffer;
import org.flashgrove.efind.arftl.ArftlConfig;
import org.flashgrove.efind.fast.FastBuffer;
import org.flashgrove.efind.fast.FastConfig;
import org.flashgrove.efind.fkdb.FkdbBuffer;
import org.flashgrove.efind.fkdb.FkdbConfig;
import org.flashgrove.efind.fortree.ForBuffer;
import org.flashgrove.efind.fortree.ForConfig;
import org.flashgrove.efind.gffm.GffmConfig;
import org.flashgrove.efind.lcr.LcrBuffer;
import org.flashgrove.efind.lcr.LcrConfig;
import org.flashgrove.efind.rftl.RftlBuffer;
import org.flashgrove.efind.rftl.RftlConfig;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.node.NodeBuffer;
import org.flashgrove.storage.node.NodeDevice;
import org.flashgrove.storage.node.PoolConfig;

/** The buffers between index and device by the names in their specs. */
public final class FlashKinds {
  /** Makes a buffer of one kind. */
  @FunctionalInterface
  private interface Maker {
    NodeBuffer make(Spec spec, NodeDevice device, TreeLayout layout, StoreLog log);
  }

  /**
   * A kind.
   *
   * @param logsCommits whether commits go to the log; else they are durable at barriers
   * @param packsLog whether the frames of the log are packed
   * @param hasOwnPages whether it writes pages of its own format: {@code placement=free} only
   * @param fits whether it goes together with a tree
   * @param fitting the trees that it goes together with, for messages
   */
  private record Kind(
      Maker maker,
      ToLongFunction<Spec> logBytes,
      Predicate<Spec> logsCommits,
      Predicate<Spec> packsLog,
      boolean hasOwnPages,
      Predicate<TreeLayout> fits,
      String fitting) {
    Kind(Maker maker, ToLongFunction<Spec> logBytes) {
      this(maker, logBytes, any -> true);
    }

    Kind(Maker maker, ToLongFunction<Spec> logBytes, Predicate<Spec> logsCommits) {
      this(maker, logBytes, logsCommits, any -> false, false, any -> true, "any index");
    }

    /** One that writes pages of its own format, and has no log. */
    static Kind ofUnits(Maker maker, ToLongFunction<Spec> logBytes) {
      return new Kind(maker, logBytes, any -> false, any -> false, true, any -> true, "any index");
    }

    /** The same for some trees only. */
    Kind fitting(Predicate<TreeLayout> trees, String names) {
      return new Kind(maker, logBytes, logsCommits, packsLog, hasOwnPages, trees, names);
    }

    /** The same whose frames may be packed. */
    Kind packing(Predicate<Spec> packs) {
      return new Kind(maker, logBytes, logsCommits, packs, hasOwnPages, fits, fitting);
    }
  }

  /** The plain pool: no buffer that minds flash. */
  private static final String POOL = "none";

  private static final Map<String, Kind> KINDS = new LinkedHashMap<>();

  /** Flash-aware structures of the literature that are something else (Lin et al., TOS 2006). */
  private static final Set<String> NO_BUFFERS = Set.of("microhash", "microgf");

  static {
    KINDS.put(
        POOL,
        new Kind(
            (spec, device, layout, log) -> PoolConfig.of(spec).pool(device, layout),
            spec -> PoolConfig.of(spec).logBytes()));
    KINDS.put(
        "efind",
        new Kind(
                (spec, device, layout, log) ->
                    new EfindBuffer(EfindConfig.of(spec), device, layout, log),
                spec -> EfindConfig.of(spec).logBytes(),
                spec -> EfindConfig.of(spec).logBytes() > 0)
            .packing(spec -> EfindConfig.of(spec).packsLog()));
    KINDS.put(
        "fast",
        new Kind(
                (spec, device, layout, log) ->
                    new FastBuffer(FastConfig.of(spec), device, layout, log),
                spec -> FastConfig.of(spec).logBytes())
            .packing(spec -> FastConfig.of(spec).packsLog()));
    KINDS.put(
        "lcr",
        Kind.ofUnits(
            (spec, device, layout, log) -> new LcrBuffer(LcrConfig.of(spec), device, layout),
            spec -> LcrConfig.of(spec).logBytes()));
    KINDS.put(
        "rftl",
        Kind.ofUnits(
            (spec, device, layout, log) -> new RftlBuffer(RftlConfig.of(spec), device, layout),
            spec -> RftlConfig.of(spec).logBytes()));
    KINDS.put(
        "arftl",
        Kind.ofUnits(
                (spec, device, layout, log) ->
                    new ArftlBuffer(ArftlConfig.of(spec), device, layout),
                spec -> ArftlConfig.of(spec).rftl().logBytes())
            .fitting(ArftlBuffer::fits, "rtree, rstar"));
    KINDS.put(
        "gffm",
        new Kind(
            (spec, device, layout, log) -> GffmConfig.of(spec).buffer(device, layout),
            spec -> GffmConfig.of(spec).logBytes(),
            any -> false));
    KINDS.put(
        "fkdb",
        Kind.ofUnits(
            (spec, device, layout, log) -> new FkdbBuffer(FkdbConfig.of(spec), device, layout),
            spec -> FkdbConfig.of(spec).logBytes()));
    KINDS.put(
        "for",
        new Kind(
            (spec, device, layout, log) -> new ForBuffer(ForConfig.of(spec), device, layout, log),
            spec -> ForConfig.of(spec).logBytes(),
            spec -> ForConfig.of(spec).logsCommits()));
  }

  private FlashKinds() {}

  /** The names of all kinds. */
  static Set<String> names() {
    return Collections.unmodifiableSet(KINDS.keySet());
  }

  private static Kind kind(Spec spec) {
    Kind kind = KINDS.get(spec.name());
    if (NO_BUFFERS.contains(spec.name())) {
      throw new SpecException(
          "flash '"
              + spec.name()
              + "' is not supported: it is a file of sensor records by time, without deletions, and"
              + " not a buffer between an index and a device (allowed: "
              + String.join(", ", KINDS.keySet())
              + ")");
    }
    if (kind == null) {
      throw new SpecException(
          "unknown flash-aware buffer '"
              + spec.name()
              + "' (allowed: "
              + String.join(", ", KINDS.keySet())
              + ")");
    }
    return kind;
  }

  /**
   * Refuses a spec that no buffer can be made from.
   *
   * @throws SpecException whose message states what is allowed
   */
  public static void requireValid(Spec spec) {
    logBytes(spec);
  }

  /** Whether a valid spec names more than a pool of pages. */
  static boolean isFlashAware(Spec spec) {
    return !spec.name().equals(POOL);
  }

  /** Whether commits go to the log; else they are durable at barriers. */
  public static boolean logsCommits(Spec spec) {
    return kind(spec).logsCommits().test(spec);
  }

  /** Whether a buffer writes pages of its own format. */
  static boolean hasOwnPages(Spec spec) {
    return kind(spec).hasOwnPages();
  }

  /**
   * Refuses what a valid spec does not go together with.
   *
   * @param sync when commits shall become durable
   * @param isFree whether pages are written out of place
   * @param index the index's spec, for messages
   * @throws SpecException whose message states what is allowed
   */
  static void requireFits(
      Spec spec, SyncMode sync, boolean isFree, String index, TreeLayout layout) {
    if (!kind(spec).fits().test(layout)) {
      throw new SpecException(
          "index '"
              + index
              + "' under flash '"
              + spec
              + "' (allowed: "
              + kind(spec).fitting()
              + ")");
    }
    if (!logsCommits(spec) && sync.kind() != SyncMode.Kind.CLOSE) {
      throw new SpecException(
          "sync="
              + sync
              + " with flash '"
              + spec
              + "', which has no log: operations are durable at the last barrier (allowed:"
              + " sync=close)");
    }
    if (kind(spec).hasOwnPages() && !isFree) {
      throw new SpecException(
          "flash spec '"
              + spec
              + "' with placement=home: its pages are not those of nodes (allowed: placement=free)");
    }
  }

  /** Size of the log above which it is compacted. */
  public static long logBytes(Spec spec) {
    return kind(spec).logBytes().applyAsLong(spec);
  }

  /** Whether the frames of the log are packed. */
  static boolean packsLog(Spec spec) {
    return kind(spec).packsLog().test(spec);
  }

  /** A buffer of the kind a valid spec says, over the nodes of one tree. */
  public static NodeBuffer open(Spec spec, NodeDevice device, TreeLayout layout, StoreLog log) {
    return kind(spec).maker().make(spec, device, layout, log);
  }
}

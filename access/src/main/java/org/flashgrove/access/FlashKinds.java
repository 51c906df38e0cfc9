package org.flashgrove.access;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.efind.EfindBuffer;
import org.flashgrove.efind.EfindConfig;
import org.flashgrove.efind.fast.FastBuffer;
import org.flashgrove.efind.fast.FastConfig;
import org.flashgrove.efind.fortree.ForBuffer;
import org.flashgrove.efind.fortree.ForConfig;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.node.NodeBuffer;
import org.flashgrove.storage.node.NodeDevice;
import org.flashgrove.storage.node.PoolConfig;

/** The buffers between index and device by the names in their specs. */
final class FlashKinds {
  /** Makes a buffer of one kind. */
  @FunctionalInterface
  private interface Maker {
    NodeBuffer make(Spec spec, NodeDevice device, TreeLayout layout, StoreLog log);
  }

  /** A kind; its log is of 0 bytes if commits are not logged. */
  private record Kind(Maker maker, ToLongFunction<Spec> logBytes) {}

  /** Size above which a log without commits, which holds states at barriers, is rewritten. */
  private static final long STATES_BYTES = 10L << 20;

  /** The plain pool: no buffer that minds flash. */
  private static final String POOL = "none";

  private static final Map<String, Kind> KINDS = new LinkedHashMap<>();

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
            spec -> EfindConfig.of(spec).logBytes()));
    KINDS.put(
        "fast",
        new Kind(
            (spec, device, layout, log) -> new FastBuffer(FastConfig.of(spec), device, layout, log),
            spec -> FastConfig.of(spec).logBytes()));
    KINDS.put(
        "for",
        new Kind(
            (spec, device, layout, log) -> new ForBuffer(ForConfig.of(spec), device, layout, log),
            spec -> ForConfig.of(spec).logBytes()));
  }

  private FlashKinds() {}

  /** The names of all kinds. */
  static Set<String> names() {
    return Collections.unmodifiableSet(KINDS.keySet());
  }

  private static Kind kind(Spec spec) {
    Kind kind = KINDS.get(spec.name());
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

  static void requireValid(Spec spec) {
    logBytes(spec);
  }

  /** Whether commits are logged; if not, they are durable at barriers. */
  static boolean logsCommits(Spec spec) {
    return kind(spec).logBytes().applyAsLong(spec) > 0;
  }

  /**
   * Refuses to make commits durable one by one where they are not logged.
   *
   * @throws SpecException telling what is allowed
   */
  static void requireSyncable(Spec spec, SyncMode sync) {
    if (!logsCommits(spec) && sync.kind() != SyncMode.Kind.CLOSE) {
      throw new SpecException(
          "sync '"
              + sync
              + "' with flash spec '"
              + spec
              + "', which has no log: what is durable is the last barrier (allowed: close; a call of"
              + " sync or flush is a barrier)");
    }
  }

  /** Whether a valid spec names more than a pool of pages. */
  static boolean isFlashAware(Spec spec) {
    return !spec.name().equals(POOL);
  }

  /** Size of the log above which it is compacted. */
  static long logBytes(Spec spec) {
    long logged = kind(spec).logBytes().applyAsLong(spec);
    return logged > 0 ? logged : STATES_BYTES;
  }

  static NodeBuffer open(Spec spec, NodeDevice device, TreeLayout layout, StoreLog log) {
    return kind(spec).maker().make(spec, device, layout, log);
  }
}

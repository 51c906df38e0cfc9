package org.flashgrove.access.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.core.replacement.ReplacementPolicies;
import org.flashgrove.core.spec.KindRegistry;
import org.flashgrove.core.spec.KindSettings;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.efind.EfindPresets;
import org.flashgrove.storage.page.SlotPool;
import org.jspecify.annotations.Nullable;

/**
 * Buffers between an index and its device: a buffer such as {@code efind}, and optionally a generic
 * pool below it, as in {@code efind:...+pool:buffer=1M,policy=lru}.
 *
 * @param buffer the buffer
 * @param pool the pool below, or null
 * @param poolPolicy the name of the policy that replaces pages of a generic pool, or null if there
 *     is none
 */
public record FlashSpec(
    BufferConfig buffer, @Nullable PoolBelow pool, @Nullable String poolPolicy) {
  private static final String POOL = "pool";

  private static final KindRegistry<PoolBelow.Kind> POOLS =
      new KindRegistry<>(
          "pool below a buffer",
          List.of(),
          ServiceLoader.load(PoolBelow.Kind.class, PoolBelow.Kind.class.getClassLoader()),
          kind -> List.of(kind.name()),
          Map.of(POOL, "flashgrove-literature"));

  /** Returns all kinds of buffers, and the pool below them, with their keys. */
  public static List<KindSettings> kinds() {
    List<KindSettings> kinds = new ArrayList<>();
    for (String name : FlashKinds.names()) {
      kinds.add(KindSettings.of("buffer", name, FlashKinds::read));
    }
    for (PoolBelow.Kind pool : POOLS.all()) {
      kinds.add(KindSettings.of("pool below a buffer", pool.name(), pool::read));
    }
    return kinds;
  }

  /**
   * Parses and checks a spec.
   *
   * @throws SpecException whose message states what is not understood and what is allowed
   */
  public static FlashSpec parse(String text) {
    int plus = text.indexOf('+');
    Spec spec = Spec.parse(EfindPresets.expand(plus < 0 ? text : text.substring(0, plus)));
    BufferConfig buffer = FlashKinds.read(spec);
    boolean isPool = spec.name().equals(FlashKinds.POOL);
    if (plus < 0) {
      return new FlashSpec(buffer, null, isPool ? ReplacementPolicies.chosen(spec) : null);
    }
    Spec pool = Spec.parse(text.substring(plus + 1));
    if (!pool.name().equals(POOL) && POOLS.find(pool.name()) == null) {
      Set<String> allowed = new TreeSet<>(POOLS.names());
      allowed.add(POOL);
      throw new SpecException(
          "flash spec '"
              + text
              + "': unknown part '"
              + pool.name()
              + "' after + (allowed: "
              + String.join(", ", allowed)
              + ")");
    }
    if (isPool) {
      throw new SpecException(
          "flash spec '"
              + text
              + "': "
              + spec.name()
              + " is a pool itself (allowed: its own buffer and policy keys, or a pool below a"
              + " flash-aware buffer)");
    }
    PoolBelow below = POOLS.require(pool.name()).read(pool);
    return new FlashSpec(buffer, below, below.policy());
  }

  /** Returns whether a generic pool lies below the buffer. */
  public boolean hasPool() {
    return pool != null;
  }

  /** Returns whether the design has more than a plain page pool. */
  public boolean isFlashAware() {
    return hasPool() || poolPolicy == null;
  }

  /** Returns the bytes that the generic pool asks for, or 0 if there is none. */
  public long poolBytes() {
    return pool == null ? 0 : pool.bytes();
  }

  /**
   * Returns a pool over slots, which it closes.
   *
   * @param bytes memory of the pool, at most {@link #poolBytes}
   * @throws IllegalStateException if there is none below the buffer
   */
  public SlotPool pool(PageStore slots, long bytes) {
    PoolBelow below = pool;
    if (below == null) {
      throw new IllegalStateException(buffer + ": no pool below (allowed: one with +pool:)");
    }
    return below.maker().over(slots, bytes);
  }

  @Override
  public String toString() {
    return pool == null ? buffer.toString() : buffer + "+" + pool.text();
  }
}

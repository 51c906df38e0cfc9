package org.flashgrove.access.settings;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.core.replacement.PolicyMaker;
import org.flashgrove.core.replacement.ReplacementPolicies;
import org.flashgrove.core.spec.KindSettings;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.efind.EfindPresets;
import org.flashgrove.storage.page.PooledPageStore;
import org.jspecify.annotations.Nullable;

/**
 * What is between index and device: a buffer such as {@code efind}, and perhaps a generic pool
 * below it, {@code efind:...+pool:buffer=1M,policy=lru}.
 *
 * @param buffer the buffer
 * @param pool the pool below, or null
 * @param poolPolicy the name of the policy that replaces pages of a generic pool, or null if there
 *     is none
 */
public record FlashSpec(
    BufferConfig buffer, @Nullable PoolBelow pool, @Nullable String poolPolicy) {
  /** Name of the specs of pools below a buffer. */
  static final String POOL = "pool";

  /**
   * Settings of a generic pool.
   *
   * @param text the settings as a spec
   * @param bytes memory
   * @param policy what replaces pages
   */
  record PoolBelow(String text, long bytes, PolicyMaker policy) {
    private static final long USUAL = 1L << 20;
    private static final long LEAST = 4L << 10;
    private static final long LARGEST = 2047L << 20;

    static PoolBelow of(Spec spec) {
      long bytes = spec.bytes("buffer", USUAL, LEAST, LARGEST);
      PolicyMaker policy = ReplacementPolicies.named(policyName(spec), spec);
      spec.requireAllUsed();
      return new PoolBelow(spec.toString(), bytes, policy);
    }
  }

  /** Returns all kinds of buffers, and the pool below them, with their keys. */
  public static List<KindSettings> kinds() {
    List<KindSettings> kinds = new ArrayList<>();
    for (String name : FlashKinds.names()) {
      kinds.add(KindSettings.of("buffer", name, FlashKinds::read));
    }
    kinds.add(KindSettings.of("pool below a buffer", POOL, PoolBelow::of));
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
      return new FlashSpec(buffer, null, isPool ? policyName(spec) : null);
    }
    Spec pool = Spec.parse(text.substring(plus + 1));
    if (!pool.name().equals(POOL)) {
      throw new SpecException(
          "flash spec '" + text + "': unknown part '" + pool.name() + "' after + (allowed: pool)");
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
    return new FlashSpec(buffer, PoolBelow.of(pool), policyName(pool));
  }

  private static String policyName(Spec spec) {
    return ReplacementPolicies.chosen(spec);
  }

  /** Whether there is a generic pool below the buffer. */
  public boolean hasPool() {
    return pool != null;
  }

  /** Whether there is more than a pool of pages. */
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
  public PooledPageStore pool(PageStore slots, long bytes) {
    PoolBelow below = pool;
    if (below == null) {
      throw new IllegalStateException(buffer + ": no pool below (allowed: one with +pool:)");
    }
    return new PooledPageStore(slots, bytes, below.policy());
  }

  @Override
  public String toString() {
    return pool == null ? buffer.toString() : buffer + "+" + pool.text();
  }
}

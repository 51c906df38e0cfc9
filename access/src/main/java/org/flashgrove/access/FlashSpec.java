package org.flashgrove.access;

import org.flashgrove.core.page.PageStore;
import org.flashgrove.core.replacement.PolicyMaker;
import org.flashgrove.core.replacement.ReplacementPolicies;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.efind.EfindPresets;
import org.flashgrove.storage.page.PooledPageStore;

/**
 * The spec of what is between index and device: a buffer such as {@code efind}, and perhaps a
 * generic pool below it, {@code efind:...+pool:buffer=1M,policy=lru}.
 *
 * @param buffer the buffer
 * @param pool the pool's spec, or null
 */
public record FlashSpec(Spec buffer, Spec pool) {
  private static final String POOL = "pool";
  private static final long DEFAULT_POOL = 1L << 20;
  private static final long LEAST_POOL = 4L << 10;
  private static final long LARGEST_POOL = 2047L << 20;

  /**
   * Parses and checks a spec.
   *
   * @throws SpecException whose message states what is not understood and what is allowed
   */
  public static FlashSpec parse(String text) {
    int plus = text.indexOf('+');
    if (plus < 0) {
      Spec buffer = Spec.parse(EfindPresets.expand(text));
      FlashKinds.requireValid(buffer);
      return new FlashSpec(buffer, null);
    }
    Spec buffer = Spec.parse(EfindPresets.expand(text.substring(0, plus)));
    FlashKinds.requireValid(buffer);
    Spec pool = Spec.parse(text.substring(plus + 1));
    if (!pool.name().equals(POOL)) {
      throw new SpecException(
          "flash spec '" + text + "': unknown part '" + pool.name() + "' after + (allowed: pool)");
    }
    if (!FlashKinds.isFlashAware(buffer)) {
      throw new SpecException(
          "flash spec '"
              + text
              + "': "
              + buffer.name()
              + " is a pool itself (allowed: its own buffer and policy keys, or a pool below a"
              + " flash-aware buffer)");
    }
    policy(pool);
    pool.requireAllUsed();
    return new FlashSpec(buffer, pool);
  }

  private static PolicyMaker policy(Spec pool) {
    pool.bytes("buffer", DEFAULT_POOL, LEAST_POOL, LARGEST_POOL);
    return ReplacementPolicies.named(policyName(pool), pool);
  }

  private static String policyName(Spec spec) {
    return spec.choice("policy", "lru", ReplacementPolicies.names());
  }

  /** Whether there is a generic pool below the buffer. */
  public boolean hasPool() {
    return pool != null;
  }

  /** The name of the policy that replaces pages of a generic pool, or null if there is none. */
  String poolPolicy() {
    return hasPool()
        ? policyName(pool)
        : FlashKinds.isFlashAware(buffer) ? null : policyName(buffer);
  }

  /** A pool over slots, which it closes. */
  PooledPageStore pool(PageStore slots) {
    long bytes = pool.bytes("buffer", DEFAULT_POOL, LEAST_POOL, LARGEST_POOL);
    return new PooledPageStore(slots, bytes, policy(pool));
  }

  @Override
  public String toString() {
    return hasPool() ? buffer + "+" + pool : buffer.toString();
  }
}

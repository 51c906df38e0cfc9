package org.flashgrove.literature.buffer.pool;

import org.flashgrove.access.settings.PoolBelow;
import org.flashgrove.core.replacement.PolicyMaker;
import org.flashgrove.core.replacement.ReplacementPolicies;
import org.flashgrove.core.spec.Spec;

/**
 * Provides {@code pool:buffer=BYTES,policy=NAME}, a page cache below a flash-aware buffer, to
 * stores.
 */
public final class PoolKind implements PoolBelow.Kind {
  private static final long USUAL = 1L << 20;
  private static final long LEAST = 4L << 10;
  private static final long LARGEST = 2047L << 20;

  @Override
  public String name() {
    return "pool";
  }

  @Override
  public PoolBelow read(Spec spec) {
    long bytes = spec.bytes("buffer", USUAL, LEAST, LARGEST);
    String name = ReplacementPolicies.chosen(spec);
    PolicyMaker policy = ReplacementPolicies.named(name, spec);
    spec.requireAllUsed();
    return new PoolBelow(
        spec.toString(), name, bytes, (slots, given) -> new PooledPageStore(slots, given, policy));
  }
}

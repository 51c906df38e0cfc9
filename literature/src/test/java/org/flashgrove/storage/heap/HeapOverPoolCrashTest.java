package org.flashgrove.storage.heap;

import java.util.Random;
import java.util.function.UnaryOperator;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.core.replacement.ReplacementPolicies;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.literature.buffer.pool.PooledPageStore;

/** Power cuts over a write-back pool, whose dirty pages are lost. */
class HeapOverPoolCrashTest extends HeapCrashTest {
  @Override
  UnaryOperator<PageStore> below(Random random) {
    String policy = new String[] {"lru", "cfdc", "fbarc"}[random.nextInt(3)];
    return pages ->
        new PooledPageStore(pages, 15_000, ReplacementPolicies.named(policy, Spec.parse(policy)));
  }
}

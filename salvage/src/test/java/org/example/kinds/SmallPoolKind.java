package org.example.kinds;

import org.flashgrove.access.settings.BufferConfig;
import org.flashgrove.access.settings.BufferKind;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.storage.node.pool.PoolConfig;

/** The kind {@code smallpool:pages=N}. */
public final class SmallPoolKind implements BufferKind {
  private static final int PAGE_BYTES = 4096;

  @Override
  public String name() {
    return "smallpool";
  }

  @Override
  public BufferConfig read(Spec spec) {
    int pages = spec.integer("pages", 16, 8, 1024);
    spec.requireAllUsed();
    PoolConfig pool = PoolConfig.of(Spec.parse("none:buffer=" + pages * PAGE_BYTES));
    return new BufferConfig(
        spec, pool.logBytes(), (device, layout, log) -> pool.pool(device, layout));
  }
}

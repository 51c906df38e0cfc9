package org.flashgrove.literature.buffer.lcr;

import org.flashgrove.access.settings.BufferConfig;
import org.flashgrove.access.settings.BufferKind;
import org.flashgrove.core.spec.Spec;

/** Provides the buffer of the LCR-tree to stores. */
public final class LcrKind implements BufferKind {
  @Override
  public String name() {
    return "lcr";
  }

  @Override
  public BufferConfig read(Spec spec) {
    LcrConfig config = LcrConfig.of(spec);
    return new BufferConfig(
            spec, config.logBytes(), (device, layout, log) -> new LcrBuffer(config, device, layout))
        .ofUnits();
  }
}

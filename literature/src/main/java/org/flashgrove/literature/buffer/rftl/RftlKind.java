package org.flashgrove.literature.buffer.rftl;

import org.flashgrove.access.settings.BufferConfig;
import org.flashgrove.access.settings.BufferKind;
import org.flashgrove.core.spec.Spec;

/** Provides the buffer RFTL to stores. */
public final class RftlKind implements BufferKind {
  @Override
  public String name() {
    return "rftl";
  }

  @Override
  public BufferConfig read(Spec spec) {
    RftlConfig config = RftlConfig.of(spec);
    return new BufferConfig(
            spec,
            config.logBytes(),
            (device, layout, log) -> new RftlBuffer(config, device, layout))
        .ofUnits();
  }
}

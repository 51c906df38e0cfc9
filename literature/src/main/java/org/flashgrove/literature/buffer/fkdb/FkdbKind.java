package org.flashgrove.literature.buffer.fkdb;

import org.flashgrove.access.settings.BufferConfig;
import org.flashgrove.access.settings.BufferKind;
import org.flashgrove.core.spec.Spec;

/** Provides the buffer of F-KDB to stores. */
public final class FkdbKind implements BufferKind {
  @Override
  public String name() {
    return "fkdb";
  }

  @Override
  public BufferConfig read(Spec spec) {
    FkdbConfig config = FkdbConfig.of(spec);
    return new BufferConfig(
            spec,
            config.logBytes(),
            (device, layout, log) -> new FkdbBuffer(config, device, layout))
        .ofUnits();
  }
}

package org.flashgrove.literature.buffer.gffm;

import org.flashgrove.access.settings.BufferConfig;
import org.flashgrove.access.settings.BufferKind;
import org.flashgrove.core.spec.Spec;

/** Provides the buffer of GFFM to stores. */
public final class GffmKind implements BufferKind {
  @Override
  public String name() {
    return "gffm";
  }

  @Override
  public BufferConfig read(Spec spec) {
    GffmConfig config = GffmConfig.of(spec);
    return new BufferConfig(
            spec, config.logBytes(), (device, layout, log) -> config.buffer(device, layout))
        .logging(false);
  }
}

package org.flashgrove.literature.buffer.arftl;

import org.flashgrove.access.settings.BufferConfig;
import org.flashgrove.access.settings.BufferKind;
import org.flashgrove.core.spec.Spec;

/** Provides the buffer aRFTL to stores. */
public final class ArftlKind implements BufferKind {
  @Override
  public String name() {
    return "arftl";
  }

  @Override
  public BufferConfig read(Spec spec) {
    ArftlConfig config = ArftlConfig.of(spec);
    return new BufferConfig(
            spec,
            config.rftl().logBytes(),
            (device, layout, log) -> new ArftlBuffer(config, device, layout))
        .ofUnits()
        .fitting(ArftlBuffer::fits, "rtree, rstar");
  }
}

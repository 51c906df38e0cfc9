package org.flashgrove.literature.buffer.fortree;

import org.flashgrove.access.settings.BufferConfig;
import org.flashgrove.access.settings.BufferKind;
import org.flashgrove.core.spec.Spec;

/** Provides the buffer of the FOR-tree to stores. */
public final class ForKind implements BufferKind {
  @Override
  public String name() {
    return "for";
  }

  @Override
  public BufferConfig read(Spec spec) {
    ForConfig config = ForConfig.of(spec);
    return new BufferConfig(
            spec,
            config.logBytes(),
            (device, layout, log) -> new ForBuffer(config, device, layout, log))
        .logging(config.logsCommits());
  }
}

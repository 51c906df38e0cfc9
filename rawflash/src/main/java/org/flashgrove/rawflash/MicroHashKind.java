package org.flashgrove.rawflash;

import org.flashgrove.access.kind.StructureConfig;
import org.flashgrove.access.kind.StructureKind;
import org.flashgrove.access.kind.StructureRole;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.rawflash.micro.MicroHashOptions;

/** Structure kind that provides MicroHash, an index on raw flash for keys and times, to stores. */
public final class MicroHashKind implements StructureKind {
  @Override
  public String name() {
    return MicroHashOptions.NAME;
  }

  @Override
  public StructureRole role() {
    return StructureRole.TIMES;
  }

  @Override
  public StructureConfig read(Spec spec, int pageSize) {
    return new MicroStructure.Settings(spec, MicroHashOptions.of(spec), null);
  }
}

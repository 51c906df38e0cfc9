package org.flashgrove.rawflash;

import org.flashgrove.access.kind.StructureConfig;
import org.flashgrove.access.kind.StructureKind;
import org.flashgrove.access.kind.StructureRole;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.rawflash.micro.MicroGfOptions;

/** Structure kind that provides MicroGF, a grid file on raw flash, to stores. */
public final class MicroGfKind implements StructureKind {
  @Override
  public String name() {
    return MicroGfOptions.NAME;
  }

  @Override
  public StructureRole role() {
    return StructureRole.TIMES;
  }

  @Override
  public boolean needsDomain() {
    return true;
  }

  @Override
  public StructureConfig read(Spec spec, int pageSize) {
    return new MicroStructure.Settings(spec, null, MicroGfOptions.of(spec));
  }
}

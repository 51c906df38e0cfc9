package org.flashgrove.lsm.store;

import org.flashgrove.access.kind.StructureConfig;
import org.flashgrove.access.kind.StructureKind;
import org.flashgrove.access.kind.StructureRole;
import org.flashgrove.core.spec.Spec;

/** Kind of structure with the name {@code lsm}: LSM R-trees in a store. */
public final class LsmKind implements StructureKind {
  @Override
  public String name() {
    return LsmStructure.KIND;
  }

  @Override
  public StructureRole role() {
    return StructureRole.BLOCK_INDEX;
  }

  @Override
  public StructureConfig read(Spec spec, int pageSize) {
    return LsmStructure.Settings.of(spec, pageSize);
  }
}

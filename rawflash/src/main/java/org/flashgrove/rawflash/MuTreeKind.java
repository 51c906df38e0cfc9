package org.flashgrove.rawflash;

import org.flashgrove.access.kind.StructureConfig;
import org.flashgrove.access.kind.StructureKind;
import org.flashgrove.access.kind.StructureRole;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.rawflash.mutree.MuTreeOptions;

/** Structure kind that provides the μ-tree, a B+-tree on raw flash, to stores. */
public final class MuTreeKind implements StructureKind {
  @Override
  public String name() {
    return MuTreeStructure.KIND;
  }

  @Override
  public StructureRole role() {
    return StructureRole.PAIRS;
  }

  @Override
  public StructureConfig read(Spec spec, int pageSize) {
    return new MuTreeStructure.Settings(spec, MuTreeOptions.of(spec));
  }
}

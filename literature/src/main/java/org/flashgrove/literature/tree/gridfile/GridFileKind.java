package org.flashgrove.literature.tree.gridfile;

import java.util.function.Supplier;
import org.flashgrove.access.kind.IndexKind;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.indexes.tree.TreeAlgorithm;
import org.flashgrove.literature.tree.region.RegionConfig;

/** Provides the grid file to stores. */
public final class GridFileKind implements IndexKind {
  @Override
  public String name() {
    return "gridfile";
  }

  @Override
  public boolean needsDomain() {
    return true;
  }

  @Override
  public Supplier<TreeAlgorithm> read(Spec spec, int pageSize) {
    RegionConfig config = GridFile.config(spec, pageSize);
    return () -> GridFile.of(config);
  }
}

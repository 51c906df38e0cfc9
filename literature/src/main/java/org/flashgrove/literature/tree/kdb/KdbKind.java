package org.flashgrove.literature.tree.kdb;

import java.util.function.Supplier;
import org.flashgrove.access.kind.IndexKind;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.indexes.tree.TreeAlgorithm;
import org.flashgrove.literature.tree.region.RegionConfig;

/** Provides the K-D-B-tree to stores. */
public final class KdbKind implements IndexKind {
  @Override
  public String name() {
    return "kdb";
  }

  @Override
  public boolean needsDomain() {
    return true;
  }

  @Override
  public Supplier<TreeAlgorithm> read(Spec spec, int pageSize) {
    RegionConfig config = KdbTree.config(spec, pageSize);
    return () -> KdbTree.of(config);
  }
}

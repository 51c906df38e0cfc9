package org.flashgrove.literature.tree.fortree;

import java.util.function.Supplier;
import org.flashgrove.access.kind.IndexKind;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.indexes.tree.TreeAlgorithm;

/** Provides the FOR-tree to stores. */
public final class ForTreeKind implements IndexKind {
  @Override
  public String name() {
    return "fortree";
  }

  @Override
  public Supplier<TreeAlgorithm> read(Spec spec, int pageSize) {
    ForTreeConfig config = ForTreeConfig.of(spec, pageSize);
    return () -> new ForTree(config);
  }
}

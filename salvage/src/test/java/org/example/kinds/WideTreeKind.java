package org.example.kinds;

import java.util.function.Supplier;
import org.flashgrove.access.kind.IndexKind;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.indexes.rtree.RTree;
import org.flashgrove.indexes.tree.NodeFill;
import org.flashgrove.indexes.tree.TreeAlgorithm;

/** The kind {@code wide:entries=N}. */
public final class WideTreeKind implements IndexKind {
  @Override
  public String name() {
    return "wide";
  }

  @Override
  public Supplier<TreeAlgorithm> read(Spec spec, int pageSize) {
    int entries = spec.integer("entries", 8, 4, 50);
    spec.requireAllUsed();
    String keys = "rtree:leafcapacity=" + entries + ",nodecapacity=" + entries;
    NodeFill fill = NodeFill.of(Spec.parse(keys), RTree.LAYOUT, pageSize);
    return () -> new WideTree(fill);
  }
}

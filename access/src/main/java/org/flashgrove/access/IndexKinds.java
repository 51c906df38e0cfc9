package org.flashgrove.access;

import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.rtree.RTree;
import org.flashgrove.indexes.rtree.RTreeConfig;
import org.flashgrove.indexes.tree.SpatialTree;

/** The indices by the names in their specs: a new one is registered here. */
final class IndexKinds {
  private static final String RTREE = "rtree";

  private IndexKinds() {}

  static void requireValid(Spec spec, int pageSize) {
    requireKnown(spec);
    RTreeConfig.of(spec, pageSize);
  }

  private static void requireKnown(Spec spec) {
    if (!spec.name().equals(RTREE)) {
      throw new SpecException("unknown index '" + spec.name() + "' (allowed: " + RTREE + ")");
    }
  }

  static TreeLayout layout(Spec spec) {
    requireKnown(spec);
    return RTree.LAYOUT;
  }

  static SpatialTree open(Spec spec, NodeStore nodes) {
    requireKnown(spec);
    return RTree.open(nodes, RTreeConfig.of(spec, nodes.pageSize()));
  }
}

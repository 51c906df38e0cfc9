package org.flashgrove.access.kind;

import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.indexes.tree.TreeAlgorithm;

/** Settings of a spatial tree, understood and possible. */
public interface TreeConfig {
  /** Returns a new algorithm with these settings. */
  TreeAlgorithm algorithm();

  /** Returns how the tree measures distances. */
  Metric metric();

  /** Returns the layout of nodes. */
  default TreeLayout layout() {
    return algorithm().layout();
  }
}

package org.flashgrove.core.node;

import java.util.Objects;

/**
 * Layouts of the entries in the nodes of a tree. Leaves have level 0.
 *
 * @param leaf layout of level 0
 * @param internal layout of all other levels
 * @param chained whether a full node may continue in overflow nodes of the same level, to which
 *     only the header of the full node refers
 */
public record TreeLayout(NodeLayout leaf, NodeLayout internal, boolean chained) {
  /** Rejects null layouts. */
  public TreeLayout {
    Objects.requireNonNull(leaf, "leaf");
    Objects.requireNonNull(internal, "internal");
  }

  /** Creates the layouts of a tree in which each node is one page. */
  public TreeLayout(NodeLayout leaf, NodeLayout internal) {
    this(leaf, internal, false);
  }

  /** Returns the layout of a level, 0 or more. */
  public NodeLayout at(int level) {
    return level == 0 ? leaf : internal;
  }
}

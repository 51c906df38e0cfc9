package org.flashgrove.core.node;

import java.util.Objects;

/**
 * The layouts of a tree's levels; leaves are level 0.
 *
 * @param leaf layout of level 0
 * @param internal layout of all other levels
 * @param chained whether a node that is full may go on in overflow nodes of its level, to which no
 *     parent refers: only its header leads to them
 */
public record TreeLayout(NodeLayout leaf, NodeLayout internal, boolean chained) {
  /** Checks that both are there. */
  public TreeLayout {
    Objects.requireNonNull(leaf, "leaf");
    Objects.requireNonNull(internal, "internal");
  }

  /** Creates the layouts of a tree each of whose nodes is one page. */
  public TreeLayout(NodeLayout leaf, NodeLayout internal) {
    this(leaf, internal, false);
  }

  /** Returns the layout of a level, 0 or more. */
  public NodeLayout at(int level) {
    return level == 0 ? leaf : internal;
  }
}

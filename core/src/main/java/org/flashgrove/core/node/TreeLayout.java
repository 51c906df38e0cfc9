package org.flashgrove.core.node;

import java.util.Objects;

/**
 * The layouts of a tree's levels; leaves are level 0.
 *
 * @param leaf layout of level 0
 * @param internal layout of all other levels
 */
public record TreeLayout(NodeLayout leaf, NodeLayout internal) {
  /** Checks that both are there. */
  public TreeLayout {
    Objects.requireNonNull(leaf, "leaf");
    Objects.requireNonNull(internal, "internal");
  }

  /** The layout of a level, 0 or more. */
  public NodeLayout at(int level) {
    return level == 0 ? leaf : internal;
  }
}

package org.flashgrove.core.node;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.LongBuffer;

/** Pages over a slab: one piece of memory that is cut into pages side by side. */
final class NodeSlab {
  private NodeSlab() {}

  /**
   * Returns the pages over all of a slab.
   *
   * @param searched whether pages keep block boxes
   */
  static NodePage[] pages(ByteBuffer slab, int pageSize, boolean searched) {
    NodePage[] pages = new NodePage[slab.capacity() / pageSize];
    LongBuffer words = NodePage.ordered(slab).asLongBuffer();
    DoubleBuffer reals = NodePage.ordered(slab).asDoubleBuffer();
    int sides = BlockBoxes.sides(pageSize);
    float[] allSides = searched ? new float[pages.length * sides] : null;
    for (int i = 0; i < pages.length; i++) {
      ByteBuffer bytes = slab.slice(i * pageSize, pageSize).order(ByteOrder.LITTLE_ENDIAN);
      pages[i] = new NodePage(bytes, words, reals, i * pageSize / Long.BYTES, allSides, i * sides);
    }
    return pages;
  }
}

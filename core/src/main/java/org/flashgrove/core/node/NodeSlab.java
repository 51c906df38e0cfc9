package org.flashgrove.core.node;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.LongBuffer;

/** Creates pages over a slab, which is a contiguous piece of memory divided into pages. */
final class NodeSlab {
  private NodeSlab() {}

  /**
   * Divides a slab into pages.
   *
   * @param searched whether pages have block boxes
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

package org.flashgrove.indexes.structure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.structure.LevelStructure;
import org.flashgrove.core.structure.OverflowStructure;
import org.flashgrove.core.structure.TreeStructure;
import org.flashgrove.indexes.chain.OverflowLink;

/** Level-by-level walk over all nodes of a tree that computes statistics of its structure. */
public final class StructureWalk {
  private StructureWalk() {}

  /**
   * Computes the statistics of an undamaged tree. Every node is read once through the store, which
   * changes the store's counters and buffers. Overlap and dead space take O(n²) for a node with n
   * entries.
   *
   * @param leafCapacity maximum number of entries in a leaf, from which the average fill of leaves
   *     is computed
   * @param nodeCapacity maximum number of entries in an internal node, from which the average fill
   *     of internal nodes is computed
   * @throws org.flashgrove.core.failure.DamagedStoreException if a page is damaged
   */
  public static TreeStructure of(
      NodeReader reader, TreeLayout layout, int leafCapacity, int nodeCapacity) {
    if (reader.root() == NodeStore.NO_NODE) {
      return new TreeStructure(0, 0, 0, 0, List.of());
    }
    List<LevelStructure> levels = new ArrayList<>();
    long[] ids = {reader.root()};
    for (int level = reader.height(); level >= 0; level--) {
      LevelWalk walk = new LevelWalk(layout.at(level), level);
      reader.willRead(ids, 0, ids.length);
      for (long nodeId : ids) {
        NodeView node = reader.read(nodeId, level);
        walk.visit(node);
        if (!layout.chained()) {
          reader.release(node);
          continue;
        }
        for (node = OverflowLink.next(reader, node);
            node != null;
            node = OverflowLink.next(reader, node)) {
          walk.visitOverflow(node);
        }
      }
      levels.add(0, walk.figures(level == 0 ? leafCapacity : nodeCapacity));
      ids = walk.children();
    }
    long internal = 0;
    for (LevelStructure level : levels.subList(1, levels.size())) {
      internal += level.nodes();
    }
    LevelStructure leaves = levels.get(0);
    return new TreeStructure(
        reader.height(), internal, leaves.nodes(), leaves.entries(), List.copyOf(levels));
  }

  /** Sums over the nodes at one level. */
  private static final class LevelWalk {
    private final NodeLayout layout;
    private final int level;
    private long[] children = new long[64];
    private int childCount;
    private double[] rectangles = new double[0];
    private long nodes;
    private long entries;
    private long overflowNodes;
    private long overflowEntries;
    private int longestChain;
    private double coverage;
    private double overlap;
    private double deadSpace;
    private final RectangleUnion union = new RectangleUnion();

    LevelWalk(NodeLayout layout, int level) {
      this.layout = layout;
      this.level = level;
    }

    void visitOverflow(NodeView node) {
      overflowNodes++;
      overflowEntries += node.count();
      longestChain = Math.max(longestChain, (int) OverflowLink.following(node) + 1);
      visit(node);
    }

    void visit(NodeView node) {
      int count = node.count();
      nodes++;
      entries += count;
      if (level > 0) {
        addChildren(node, count);
      }
      if (layout.hasBounds() && count > 0) {
        load(node, count);
        addAreas(count);
      }
    }

    private void addChildren(NodeView node, int count) {
      if (childCount + count > children.length) {
        children = Arrays.copyOf(children, Math.max(childCount + count, 2 * children.length));
      }
      for (int slot = 0; slot < count; slot++) {
        children[childCount++] = node.word(0, slot);
      }
    }

    private void load(NodeView node, int count) {
      if (rectangles.length < 4 * count) {
        rectangles = new double[4 * count];
      }
      for (int slot = 0; slot < count; slot++) {
        for (int i = 0; i < 2; i++) {
          rectangles[4 * slot + i] = node.real(layout.boundsWord() + i, slot);
          rectangles[4 * slot + 2 + i] = node.real(layout.upperBoundsWord() + i, slot);
        }
      }
    }

    private void addAreas(int count) {
      double minX = rectangles[0];
      double minY = rectangles[1];
      double maxX = rectangles[2];
      double maxY = rectangles[3];
      for (int a = 0; a < 4 * count; a += 4) {
        minX = Math.min(minX, rectangles[a]);
        minY = Math.min(minY, rectangles[a + 1]);
        maxX = Math.max(maxX, rectangles[a + 2]);
        maxY = Math.max(maxY, rectangles[a + 3]);
        for (int b = a + 4; b < 4 * count; b += 4) {
          overlap += shared(a, b);
        }
      }
      double area = (maxX - minX) * (maxY - minY);
      coverage += area;
      // Because of rounding, the union may be larger than the bound.
      deadSpace += Math.max(0, area - union.area(rectangles, count));
    }

    private double shared(int a, int b) {
      double width =
          Math.min(rectangles[a + 2], rectangles[b + 2]) - Math.max(rectangles[a], rectangles[b]);
      double height =
          Math.min(rectangles[a + 3], rectangles[b + 3])
              - Math.max(rectangles[a + 1], rectangles[b + 1]);
      return width > 0 && height > 0 ? width * height : 0;
    }

    LevelStructure figures(int capacity) {
      double fill = nodes == 0 ? 0 : (double) entries / ((double) nodes * capacity);
      return new LevelStructure(
          level,
          nodes,
          entries,
          new OverflowStructure(overflowNodes, overflowEntries, longestChain),
          fill,
          coverage,
          overlap,
          deadSpace);
    }

    long[] children() {
      return Arrays.copyOf(children, childCount);
    }
  }
}

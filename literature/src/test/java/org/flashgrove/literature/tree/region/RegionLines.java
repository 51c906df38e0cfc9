package org.flashgrove.literature.tree.region;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.NodeView;

/** A tree of regions as lines, for tests that compare it with what was worked out by hand. */
public final class RegionLines {
  private RegionLines() {}

  /**
   * Returns a region a line, by their lower corners, below each what is in it; leaves as their ids.
   *
   * @param maxX end of the domain, whose border is closed
   */
  public static List<String> of(NodeStore store, double maxX, double maxY) {
    try (NodeReader reader = store.snapshot()) {
      return lines(reader, reader.root(), reader.height(), new double[] {maxX, maxY});
    }
  }

  private static List<String> lines(NodeReader reader, long nodeId, int level, double[] max) {
    NodeView node = reader.read(nodeId, level);
    List<String> lines = new ArrayList<>();
    if (level == 0) {
      TreeSet<Long> ids = new TreeSet<>();
      for (int slot = 0; slot < node.count(); slot++) {
        ids.add(node.word(0, slot));
      }
      lines.add(ids.toString());
    } else {
      List<Integer> slots = new ArrayList<>();
      for (int slot = 0; slot < node.count(); slot++) {
        slots.add(slot);
      }
      slots.sort(
          (a, b) -> {
            int order = Double.compare(node.real(1, a), node.real(1, b));
            return order != 0 ? order : Double.compare(node.real(2, a), node.real(2, b));
          });
      for (int slot : slots) {
        List<String> child = lines(reader, node.word(0, slot), level - 1, max);
        String region = range(node, slot, 0, max) + " x " + range(node, slot, 1, max);
        if (level == 1) {
          lines.add(region + " " + child.get(0));
        } else {
          lines.add(region);
          child.forEach(line -> lines.add("  " + line));
        }
      }
    }
    reader.release(node);
    return lines;
  }

  private static String range(NodeView node, int slot, int dimension, double[] max) {
    double high = node.real(3 + dimension, slot);
    String end = high > max[dimension] ? max[dimension] + "]" : high + ")";
    return ("[" + node.real(1 + dimension, slot) + "," + end).replace(".0", "");
  }
}

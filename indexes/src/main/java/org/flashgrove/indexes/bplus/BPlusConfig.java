package org.flashgrove.indexes.bplus;

import java.util.Locale;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.indexes.check.TreeRules;
import org.flashgrove.indexes.tree.NodeFill;

/**
 * Settings of a B+-tree.
 *
 * @param key what the keys are
 * @param fill how full nodes may be and must be
 * @param furtherWords words that leaves keep with each pair, 0 to 8
 */
public record BPlusConfig(KeyKind key, NodeFill fill, int furtherWords) {
  /**
   * Reads {@code bplus:key=long,capacity=N,leafcapacity=N,nodecapacity=N,minfill=50%,maxfill=100%},
   * all optional.
   *
   * @param pageSize bytes of a page, which bound the capacities
   * @throws org.flashgrove.core.spec.SpecException for an unknown key or a value out of range; the
   *     message lists what is allowed
   */
  public static BPlusConfig of(Spec spec, int pageSize) {
    String key = spec.choice("key", "long", "long", "double");
    NodeFill fill = NodeFill.of(spec, BPlusTree.LAYOUT, pageSize, 0.5);
    spec.requireAllUsed();
    return new BPlusConfig(KeyKind.valueOf(key.toUpperCase(Locale.ROOT)), fill, 0);
  }

  /**
   * Reads the same keys but {@code key}, for a tree with keys of 64 bits that keeps further words
   * with each pair.
   *
   * @param furtherWords how many, 0 to 8
   */
  public static BPlusConfig of(Spec spec, int pageSize, int furtherWords) {
    NodeFill fill = NodeFill.of(spec, BPlusTree.layout(furtherWords), pageSize, 0.5);
    spec.requireAllUsed();
    return new BPlusConfig(KeyKind.LONG, fill, furtherWords);
  }

  /** Returns the layout of the tree's nodes. */
  TreeLayout layout() {
    return Entries.layout(furtherWords);
  }

  /** Returns what holds for the number of entries in a node. */
  TreeRules rules() {
    return new TreeRules(
        fill.leafMinimum(), fill.leafCapacity(), fill.nodeMinimum(), fill.nodeCapacity(), true);
  }
}

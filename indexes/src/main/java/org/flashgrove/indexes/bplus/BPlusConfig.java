package org.flashgrove.indexes.bplus;

import java.util.Locale;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.indexes.check.TreeRules;
import org.flashgrove.indexes.tree.NodeFill;

/**
 * Settings of a B+-tree.
 *
 * @param key type of the keys
 * @param fill bounds on the number of entries in a node
 * @param furtherWords number of additional words that leaves store with each pair, 0 to 8
 */
public record BPlusConfig(KeyKind key, NodeFill fill, int furtherWords) {
  /**
   * Reads {@code bplus:key=long,capacity=N,leafcapacity=N,nodecapacity=N,minfill=50%,maxfill=100%},
   * all optional.
   *
   * @param pageSize page size in bytes, which limits the capacities
   * @throws org.flashgrove.core.spec.SpecException if a key is unknown or a value is out of range;
   *     the message lists the allowed values
   */
  public static BPlusConfig of(Spec spec, int pageSize) {
    String key = spec.choice("key", "long", "long", "double");
    NodeFill fill = NodeFill.of(spec, BPlusTree.LAYOUT, pageSize, 0.5);
    spec.requireAllUsed();
    return new BPlusConfig(KeyKind.valueOf(key.toUpperCase(Locale.ROOT)), fill, 0);
  }

  /**
   * Reads the keys of {@link #of(Spec, int)} except {@code key}. The tree has 64-bit keys and
   * stores additional words with each pair.
   *
   * @param furtherWords number of additional words, 0 to 8
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

  /** Returns the limits on the number of entries in a node that a bulk load observes. */
  TreeRules rules() {
    return rules(fill.leafMinimum());
  }

  /**
   * Returns the limits on the number of entries in a node that the structural check for all kinds
   * of trees verifies. They allow leaves with a single pair, because insertions may leave the last
   * leaf below its minimum.
   */
  TreeRules checkedRules() {
    return rules(1);
  }

  private TreeRules rules(int leafMinimum) {
    return new TreeRules(
        leafMinimum, fill.leafCapacity(), fill.nodeMinimum(), fill.nodeCapacity(), true);
  }
}

package org.flashgrove.efind;

import java.util.LinkedHashMap;
import java.util.Map;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.spec.SpecException;

/** Registry of flushing policies, by the names that specs use. */
final class FlushPolicies {
  private static final Map<String, FlushPolicy.Maker> BY_NAME = new LinkedHashMap<>();

  static {
    BY_NAME.put("m", layout -> new FlushByChanges());
    BY_NAME.put("mall", layout -> new FlushByChangesOfAll());
    BY_NAME.put("mh", layout -> new FlushByChangesAndHeight());
    BY_NAME.put("mha", FlushByArea::new);
    BY_NAME.put("mhao", FlushByAreaAndOverlap::new);
  }

  private FlushPolicies() {}

  static String[] names() {
    return BY_NAME.keySet().toArray(new String[0]);
  }

  /**
   * Creates the policy with the given name for a tree.
   *
   * @throws SpecException if the policy needs rectangles and the tree has none
   */
  static FlushPolicy named(String name, TreeLayout layout) {
    FlushPolicy policy = BY_NAME.get(name).make(layout);
    boolean hasBounds = layout.leaf().hasBounds() && layout.internal().hasBounds();
    if (policy.needsBounds() && !hasBounds) {
      throw new SpecException(
          "efind: policy="
              + name
              + " needs rectangles, which the index does not store (allowed: m, mall, mh)");
    }
    return policy;
  }
}

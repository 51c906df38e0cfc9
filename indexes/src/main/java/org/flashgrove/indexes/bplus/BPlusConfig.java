package org.flashgrove.indexes.bplus;

import java.util.Locale;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.indexes.tree.NodeFill;

/**
 * What a B+-tree is built with.
 *
 * @param key what the keys are
 * @param fill how full nodes may be and must be
 */
public record BPlusConfig(KeyKind key, NodeFill fill) {
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
    return new BPlusConfig(KeyKind.valueOf(key.toUpperCase(Locale.ROOT)), fill);
  }
}

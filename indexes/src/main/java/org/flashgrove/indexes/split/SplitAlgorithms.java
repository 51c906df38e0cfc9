package org.flashgrove.indexes.split;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.tree.NodeFill;

/**
 * Registry of split algorithms by their names in {@code rtree:split=...}, with their capacity
 * limits.
 */
public final class SplitAlgorithms {
  private record Kind(Supplier<SplitAlgorithm> maker, int mostCapacity) {}

  private static final Map<String, Kind> BY_NAME = new LinkedHashMap<>();

  static {
    put("linear", LinearSplit::new);
    put("quadratic", QuadraticSplit::new);
    BY_NAME.put("exponential", new Kind(ExponentialSplit::new, ExponentialSplit.MOST_CAPACITY));
    put("greene", GreeneSplit::new);
    put("angtan", AngTanSplit::new);
    put("rstar", RStarSplit::new);
  }

  private SplitAlgorithms() {}

  private static void put(String name, Supplier<SplitAlgorithm> maker) {
    BY_NAME.put(name, new Kind(maker, Integer.MAX_VALUE));
  }

  /** Returns the known names, in the order in which messages list them. */
  public static String[] names() {
    return BY_NAME.keySet().toArray(new String[0]);
  }

  /**
   * Rejects unknown names and nodes larger than the split supports.
   *
   * @throws SpecException with a message that names the allowed values
   */
  public static void requireValid(String name, NodeFill fill) {
    Kind kind = BY_NAME.get(name);
    if (kind == null) {
      throw new SpecException("split=" + name + " (allowed: " + String.join(", ", names()) + ")");
    }
    requireCapacity(name, "leafcapacity", fill.leafCapacity(), kind.mostCapacity());
    requireCapacity(name, "nodecapacity", fill.nodeCapacity(), kind.mostCapacity());
  }

  private static void requireCapacity(String name, String key, int capacity, int most) {
    if (capacity > most) {
      throw new SpecException(
          key + "=" + capacity + " with split=" + name + " (allowed: 3 to " + most + ")");
    }
  }

  /** Creates the split with a known name. */
  public static SplitAlgorithm named(String name) {
    return BY_NAME.get(name).maker().get();
  }
}

package org.flashgrove.indexes.rtree;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** The list of splits: the word of {@code rtree:split=...} and what makes one. */
final class SplitAlgorithms {
  private static final Map<String, Supplier<SplitAlgorithm>> BY_NAME = new LinkedHashMap<>();

  static {
    BY_NAME.put("linear", LinearSplit::new);
    BY_NAME.put("quadratic", QuadraticSplit::new);
  }

  private SplitAlgorithms() {}

  /** The known names, in the order they are told to users. */
  static String[] names() {
    return BY_NAME.keySet().toArray(new String[0]);
  }

  /** A new split of a known name. */
  static SplitAlgorithm named(String name) {
    return BY_NAME.get(name).get();
  }
}

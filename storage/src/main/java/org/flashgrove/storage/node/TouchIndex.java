package org.flashgrove.storage.node;

import org.flashgrove.core.replacement.LongIntMap;

/**
 * Finds a node among those an operation touched: by a look at each of a few, through a map when a
 * bulk load touches all nodes of a tree in one operation.
 */
final class TouchIndex {
  private static final int FEW = 16;

  private LongIntMap places = new LongIntMap(FEW);
  private int mapped;

  /** Forgets what was touched. */
  void clear() {
    if (mapped > 0) {
      places = new LongIntMap(FEW);
      mapped = 0;
    }
  }

  /** Index of a node among the first {@code count} of {@code nodeIds}, or -1. */
  int find(long[] nodeIds, int count, long nodeId) {
    if (count <= FEW) {
      for (int i = 0; i < count; i++) {
        if (nodeIds[i] == nodeId) {
          return i;
        }
      }
      return LongIntMap.ABSENT;
    }
    while (mapped < count) {
      places.put(nodeIds[mapped], mapped);
      mapped++;
    }
    return places.get(nodeId);
  }
}

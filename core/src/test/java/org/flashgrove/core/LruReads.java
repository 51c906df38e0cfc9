package org.flashgrove.core;

import java.util.LinkedHashSet;

/** A model of a cache: the least recently used page goes. */
public final class LruReads {
  private LruReads() {}

  /** Page reads of records {@code from} to {@code from + count} through an empty cache. */
  public static long count(int[] pageOfRecord, int from, long count, int cachePages) {
    LinkedHashSet<Integer> held = new LinkedHashSet<>();
    long reads = 0;
    for (int i = from; i < from + count; i++) {
      reads += held.remove(pageOfRecord[i]) ? 0 : 1;
      held.add(pageOfRecord[i]);
      if (held.size() > cachePages) {
        held.remove(held.iterator().next());
      }
    }
    return reads;
  }
}

package org.flashgrove.core.replacement;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A policy written for reading only, over lists of boxed keys, oldest first. */
abstract class NaivePolicy {
  final int frames;
  final List<String> evicted = new ArrayList<>();
  final Set<Long> dirty = new HashSet<>();

  NaivePolicy(int frames) {
    this.frames = frames;
  }

  final void evict(Long key) {
    evicted.add(key + (dirty.remove(key) ? "*" : ""));
  }

  final char access(long key, int level, boolean write) {
    char outcome = step(key, level, write);
    if (write && outcome != '-') {
      dirty.add(key);
    }
    return outcome;
  }

  /** One access; it is not yet in the dirty set. */
  abstract char step(Long key, int level, boolean write);

  static void touch(List<Long> list, Long key) {
    list.remove(key);
    list.add(key);
  }
}

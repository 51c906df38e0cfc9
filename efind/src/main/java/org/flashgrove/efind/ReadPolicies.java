package org.flashgrove.efind;

import java.util.LinkedHashMap;
import java.util.Map;

/** The read policies by their names in specs. */
final class ReadPolicies {
  /** No read buffer at all. */
  static final String NONE = "none";

  private static final Map<String, ReadPolicy> BY_NAME = new LinkedHashMap<>();

  static {
    BY_NAME.put(NONE, new NoReadPolicy());
    BY_NAME.put("lru", new LruReadPolicy());
    BY_NAME.put("s2q", new SimplifiedTwoQueuePolicy());
  }

  private ReadPolicies() {}

  static String[] names() {
    return BY_NAME.keySet().toArray(new String[0]);
  }

  static ReadPolicy named(String name) {
    return BY_NAME.get(name);
  }
}

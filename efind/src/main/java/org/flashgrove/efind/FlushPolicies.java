package org.flashgrove.efind;

import java.util.LinkedHashMap;
import java.util.Map;

/** The flushing policies by their names in specs. */
final class FlushPolicies {
  private static final Map<String, FlushPolicy> BY_NAME = new LinkedHashMap<>();

  static {
    BY_NAME.put("m", new FlushByChanges());
    BY_NAME.put("mh", new FlushByChangesAndHeight());
  }

  private FlushPolicies() {}

  static String[] names() {
    return BY_NAME.keySet().toArray(new String[0]);
  }

  static FlushPolicy named(String name) {
    return BY_NAME.get(name);
  }
}

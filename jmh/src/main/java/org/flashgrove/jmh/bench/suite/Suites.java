package org.flashgrove.jmh.bench.suite;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Registry of the benchmark's suites by name. */
public final class Suites {
  private static final Map<String, Suite> ALL = new LinkedHashMap<>();

  static {
    for (Suite suite :
        List.of(
            new OwnSuite(),
            new TableSuite(),
            new FlatbushSuite(),
            new JtsSuite(),
            new TinspinSuite(),
            new Rtree2dSuite(),
            new GeobenchSuite(),
            new DuckDbSuite())) {
      ALL.put(suite.word(), suite);
    }
  }

  private Suites() {}

  /** Returns the suite with a name. */
  public static Suite of(String word) {
    Suite suite = ALL.get(word);
    if (suite == null) {
      throw new IllegalArgumentException(
          "--suite " + word + " (allowed: " + String.join(", ", ALL.keySet()) + ")");
    }
    return suite;
  }
}

package org.flashgrove.jmh.bench.phase;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All phases, in the order in which they are measured. */
public final class Phases {
  private static final Map<String, Phase> ALL = new LinkedHashMap<>();

  static {
    for (Phase phase :
        List.of(
            new OneByOne(),
            new Flush(),
            new WarmWindows(),
            new Nearest(),
            new Joins(),
            new Cold(),
            new Batches(),
            new EachDurable(),
            new Bulk(),
            new Mixed(),
            new Moves(),
            new Memory())) {
      ALL.put(phase.word(), phase);
    }
  }

  private Phases() {}

  /** Returns all. */
  public static List<Phase> all() {
    return List.copyOf(ALL.values());
  }

  /** Returns the phase of a word. */
  public static Phase of(String word) {
    Phase phase = ALL.get(word);
    if (phase == null) {
      throw new IllegalArgumentException(
          "--phases " + word + " (allowed: " + String.join(", ", ALL.keySet()) + ")");
    }
    return phase;
  }
}

package org.flashgrove.jmh.bench.suite;

import java.util.List;
import org.flashgrove.jmh.bench.peer.Peers;
import org.flashgrove.jmh.bench.phase.Phase;

/**
 * A benchmark suite: its data sets and phases. To add one, write a class and list it in {@link
 * Suites}.
 */
public interface Suite {
  /** Returns its word. */
  String word();

  /**
   * Returns whose definition it is and what of it is otherwise here, in sentences for a report;
   * empty for nothing.
   */
  String source();

  /** Returns the data sets that it asks for if nothing is said; none if it has to be said. */
  List<String> data();

  /** Returns how many entries it measures if nothing is said. */
  default long entries() {
    return 1_000_000;
  }

  /** Returns whether coordinates are doubles if nothing is said. */
  default boolean isDouble() {
    return false;
  }

  /** Returns the words of the peers that it measures if nothing is said. */
  default List<String> peers() {
    return Peers.usual();
  }

  /** Returns what is measured of a data set. */
  List<Phase> phases(String data);

  /** Returns the phase of a word. */
  default Phase phase(String data, String word) {
    return phases(data).stream()
        .filter(phase -> phase.word().equals(word))
        .findAny()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "--phases "
                        + word
                        + " (allowed: "
                        + String.join(", ", phases(data).stream().map(Phase::word).toList())
                        + ")"));
  }
}

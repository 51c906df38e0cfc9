package org.flashgrove.jmh.bench.suite;

import java.util.List;
import org.flashgrove.jmh.bench.peer.Peers;
import org.flashgrove.jmh.bench.phase.Phase;

/**
 * A benchmark suite: its data sets and phases. To add a suite, write a class and list it in {@link
 * Suites}.
 */
public interface Suite {
  /** Returns the name of the suite. */
  String word();

  /**
   * Returns sentences for the report: who defined the suite, and how this version differs from the
   * original. Returns an empty text for Flashgrove's own suites.
   */
  String source();

  /**
   * Returns the names of the default data sets. Returns an empty list if the user must choose one.
   */
  List<String> data();

  /** Returns the default number of entries. */
  default long entries() {
    return 1_000_000;
  }

  /** Returns whether coordinates are doubles by default. */
  default boolean isDouble() {
    return false;
  }

  /** Returns the names of the peers that are measured by default. */
  default List<String> peers() {
    return Peers.usual();
  }

  /** Returns the phases for a data set. */
  List<Phase> phases(String data);

  /** Returns the phase with a name. */
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

package org.flashgrove.jmh.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.flashgrove.jmh.bench.measure.Answers;

/**
 * Compares the answers of all peers (libraries in the benchmark) to the same queries. The first
 * peer's answers are also compared with a full scan.
 */
final class AnswerCheck {
  private final Oracle oracle;
  private final Map<String, Answers> first = new LinkedHashMap<>();
  private final Map<String, String> firstPeer = new LinkedHashMap<>();
  private final Map<String, Integer> peers = new LinkedHashMap<>();
  private final List<String> problems = new ArrayList<>();

  AnswerCheck(Oracle oracle) {
    this.oracle = oracle;
  }

  /**
   * Adds a peer's answers to one set of queries. The first peer's answers are compared with a scan,
   * and the answers of each later peer with the answers of the first peer.
   */
  void add(String peer, Answers answers) {
    String name = answers.name();
    Answers before = first.get(name);
    if (before == null) {
      first.put(name, answers);
      firstPeer.put(name, peer);
      if (!oracle.isRight(answers)) {
        problems.add(peer + ": " + name + ": other answers than a scan of all entries");
      }
    } else if (before.results() != answers.results() || before.checksum() != answers.checksum()) {
      problems.add(
          String.format(
              "%s: %s: %,d results with the checksum %d, and %s %,d with %d",
              peer,
              name,
              answers.results(),
              answers.checksum(),
              firstPeer.get(name),
              before.results(),
              before.checksum()));
    }
    peers.merge(name, 1, Integer::sum);
  }

  /** Returns messages about the differences found. */
  List<String> problems() {
    return List.copyOf(problems);
  }

  /** Returns a summary of the comparison for the report. */
  List<String> lines() {
    int checked = first.values().stream().mapToInt(oracle::checked).sum();
    long results = first.values().stream().mapToLong(Answers::results).sum();
    int compared = peers.values().stream().mapToInt(Integer::intValue).sum();
    return List.of(
        String.format(
            "%d sets of queries with %,d results were answered %d times; %d queries were compared"
                + " with a scan. %s",
            first.size(),
            results,
            compared,
            checked,
            first.isEmpty()
                ? "There are no answers."
                : problems.isEmpty() ? "All answers agree." : "There are differences."));
  }

  /** Returns a JSON object for each set of queries. */
  List<Map<String, Object>> members() {
    List<Map<String, Object>> sets = new ArrayList<>();
    for (Answers each : first.values()) {
      Map<String, Object> set = new LinkedHashMap<>();
      set.put("name", each.name());
      set.put("results", each.results());
      set.put("checksum", Long.toString(each.checksum()));
      set.put("answered", peers.get(each.name()));
      set.put("comparedWithScan", oracle.checked(each));
      sets.add(set);
    }
    return sets;
  }
}

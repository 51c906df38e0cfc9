package org.flashgrove.jmh.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.flashgrove.jmh.bench.peer.Peer;
import org.flashgrove.jmh.bench.phase.Phase;

/**
 * Phases that one process measures.
 *
 * @param phases their words
 * @param heap size of its heap; empty for the JVM's choice
 * @param needsFiles whether a process before it makes the index
 */
record ProcessPlan(List<String> phases, String heap, boolean needsFiles) {
  /**
   * Returns the processes of a peer: as few as its phases allow, without what it cannot do.
   *
   * @param isQuick whether only answers are wanted: first operations have none of their own
   */
  static List<ProcessPlan> of(List<Phase> phases, Peer peer, boolean isQuick) {
    Map<String, ProcessPlan> plans = new LinkedHashMap<>();
    for (Phase phase : phases) {
      boolean isWanted = !(isQuick && phase.isFirst());
      if (isWanted && peer.abilities().containsAll(phase.needs())) {
        String heap = isQuick ? "" : phase.heap(); // a process less for answers
        String own = phase.isFirst() ? phase.word() : "";
        plans
            .computeIfAbsent(
                heap + own, any -> new ProcessPlan(new ArrayList<>(), heap, phase.needsFiles()))
            .phases
            .add(phase.word());
      }
    }
    return List.copyOf(plans.values());
  }
}

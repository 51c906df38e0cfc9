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
 * @param phases names of the phases
 * @param heap heap size as for {@code -Xmx}; empty for the JVM's default
 * @param needsFiles whether another process must create the index first
 */
record ProcessPlan(List<String> phases, String heap, boolean needsFiles) {
  /**
   * Returns the processes for a peer. Uses as few processes as possible, and leaves out phases that
   * the peer does not support.
   *
   * @param isQuick whether only the answers are checked; if so, phases that measure the first
   *     operations of a process are left out
   */
  static List<ProcessPlan> of(List<Phase> phases, Peer peer, boolean isQuick) {
    Map<String, ProcessPlan> plans = new LinkedHashMap<>();
    for (Phase phase : phases) {
      boolean isWanted = !(isQuick && phase.isFirst());
      if (isWanted && peer.abilities().containsAll(phase.needs())) {
        String heap = isQuick ? "" : phase.heap(); // in a quick run, all phases can share a process
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

package org.flashgrove.lab.experiment.results;

import java.util.Map;

/**
 * Facts of a run.
 *
 * @param experiment a preset, {@code preset:NAME}, or the file of the experiment
 * @param description in a line
 * @param scale how much was run
 * @param seed of everything drawn at random
 * @param document the experiment's YAML, or null for a preset that has none
 * @param machine what it was made with and on, by the names of {@code MachineFacts}
 */
public record RunFacts(
    String experiment,
    String description,
    String scale,
    long seed,
    String document,
    Map<String, Object> machine) {
  /** The commit of the program. */
  public String commit() {
    return String.valueOf(machine.get("commit"));
  }
}

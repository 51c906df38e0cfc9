package org.flashgrove.lab.experiment.results;

import java.util.Map;

/**
 * Description of a run.
 *
 * @param experiment name of the preset, {@code preset:NAME}, or the experiment's file
 * @param description description in one line
 * @param scale scale of the run
 * @param seed seed of all random numbers
 * @param document YAML document of the experiment, or null for a preset without one
 * @param machine properties of the machine and the program, by the names of {@code MachineFacts}
 */
public record RunFacts(
    String experiment,
    String description,
    String scale,
    long seed,
    String document,
    Map<String, Object> machine) {
  /** Returns the Git commit from which the program was built. */
  public String commit() {
    return String.valueOf(machine.get("commit"));
  }
}

package org.flashgrove.lab.advise;

/**
 * Conditions of all trials.
 *
 * @param precondition state of a simulated device before: none, seq or random
 * @param sync when the log is forced to the medium: close, op, group:5ms
 * @param seed of all that is drawn
 * @param jobs stores at a time on simulated devices
 */
public record TrialConditions(String precondition, String sync, long seed, int jobs) {}

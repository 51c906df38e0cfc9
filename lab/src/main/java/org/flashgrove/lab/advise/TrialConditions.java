package org.flashgrove.lab.advise;

/**
 * Conditions of all trials.
 *
 * @param precondition state of a simulated device before a trial: none, seq or random
 * @param sync when the stores sync, such as {@code close}, {@code op} or {@code group:5ms}
 * @param seed seed of all random numbers
 * @param jobs number of stores that run at the same time on simulated devices
 */
public record TrialConditions(String precondition, String sync, long seed, int jobs) {}

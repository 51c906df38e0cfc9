package org.flashgrove.jmh.bench.report;

/**
 * Performance target of Flashgrove, with the measured value.
 *
 * @param row name of the target, which says what was measured
 * @param asked the target in words
 * @param measured the value to compare with the target
 * @param beside additional information
 * @param holds whether the target is met
 */
public record Target(String row, String asked, double measured, String beside, boolean holds) {}

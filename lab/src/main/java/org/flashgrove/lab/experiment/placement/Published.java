package org.flashgrove.lab.experiment.placement;

/**
 * Write amplification of one cell in the results of WARP (FAST 2026), computed from the published
 * logs.
 *
 * @param total write amplification from the empty drive to the end
 * @param lastFifth write amplification in the last fifth of the host's bytes
 * @param length number of bytes that the host wrote, in units of the drive's capacity
 */
record Published(double total, double lastFifth, double length) {}

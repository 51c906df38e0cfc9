package org.flashgrove.lab.experiment.placement;

/**
 * Write amplification of a cell, computed from the logs published with WARP.
 *
 * @param total from the empty drive to the end
 * @param lastFifth in the last fifth of the host's bytes
 * @param length bytes that the host wrote, in units of the drive's capacity
 */
record Published(double total, double lastFifth, double length) {}

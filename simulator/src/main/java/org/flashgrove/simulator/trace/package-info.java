/**
 * Traces: sequences of requests, recorded from a device, made by a generator or read from a file,
 * and their replay; and what brings a device into its steady state before.
 */
package org.flashgrove.simulator.trace;

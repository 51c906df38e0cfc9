/**
 * Traces: sequences of requests that are recorded from a device, generated or read from a file, and
 * their replay; also the preconditioning of devices.
 */
package org.flashgrove.simulator.trace;

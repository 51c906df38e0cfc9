/**
 * Traces: sequences of requests that are recorded from a device, generated, or read from a file.
 * Also replays traces and preconditions devices.
 */
package org.flashgrove.simulator.trace;

/** Simulated devices as a host sees them, put together from specs. */
package org.flashgrove.simulator.device;

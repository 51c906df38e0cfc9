/**
 * A drive with Flexible Data Placement (FDP, NVMe TP4146), without content or time: it maps pages,
 * collects reclaim units and counts. {@link org.flashgrove.simulator.fdp.FdpDevice} is the central
 * class.
 */
package org.flashgrove.simulator.fdp;

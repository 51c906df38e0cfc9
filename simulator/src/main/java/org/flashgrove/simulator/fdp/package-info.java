/**
 * A drive with Flexible Data Placement (FDP, NVMe TP4146), without content or time. It maps pages,
 * collects garbage in reclaim units, and counts operations. {@link
 * org.flashgrove.simulator.fdp.FdpDevice} is the central class.
 */
package org.flashgrove.simulator.fdp;

/**
 * A drive with zones (NVMe Zoned Namespace Command Set), without content or time: it checks every
 * command, keeps the states of zones and counts. {@link org.flashgrove.simulator.zns.ZnsDevice} is
 * the central class.
 */
package org.flashgrove.simulator.zns;

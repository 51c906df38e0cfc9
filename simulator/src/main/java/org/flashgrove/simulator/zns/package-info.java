/**
 * A drive with zones (NVMe Zoned Namespace Command Set), without content or time. It checks every
 * command, tracks the state of each zone, and counts operations. {@link
 * org.flashgrove.simulator.zns.ZnsDevice} is the central class.
 */
package org.flashgrove.simulator.zns;

/**
 * Simulated devices as a host sees them, created from specs.
 *
 * <pre>{@code
 * NandDevice device = NandSpec.parse("nand:chip=thesis,op=7%,gc=greedy").open();
 * device.write(0, 8, Origin.LEAF, pages);
 * device.flush(Origin.LOG);
 * double amplification = device.figures().writeAmplification();
 * long p99 = device.latency(OperationKind.WRITE, Origin.LEAF).p99Nanos();
 * }</pre>
 */
package org.flashgrove.simulator.device;

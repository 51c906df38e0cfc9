/**
 * Blocks and pages that translation layers allocate, their metadata, and the port of the layers.
 */
package org.flashgrove.simulator.ftl.space;

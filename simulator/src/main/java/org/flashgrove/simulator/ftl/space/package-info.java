/**
 * Allocation of blocks and pages for translation layers, their metadata, and the interface of the
 * layers.
 */
package org.flashgrove.simulator.ftl.space;

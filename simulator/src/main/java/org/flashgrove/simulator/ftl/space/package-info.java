/**
 * Interface of translation layers, and the allocation of blocks, data pages and metadata pages that
 * they share.
 */
package org.flashgrove.simulator.ftl.space;

/**
 * Flash translation layers: logical pages on flash that is programmed once and erased by blocks.
 */
package org.flashgrove.simulator.ftl;

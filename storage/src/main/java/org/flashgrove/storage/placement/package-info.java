/**
 * Pages out of place: the page maps, the free slots, and the checkpoint that makes a new state of
 * both the durable one.
 */
package org.flashgrove.storage.placement;

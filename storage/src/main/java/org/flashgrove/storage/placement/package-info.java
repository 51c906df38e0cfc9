/**
 * Pages out of place: the page maps, the free slots, and the barrier that makes a new state of both
 * the durable one.
 */
package org.flashgrove.storage.placement;

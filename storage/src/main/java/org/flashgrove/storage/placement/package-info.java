/**
 * Writes pages out of place ({@code placement=free}): page maps, free slots, and checkpoints that
 * make the maps and the free slots durable. {@link FreePages} is the entry point.
 */
package org.flashgrove.storage.placement;

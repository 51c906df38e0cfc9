/** Pages of heap files: slotted pages, the cells in their slots, and the free-space map. */
package org.flashgrove.storage.heap.page;

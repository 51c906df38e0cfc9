/** Slotted pages of records, the cells in them, and where there is room. */
package org.flashgrove.storage.heap.page;

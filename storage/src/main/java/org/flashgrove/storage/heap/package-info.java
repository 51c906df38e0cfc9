/**
 * Records (id, geometry as WKB, attribute bytes) in slotted pages that are written out of place, in
 * the same file as the nodes of trees, with changes in log frames. {@code docs/format/heap.md}
 * draws pages and frames.
 *
 * <p>Reading order: {@link org.flashgrove.storage.heap.page.HeapPage} a page, {@link
 * org.flashgrove.storage.heap.page.HeapCell} the content of its slots, {@link
 * org.flashgrove.storage.heap.HeapOperation} changes, {@link
 * org.flashgrove.storage.heap.HeapChanges} their log records, {@link
 * org.flashgrove.storage.heap.HeapFile} all together, a structure of a {@link
 * org.flashgrove.storage.log.LoggedStore}, and {@link org.flashgrove.storage.heap.HeapSnapshot}
 * what readers see beside a writer.
 */
package org.flashgrove.storage.heap;

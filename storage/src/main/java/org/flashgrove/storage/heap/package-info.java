/**
 * Records (id, geometry as WKB, attribute bytes) in slotted pages that are written out of place, in
 * the same file as the nodes of trees, with changes in log frames. {@code docs/format/heap.md}
 * describes pages and frames.
 *
 * <p>Read the classes in this order: {@link org.flashgrove.storage.heap.page.HeapPage}, a page;
 * {@link org.flashgrove.storage.heap.page.HeapCell}, the content of its slots; {@link
 * org.flashgrove.storage.heap.HeapOperation}, changes; {@link
 * org.flashgrove.storage.heap.HeapChanges}, their log records; {@link
 * org.flashgrove.storage.heap.HeapFile}, which combines them to a structure of a {@link
 * org.flashgrove.storage.log.LoggedStore}; {@link org.flashgrove.storage.heap.HeapSnapshot}, which
 * readers see while a writer works.
 */
package org.flashgrove.storage.heap;

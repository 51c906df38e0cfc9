/**
 * Heap files: records (id, geometry as WKB, attribute bytes) in slotted pages. Pages are written
 * out of place, in the same file as tree nodes, and changes are logged. {@code docs/format/heap.md}
 * describes pages and log frames.
 *
 * <p>Read the classes in this order:
 *
 * <ol>
 *   <li>{@link org.flashgrove.storage.heap.page.HeapPage}, a page
 *   <li>{@link org.flashgrove.storage.heap.page.HeapCell}, the content of its slots
 *   <li>{@link HeapOperation}, a set of changes
 *   <li>{@link HeapChanges}, the log records of changes
 *   <li>{@link HeapFile}, the structure in a {@link org.flashgrove.storage.log.LoggedStore}
 *   <li>{@link HeapSnapshot}, the view of readers while a writer works
 * </ol>
 */
package org.flashgrove.storage.heap;

/**
 * Stores indexes that are made of components, such as the sorted runs of an LSM tree. {@link
 * ComponentFile} allocates blocks, logs which blocks are valid, and reads them. {@link PagedBlocks}
 * provides blocks in a page file.
 */
package org.flashgrove.storage.component;

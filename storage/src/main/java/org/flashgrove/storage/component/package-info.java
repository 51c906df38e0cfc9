/**
 * Stores indexes that are made of components, such as the sorted runs of an LSM tree. {@link
 * ComponentFile} allocates and reads blocks, and logs which blocks are valid. {@link PagedBlocks}
 * provides blocks in a page file.
 */
package org.flashgrove.storage.component;

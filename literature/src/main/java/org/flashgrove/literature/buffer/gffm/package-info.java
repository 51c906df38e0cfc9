/** GFFM's buffer: LRU whose flushes write batches of cold pages. */
package org.flashgrove.literature.buffer.gffm;

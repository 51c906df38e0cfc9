/** GFFM's buffer: LRU with flushes that write batches of cold pages. */
package org.flashgrove.literature.buffer.gffm;

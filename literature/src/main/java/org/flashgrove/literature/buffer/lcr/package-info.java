/**
 * Buffer of the LCR-tree (Lv, Li, Cui and Chen, 2011), which stores each node as a home page and
 * one compacted list of log records.
 */
package org.flashgrove.literature.buffer.lcr;

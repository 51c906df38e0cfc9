/** The LCR-tree (Lv, Li, Cui and Chen, 2011): home pages and one compacted log per node. */
package org.flashgrove.literature.buffer.lcr;

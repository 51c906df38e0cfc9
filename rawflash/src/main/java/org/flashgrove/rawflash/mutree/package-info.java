/**
 * The μ-tree and the kμ-tree: ordered keys on raw NAND flash, with a path of nodes in each page.
 */
package org.flashgrove.rawflash.mutree;

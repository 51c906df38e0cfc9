/**
 * The μ-tree and the kμ-tree: ordered indexes on raw NAND flash that store a path of nodes in each
 * page.
 */
package org.flashgrove.rawflash.mutree;

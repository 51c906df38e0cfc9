/**
 * Division of a flash page into the nodes of a path, and the height of a tree that results from it.
 */
package org.flashgrove.rawflash.mutree.layout;

/**
 * Division of a flash page into the nodes of a path, and estimates of the height that a tree gets
 * with this division.
 */
package org.flashgrove.rawflash.mutree.layout;

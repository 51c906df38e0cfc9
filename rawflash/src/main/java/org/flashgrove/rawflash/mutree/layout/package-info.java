/** Division of a flash page among the nodes of a path, and the resulting height of a tree. */
package org.flashgrove.rawflash.mutree.layout;

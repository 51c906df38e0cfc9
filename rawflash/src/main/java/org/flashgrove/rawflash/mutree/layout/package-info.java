/** How a flash page is divided between the nodes of a path, and how high a tree of it grows. */
package org.flashgrove.rawflash.mutree.layout;

/** Buffered changes of nodes, their images, and their cost in memory. */
package org.flashgrove.efind.change;

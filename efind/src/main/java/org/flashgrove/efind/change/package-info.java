/** Buffered changes of nodes, their images, and the memory that they are charged. */
package org.flashgrove.efind.change;

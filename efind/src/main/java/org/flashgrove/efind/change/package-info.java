/**
 * Buffered changes of nodes, the merging of changes with stored pages, and the memory that they
 * cost.
 */
package org.flashgrove.efind.change;

/** Structural check for every tree. It visits all nodes and lists inconsistencies. */
package org.flashgrove.indexes.check;

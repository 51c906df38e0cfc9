/** Structural check for every tree, which walks all nodes and lists inconsistencies. */
package org.flashgrove.indexes.check;

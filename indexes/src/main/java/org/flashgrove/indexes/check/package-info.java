/** One structural check for every tree: walks all nodes and lists what cannot be. */
package org.flashgrove.indexes.check;

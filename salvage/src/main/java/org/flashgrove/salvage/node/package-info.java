/** Finds the nodes of trees that remain in a damaged store. */
package org.flashgrove.salvage.node;

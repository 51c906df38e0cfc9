/** Nodes of trees that a damaged store still has. */
package org.flashgrove.salvage.node;

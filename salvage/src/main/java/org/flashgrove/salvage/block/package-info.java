/** Blocks that a damaged store still has. */
package org.flashgrove.salvage.block;

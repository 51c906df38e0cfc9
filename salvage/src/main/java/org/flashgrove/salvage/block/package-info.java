/** Finds the blocks that remain in a damaged store. */
package org.flashgrove.salvage.block;

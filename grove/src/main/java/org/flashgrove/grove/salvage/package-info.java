/** Salvage of Grove: collects entries from the blocks and log frames of a damaged store. */
package org.flashgrove.grove.salvage;

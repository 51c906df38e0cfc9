/** Records that a damaged store still has. */
package org.flashgrove.salvage.heap;

/** Finds the records that remain in the heap files of a damaged store. */
package org.flashgrove.salvage.heap;

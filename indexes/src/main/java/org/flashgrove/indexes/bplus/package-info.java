/** B+-tree of pairs of a 64-bit key and a value, for scans in both directions. */
package org.flashgrove.indexes.bplus;

/** The B+-tree: 64-bit keys with values, in order, for scans in both directions. */
package org.flashgrove.indexes.bplus;

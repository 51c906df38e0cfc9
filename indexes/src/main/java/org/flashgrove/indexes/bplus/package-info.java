/** The B+-tree: ordered keys of 64 bits, each with a value, for scans in both directions. */
package org.flashgrove.indexes.bplus;

/**
 * Grove, an index made for flash: entries stand in erase blocks of packed pages, cut by intervals
 * of the Hilbert curve, and changes wait in a write buffer cut by the same curve until a merge
 * rewrites neighbouring intervals (docs/internals/grove.md). This package opens an index, applies
 * commits to it, and checks it; the packages below it hold its parts.
 */
package org.flashgrove.grove;

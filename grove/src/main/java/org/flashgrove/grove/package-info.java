/**
 * Grove, an index made for flash: entries stand in erase blocks of packed pages, cut by intervals
 * of the Hilbert curve, and changes wait in a write buffer cut by the same curve until a bite
 * merges some neighbouring intervals with their blocks (docs/grove.md).
 */
package org.flashgrove.grove;

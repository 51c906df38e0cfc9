/**
 * Sorts records that do not fit in memory: the partitioned sort of Lee, Lee and Park
 * (<em>Optimizing Index Scans on Flash Memory SSDs</em>, SIGMOD Record 2011), and the external
 * merge sort. Both use a temporary space, which may be on another device.
 */
@NullMarked
package org.flashgrove.access.sort;

import org.jspecify.annotations.NullMarked;

/**
 * Sorting of records that do not fit in memory: the partitioned sort of Lee, Lee and Park
 * (<em>Optimizing Index Scans on Flash Memory SSDs</em>, SIGMOD Record 2011) and the external merge
 * sort it is compared with, over a temporary space that may be another device.
 */
@NullMarked
package org.flashgrove.access.sort;

import org.jspecify.annotations.NullMarked;

/**
 * Access paths over the records of a table, one class for each operator: full table scan, index
 * scan, sorted index scan, filter and refinement (Lee, Lee and Park, <em>Optimizing Index Scans on
 * Flash Memory SSDs</em>, SIGMOD Record 2011). Begin with {@link
 * org.flashgrove.access.scan.TableScan}.
 */
@NullMarked
package org.flashgrove.access.scan;

import org.jspecify.annotations.NullMarked;

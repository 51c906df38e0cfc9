package org.flashgrove.spark.dataset;

import java.io.Serializable;
import java.util.Map;

/**
 * A table of a dataset: one file, which is never changed.
 *
 * @param file its path below the dataset's directory
 * @param bytes its length
 * @param head where the part begins that is read first: what opening needs, and inner nodes
 * @param records number of rows
 * @param located number of rows that have a geometry which is not empty
 * @param bounds those of all geometries, or null if there is none
 * @param columns ranges by the names of columns
 */
public record SealedTable(
    String file,
    long bytes,
    long head,
    long records,
    long located,
    Bounds bounds,
    Map<String, ColumnRange> columns)
    implements Serializable {}

package org.flashgrove.spark.dataset;

import java.io.Serializable;
import java.util.Map;

/**
 * Immutable table of a dataset, stored in one file.
 *
 * @param file path relative to the directory of the dataset
 * @param bytes length of the file
 * @param head offset of the head in the file. The head is the last part of the file. It contains
 *     everything that opening the table reads, and the inner nodes of the table's indexes
 * @param records number of rows
 * @param located number of rows with a non-empty geometry
 * @param bounds bounds of all geometries, or null if there are none
 * @param columns ranges of values, by column name
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

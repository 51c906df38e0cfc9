package org.flashgrove.spark.dataset;

import java.io.Serializable;

/**
 * Range of the values of one column in one table.
 *
 * @param nulls number of rows whose value is null
 * @param least smallest value as text; null if unknown or if all values are null
 * @param greatest largest value as text; null if unknown or if all values are null
 * @param isExact whether the range is known. If so, null for {@code least} means that all values
 *     are null
 */
public record ColumnRange(long nulls, String least, String greatest, boolean isExact)
    implements Serializable {}

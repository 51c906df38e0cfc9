package org.flashgrove.spark.dataset;

import java.io.Serializable;

/**
 * Range of the values of one column in one table.
 *
 * @param nulls number of rows without a value
 * @param least smallest value as text; null if unknown or if there are no values
 * @param greatest largest value as text; null if unknown or if there are no values
 * @param isExact whether the range is known; if so, null bounds mean that there are no values
 */
public record ColumnRange(long nulls, String least, String greatest, boolean isExact)
    implements Serializable {}

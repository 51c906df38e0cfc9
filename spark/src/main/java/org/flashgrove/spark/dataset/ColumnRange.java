package org.flashgrove.spark.dataset;

import java.io.Serializable;

/**
 * Range of one column's values in one table.
 *
 * @param nulls number of rows without a value
 * @param least the least value as text, or null if it is not known or there is none
 * @param greatest the greatest value as text, or null likewise
 * @param isExact whether least and greatest are known, if there are values at all
 */
public record ColumnRange(long nulls, String least, String greatest, boolean isExact)
    implements Serializable {}

package org.flashgrove.lab.experiment.matrix.layout;

import java.util.List;
import java.util.Map;

/**
 * A table of an experiment.
 *
 * @param name short name
 * @param title title of the table
 * @param where configurations to show
 * @param rows axes whose labels identify a row
 * @param against labels of the baseline on some axes. The baseline of a row has these labels, and
 *     the labels of the row on all other axes.
 * @param columns columns with measurements
 */
public record TableLayout(
    String name,
    String title,
    Selection where,
    List<String> rows,
    Map<String, String> against,
    List<Column> columns) {}

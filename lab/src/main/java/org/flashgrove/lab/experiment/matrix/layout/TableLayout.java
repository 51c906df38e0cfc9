package org.flashgrove.lab.experiment.matrix.layout;

import java.util.List;
import java.util.Map;

/**
 * A table of the document.
 *
 * @param name a word for it
 * @param title what it shows
 * @param where which configurations
 * @param rows the axes whose labels distinguish rows
 * @param against labels that lead from a row to the one it is compared with
 * @param columns the figures
 */
public record TableLayout(
    String name,
    String title,
    Selection where,
    List<String> rows,
    Map<String, String> against,
    List<Column> columns) {}

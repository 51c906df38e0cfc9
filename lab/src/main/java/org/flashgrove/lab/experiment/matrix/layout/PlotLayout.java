package org.flashgrove.lab.experiment.matrix.layout;

import java.util.List;

/**
 * A plot of an experiment.
 *
 * @param name name of the picture file without its extension
 * @param title title of the plot
 * @param lines true for lines, false for bars
 * @param logarithmic whether the y axis is logarithmic
 * @param where configurations to show
 * @param x axis of the matrix whose labels are on the x axis
 * @param series axes of the matrix whose labels distinguish the series
 * @param y the measurement to show; its title is the title of the y axis
 */
public record PlotLayout(
    String name,
    String title,
    boolean lines,
    boolean logarithmic,
    Selection where,
    String x,
    List<String> series,
    Column y) {}

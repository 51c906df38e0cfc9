package org.flashgrove.lab.experiment.matrix.layout;

import java.util.List;

/**
 * A plot of the document.
 *
 * @param name of its file
 * @param title above it
 * @param lines lines or bars
 * @param logarithmic whether the y axis is
 * @param where which configurations
 * @param x the axis whose labels are on the x axis
 * @param series the axes whose labels distinguish the series
 * @param y the figure; its title is that of the y axis
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

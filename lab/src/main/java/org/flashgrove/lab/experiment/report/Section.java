package org.flashgrove.lab.experiment.report;

import java.util.List;
import org.flashgrove.lab.experiment.Drawing;
import org.flashgrove.lab.experiment.FigureTable;

/**
 * A part of a report.
 *
 * @param title above it
 * @param lines sentences below the title
 * @param tables in their order
 * @param drawings in their order
 */
public record Section(
    String title, List<String> lines, List<FigureTable> tables, List<Drawing> drawings) {}

package org.flashgrove.lab.experiment.report;

import java.util.List;
import org.flashgrove.lab.experiment.Drawing;
import org.flashgrove.lab.experiment.FigureTable;

/**
 * A section of a report.
 *
 * @param title title of the section
 * @param lines sentences below the title
 * @param tables tables in their order
 * @param drawings diagrams in their order
 */
public record Section(
    String title, List<String> lines, List<FigureTable> tables, List<Drawing> drawings) {}

package org.flashgrove.lab.experiment.matrix;

import java.util.List;
import java.util.Map;
import org.flashgrove.lab.experiment.matrix.layout.PlotLayout;
import org.flashgrove.lab.experiment.matrix.layout.Reference;
import org.flashgrove.lab.experiment.matrix.layout.TableLayout;

/**
 * An experiment as its YAML document describes it.
 *
 * @param name name of the experiment
 * @param description description in one line
 * @param source publication that the experiment repeats, or empty
 * @param data data sets by name
 * @param matrix configurations of the stores
 * @param workload workload of each store
 * @param references results of publications
 * @param tables tables to show
 * @param plots plots to draw
 */
record ExperimentDocument(
    String name,
    String description,
    String source,
    Map<String, DataSource> data,
    Matrix matrix,
    WorkloadPlan workload,
    List<Reference> references,
    List<TableLayout> tables,
    List<PlotLayout> plots) {}

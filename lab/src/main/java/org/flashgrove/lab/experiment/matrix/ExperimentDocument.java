package org.flashgrove.lab.experiment.matrix;

import java.util.List;
import java.util.Map;
import org.flashgrove.lab.experiment.matrix.layout.PlotLayout;
import org.flashgrove.lab.experiment.matrix.layout.Reference;
import org.flashgrove.lab.experiment.matrix.layout.TableLayout;

/**
 * An experiment as its document describes it.
 *
 * @param name after its source
 * @param description what it measures, in a line
 * @param source where it is from; empty if it says nothing
 * @param data the data sets by name
 * @param matrix the stores
 * @param workload what is done to each
 * @param references figures of sources
 * @param tables what is shown of it
 * @param plots what is drawn of it
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

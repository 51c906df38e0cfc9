/**
 * Experiments described in YAML: data sets, a matrix of store configurations, a workload, tables
 * and plots. Begin with {@link org.flashgrove.lab.experiment.matrix.MatrixExperiment}.
 */
package org.flashgrove.lab.experiment.matrix;

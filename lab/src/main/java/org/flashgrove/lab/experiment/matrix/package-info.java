/** Experiments described in YAML: data sets, a matrix of stores, a workload, tables and plots. */
package org.flashgrove.lab.experiment.matrix;

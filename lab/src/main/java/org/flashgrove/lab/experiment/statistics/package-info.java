/** Means, intervals and comparisons of repeated executions. */
package org.flashgrove.lab.experiment.statistics;

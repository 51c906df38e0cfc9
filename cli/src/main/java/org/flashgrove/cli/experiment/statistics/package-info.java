/** Means, intervals and comparisons of repeated executions. */
package org.flashgrove.cli.experiment.statistics;

package org.flashgrove.lab.experiment.results;

import org.flashgrove.lab.experiment.Execution;

/**
 * An execution of a file.
 *
 * @param number its {@code pe_id}, by which its details are found
 * @param execution without its details
 */
public record StoredExecution(long number, Execution execution) {}

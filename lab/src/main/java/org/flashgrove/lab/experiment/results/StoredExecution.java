package org.flashgrove.lab.experiment.results;

import org.flashgrove.lab.experiment.Execution;

/**
 * An execution that was read from a results file.
 *
 * @param number number of the execution in the file ({@code pe_id}), which identifies its details
 * @param execution the execution without its details
 */
public record StoredExecution(long number, Execution execution) {}

package org.flashgrove.lab.experiment.results;

import org.flashgrove.lab.experiment.Execution;

/**
 * An execution that was read from a result file.
 *
 * @param number its {@code pe_id}, which identifies its details
 * @param execution the execution without its details
 */
public record StoredExecution(long number, Execution execution) {}

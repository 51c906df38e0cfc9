package org.flashgrove.lab.experiment.matrix.layout;

import java.util.Map;

/**
 * Published results for some configurations.
 *
 * @param where the configurations
 * @param figures measurements by phase and name
 */
public record Reference(Selection where, Map<String, Map<String, Double>> figures) {}

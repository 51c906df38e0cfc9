package org.flashgrove.lab.experiment.matrix.layout;

import java.util.Map;

/**
 * Figures that a source gives for some configurations.
 *
 * @param where which configurations
 * @param figures by phase and name
 */
public record Reference(Selection where, Map<String, Map<String, Double>> figures) {}

package org.flashgrove.lab.experiment.matrix;

import java.util.List;
import java.util.Map;

/**
 * Some points of the matrix: those whose labels are among these, on each axis that is named.
 *
 * @param labels allowed labels, by axis
 */
record Selection(Map<String, List<String>> labels) {
  boolean holds(Map<?, ?> point) {
    return labels.entrySet().stream()
        .allMatch(axis -> axis.getValue().contains(String.valueOf(point.get(axis.getKey()))));
  }
}

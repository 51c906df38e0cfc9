package org.flashgrove.lab.experiment.matrix.layout;

import java.util.List;
import java.util.Map;

/**
 * Some points of the matrix: those whose labels are among these, on each axis that is named.
 *
 * @param labels allowed labels, by axis
 */
public record Selection(Map<String, List<String>> labels) {
  public boolean holds(Map<?, ?> point) {
    return labels.entrySet().stream()
        .allMatch(axis -> axis.getValue().contains(String.valueOf(point.get(axis.getKey()))));
  }
}

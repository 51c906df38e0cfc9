package org.flashgrove.lab.experiment.matrix.layout;

import java.util.List;
import java.util.Map;

/**
 * Selects points of a matrix by their labels.
 *
 * @param labels allowed labels by axis; axes without an entry allow all labels
 */
public record Selection(Map<String, List<String>> labels) {
  public boolean holds(Map<?, ?> point) {
    return labels.entrySet().stream()
        .allMatch(axis -> axis.getValue().contains(String.valueOf(point.get(axis.getKey()))));
  }
}

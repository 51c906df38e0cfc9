package org.flashgrove.access.maintenance;

import java.util.List;

/**
 * Result of an upgrade.
 *
 * @param from format version the store had
 * @param to format version it has now
 * @param rebuilt names of the indices that were made anew
 */
public record FormatUpgrade(int from, int to, List<String> rebuilt) {
  /** Creates the result of an upgrade that made no index anew. */
  public FormatUpgrade(int from, int to) {
    this(from, to, List.of());
  }
}

package org.flashgrove.access.maintenance;

import java.util.List;

/**
 * Result of an upgrade of a store to a newer format.
 *
 * @param from format version before the upgrade
 * @param to format version after the upgrade
 * @param rebuilt names of the indices that were rebuilt
 */
public record FormatUpgrade(int from, int to, List<String> rebuilt) {
  /** Creates the result of an upgrade that rebuilt no index. */
  public FormatUpgrade(int from, int to) {
    this(from, to, List.of());
  }
}

package org.flashgrove.storage.salvage;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Collects messages about content that a salvage could not recover. Only the first thousand
 * messages are kept, but all are counted. A loss that affects several structures, such as a missing
 * log frame, counts once.
 */
public final class SalvageLosses {
  private static final int MOST = 1_000;

  private final Set<String> losses = new LinkedHashSet<>();
  private long count;

  /** Adds a loss. */
  public void add(String loss) {
    if (losses.size() < MOST) {
      count += losses.add(loss) ? 1 : 0;
    } else {
      count += losses.contains(loss) ? 0 : 1;
    }
  }

  public long count() {
    return count;
  }

  /** Returns the first thousand losses. */
  public List<String> list() {
    return List.copyOf(losses);
  }
}

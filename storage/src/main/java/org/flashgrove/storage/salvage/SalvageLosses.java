package org.flashgrove.storage.salvage;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Losses of a salvage in words: the first ones and their number. What several structures of a store
 * lack, such as a frame of the log, is one loss.
 */
public final class SalvageLosses {
  private static final int MOST = 1_000;

  private final Set<String> losses = new LinkedHashSet<>();
  private long count;

  /** Notes a loss. */
  public void add(String loss) {
    if (losses.size() < MOST) {
      count += losses.add(loss) ? 1 : 0;
    } else {
      count += losses.contains(loss) ? 0 : 1;
    }
  }

  /** Returns the number of losses. */
  public long count() {
    return count;
  }

  /** Returns the first thousand. */
  public List<String> list() {
    return List.copyOf(losses);
  }
}

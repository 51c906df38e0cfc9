package org.flashgrove.storage.node;

import java.util.ArrayList;
import java.util.List;

/** What could not be read, in words: the first losses, and how many there are. */
public final class SalvageLosses {
  private static final int MOST = 1_000;

  private final List<String> losses = new ArrayList<>();
  private long count;

  /** Notes a loss. */
  public void add(String loss) {
    if (count++ < MOST) {
      losses.add(loss);
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

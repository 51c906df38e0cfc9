package org.flashgrove.lab.experiment.scan;

import org.flashgrove.core.replacement.CachedPages;
import org.flashgrove.core.replacement.ReplacementPolicies;
import org.flashgrove.core.replacement.ReplacementPolicy;

/** Which pages are in a buffer cache of all users, by LRU. */
final class BufferCache implements CachedPages {
  private static final int USER_SHIFT = 40;

  private final ReplacementPolicy policy;

  /** An empty cache of some pages. */
  BufferCache(long pages) {
    policy = ReplacementPolicies.lru().make(Math.max(1, pages), 1, null, this);
  }

  /** Uses a page; whether it was there. It is afterwards. */
  boolean use(int user, long page) {
    long key = (long) user << USER_SHIFT | page;
    int position = policy.position(key);
    if (position != ReplacementPolicy.NONE) {
      policy.access(position, false);
      return true;
    }
    policy.admit(key, 0, 1, false);
    return false;
  }

  @Override
  public boolean mayEvict(int position) {
    return true;
  }

  @Override
  public void evict(int[] positions, int count) {
    // there is no content
  }
}

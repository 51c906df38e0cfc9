package org.flashgrove.lab.experiment.scan;

import java.util.HashMap;
import java.util.Map;
import org.flashgrove.core.replacement.CachedPages;
import org.flashgrove.core.replacement.ReplacementPolicies;
import org.flashgrove.core.replacement.ReplacementPolicy;

/**
 * Model of a page cache that all users share. Users are the concurrent clients of an experiment.
 * The replacement policy is ARC, as in the record cache of a table. If a user uses the same page
 * several times in succession, this counts as one use.
 */
final class BufferCache implements CachedPages {
  private static final int USER_SHIFT = 40;

  private final ReplacementPolicy policy;

  /** The page that each user has used last. */
  private final Map<Integer, Long> lastPages = new HashMap<>();

  /** Creates an empty cache with room for {@code pages} pages. */
  BufferCache(long pages) {
    policy = ReplacementPolicies.arc().make(Math.max(1, pages), 1, null, this);
  }

  /** Uses a page. Returns whether the page was in the cache before; adds it if not. */
  boolean use(int user, long page) {
    long key = (long) user << USER_SHIFT | page;
    int position = policy.position(key);
    Long before = lastPages.put(user, page);
    if (position != ReplacementPolicy.NONE) {
      if (before == null || before != page) {
        policy.access(position, false);
      }
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
    // The pages of the model have no content to discard.
  }
}

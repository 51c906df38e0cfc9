package org.flashgrove.rawflash.mutree.buffer;

import java.util.Arrays;
import org.flashgrove.core.replacement.CachedPages;
import org.flashgrove.core.replacement.ReplacementPolicies;
import org.flashgrove.core.replacement.ReplacementPolicy;
import org.flashgrove.rawflash.mutree.layout.PageLayout;

/**
 * Baselines for the buffers LRU-N and LRU-P. For a recorded {@link AccessTrace} they count the
 * misses of other caches with the same amount of memory.
 */
public final class Comparators {
  private static final int NEVER = Integer.MAX_VALUE;

  private Comparators() {}

  /**
   * Counts the misses of an LRU cache of single nodes. When a page is read, only the requested node
   * is cached; it takes the space that a node of its level has in a page. Such a cache does not use
   * the other nodes of the page, but wastes no memory on nodes that are not requested.
   *
   * @param budgetBytes maximum total size of the cached nodes in bytes
   * @return number of misses
   */
  public static long singleNodeLruMisses(AccessTrace trace, PageLayout layout, long budgetBytes) {
    CachedPages nobody =
        new CachedPages() {
          @Override
          public boolean mayEvict(int position) {
            return true;
          }

          @Override
          public void evict(int[] positions, int count) {}
        };
    ReplacementPolicy lru = ReplacementPolicies.lru().make(budgetBytes, 1, null, nobody);
    long misses = 0;
    for (int at = 0; at < trace.size(); at++) {
      int level = trace.level(at);
      long key = (long) trace.page(at) * (PageLayout.MAX_HEIGHT + 1) + level;
      int position = lru.position(key);
      if (position == ReplacementPolicy.NONE) {
        misses++;
        lru.admit(key, level, layout.offset(level - 1) - layout.offset(level), false);
      } else {
        lru.access(position, false);
      }
    }
    return misses;
  }

  /**
   * Returns the minimum number of misses that a buffer of complete pages can have. The optimal
   * policy evicts the page whose next use is latest (Belady, <em>A study of replacement algorithms
   * for a virtual-storage computer</em>, 1966, MIN). The number is no lower bound for LRU-N, whose
   * frames may contain nodes of several pages.
   *
   * @return number of misses
   */
  public static long optimalPageMisses(AccessTrace trace, int pageCount) {
    int[] nextUse = nextUses(trace);
    int[] resident = new int[pageCount];
    int[] neededAt = new int[pageCount];
    int used = 0;
    long misses = 0;
    for (int at = 0; at < trace.size(); at++) {
      int frame = 0;
      while (frame < used && resident[frame] != trace.page(at)) {
        frame++;
      }
      if (frame == used) {
        misses++;
        if (used < pageCount) {
          used++;
        } else {
          frame = latest(neededAt);
        }
        resident[frame] = trace.page(at);
      }
      neededAt[frame] = nextUse[at];
    }
    return misses;
  }

  /** Returns for each access the index of the next access to the same page, at any level. */
  private static int[] nextUses(AccessTrace trace) {
    int most = 0;
    for (int at = 0; at < trace.size(); at++) {
      most = Math.max(most, trace.page(at));
    }
    int[] coming = new int[most + 1];
    Arrays.fill(coming, NEVER);
    int[] nextUse = new int[trace.size()];
    for (int at = trace.size() - 1; at >= 0; at--) {
      nextUse[at] = coming[trace.page(at)];
      coming[trace.page(at)] = at;
    }
    return nextUse;
  }

  private static int latest(int[] neededAt) {
    int latest = 0;
    for (int frame = 1; frame < neededAt.length; frame++) {
      if (neededAt[frame] > neededAt[latest]) {
        latest = frame;
      }
    }
    return latest;
  }
}

package org.flashgrove.efind;

import java.util.Arrays;

/**
 * WQ: FIFO queue of the ids of recently written nodes. From the candidates of a flush, Algorithm 7
 * of Carniel's thesis (write control) selects the nodes whose ids continue a sequential or strided
 * pattern of these recent writes.
 */
final class WriteQueue {
  private final long[] ids;
  private final int unit;
  private final int seqDistance;
  private final int strideDistance;
  private final boolean festival;
  private final EfindCosts costs;
  private int next;
  private int size;
  private long[] near = new long[64];
  private long[] far = new long[64];

  WriteQueue(EfindConfig config, EfindCosts costs) {
    this.costs = costs;
    unit = config.flushing().unit();
    ids = new long[config.control().writeQueueUnits() * unit];
    seqDistance = config.control().seqDistance();
    strideDistance = config.control().strideDistance();
    festival = config.control().festival();
  }

  /** Records a written node; a full queue drops its oldest id. */
  void add(long nodeId) {
    ids[next] = nodeId;
    next = (next + 1) % ids.length;
    size = Math.min(size + 1, ids.length);
  }

  /** Returns the ids, oldest first. */
  long[] toArray() {
    long[] all = new long[size];
    int start = size < ids.length ? 0 : next;
    for (int i = 0; i < size; i++) {
      all[i] = ids[(start + i) % ids.length];
    }
    return all;
  }

  /**
   * Runs Algorithm 7 of Carniel's thesis. It selects the first of the following groups that fills a
   * flushing unit: the candidates whose ids are almost adjacent to an id in the queue, the
   * candidates whose ids are distant from the ids in the queue, or both groups together. If none of
   * the groups fills a unit, it selects all candidates.
   *
   * @param candidates node ids; the selected ids are moved to the front
   * @return number of selected candidates
   */
  int select(long[] candidates, int count) {
    if (size == 0) {
      return count;
    }
    if (near.length < count) {
      near = new long[count * 2];
      far = new long[count * 2];
    }
    costs.comparedIdentifiers += (long) count * size;
    int nears = 0;
    int fars = 0;
    for (int i = 0; i < count; i++) {
      long candidate = candidates[i];
      long closest = Long.MAX_VALUE;
      long farthest = -1;
      for (int q = 0; q < size; q++) {
        long distance = Math.abs(ids[q] - candidate);
        if (distance > 0) {
          closest = Math.min(closest, distance);
          farthest = Math.max(farthest, distance);
        }
      }
      if (farthest < 0) {
        continue; // nothing in the queue but the candidate itself
      }
      if (closest <= seqDistance) {
        near[nears++] = candidate;
      } else if (festival ? farthest >= strideDistance : closest > strideDistance) {
        far[fars++] = candidate;
      }
    }
    return keep(candidates, count, nears, fars);
  }

  private int keep(long[] candidates, int count, int nears, int fars) {
    if (nears >= unit && (!festival || nears > fars)) {
      costs.sequentialPicks++;
      System.arraycopy(near, 0, candidates, 0, nears);
      return nears;
    }
    if (fars >= unit) {
      costs.stridePicks++;
      System.arraycopy(far, 0, candidates, 0, fars);
      return fars;
    }
    if (nears + fars >= unit) {
      costs.mixedPicks++;
      System.arraycopy(near, 0, candidates, 0, nears);
      System.arraycopy(far, 0, candidates, nears, fars);
      return nears + fars;
    }
    costs.filledPicks++;
    return count;
  }

  @Override
  public String toString() {
    return Arrays.toString(toArray());
  }
}

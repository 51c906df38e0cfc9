package org.flashgrove.access.query;

import org.flashgrove.access.structure.EntrySnapshot;
import org.flashgrove.core.index.PairVisitor;

/** Both sides of a join for several threads, each side at one commit. */
interface JoinSides extends AutoCloseable {
  /** Returns for how many threads, the one that hands out entries with them, or 1. */
  int count();

  EntrySnapshot left(int thread);

  EntrySnapshot right(int thread);

  /** Returns what lets those candidates pass to a visitor that are pairs indeed. */
  PairVisitor refined(int thread, PairVisitor visitor);

  /** Visits what is nearest to an entry of the left side, nearest first. */
  void nearest(
      int thread,
      long id,
      double minX,
      double minY,
      double maxX,
      double maxY,
      long limit,
      NeighbourPairVisitor visitor);

  @Override
  void close();
}

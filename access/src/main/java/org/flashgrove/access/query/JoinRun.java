package org.flashgrove.access.query;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.access.structure.EntrySnapshot;
import org.flashgrove.access.structure.TreeJoin;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.index.PairVisitor;
import org.flashgrove.core.index.VisitResult;
import org.flashgrove.indexes.query.PartJoin;
import org.flashgrove.indexes.query.SpatialJoin;
import org.jspecify.annotations.Nullable;

/** Divides the work of a join among threads. */
final class JoinRun {
  /** Entries of both sides that a part is about, when trees are joined. */
  private static final int ENTRIES_OF_A_PART = 4096;

  private static final int LEAST_PARTS_A_THREAD = 16;
  private static final int MOST_PARTS = 1 << 17;

  /** Entries of one side in a part that the other side is asked for once. */
  private static final int ENTRIES_OF_A_BLOCK = 1000;

  /** Entries in a part that is asked for one by one. */
  private static final int ENTRIES_ONE_BY_ONE = 128;

  private final JoinSides sides;
  private final int threads;
  private final boolean keeps;

  private JoinRun(JoinSides sides, boolean keeps) {
    this.sides = sides;
    this.keeps = keeps;
    threads = Math.max(1, sides.count() - 1);
  }

  /** Returns how many snapshots some threads need: one more for the entries that are handed out. */
  static int snapshots(int threads) {
    return threads == 1 ? 1 : threads + 1;
  }

  /**
   * Starts a join by rectangles and what decides about them. The cursor closes the sides.
   *
   * @param keeps whether pairs are kept, rather than counted
   */
  static JoinCursor pairs(JoinSides sides, RectangleTest test, boolean keeps) {
    try {
      JoinRun run = new JoinRun(sides, keeps);
      List<TreeJoin> joins = new ArrayList<>();
      for (int i = 0; i < run.threads; i++) {
        joins.add(sides.left(i).treeJoin(sides.right(i), test));
      }
      return joins.get(0) == null ? run.byBlocks(test) : run.byNodes(joins);
    } catch (RuntimeException | Error e) {
      sides.close();
      throw e;
    }
  }

  /** Starts a join of each entry of the left side with those that are nearest to it. */
  static JoinCursor nearest(JoinSides sides, long limit, boolean keeps) {
    try {
      if (limit < 0) {
        throw new IllegalArgumentException("limit = " + limit + " (allowed: 0 or more)");
      }
      JoinRun run = new JoinRun(sides, keeps);
      EntryBlock.Source blocks = run.blocks(ENTRIES_ONE_BY_ONE);
      return run.cursor(
          new ParallelParts<>(
              run.threads,
              blocks,
              (thread, block) -> {
                FoundPairs found = new FoundPairs(keeps, true);
                block.visit(
                    (id, minX, minY, maxX, maxY, distance) -> {
                      sides.nearest(thread, id, minX, minY, maxX, maxY, limit, found::add);
                      return VisitResult.CONTINUE;
                    });
                return found;
              }),
          blocks);
    } catch (RuntimeException | Error e) {
      sides.close();
      throw e;
    }
  }

  private EntryBlock.Source blocks(int entries) {
    return new EntryBlock.Source(sides.left(sides.count() - 1), entries);
  }

  private JoinCursor cursor(
      ParallelParts<?, FoundPairs> parts, EntryBlock.@Nullable Source blocks) {
    return new JoinCursor(
        parts,
        () -> {
          if (blocks != null) {
            blocks.close();
          }
          sides.close();
        });
  }

  /** Trees: pairs of nodes, some at a time. */
  private JoinCursor byNodes(List<TreeJoin> joins) {
    long entries = sides.left(0).size() + sides.right(0).size();
    int least =
        (int)
            Math.min(
                MOST_PARTS,
                Math.max((long) LEAST_PARTS_A_THREAD * threads, entries / ENTRIES_OF_A_PART));
    SpatialJoin.NodePairs pairs = joins.get(0).split(least);
    int step = Math.max(1, pairs.count() / least);
    int[] next = {0};
    return cursor(
        new ParallelParts<>(
            threads,
            () -> {
              int from = next[0];
              next[0] = Math.min(pairs.count(), from + step);
              return from == pairs.count() ? null : from;
            },
            (thread, from) -> {
              FoundPairs found = new FoundPairs(keeps, false);
              int to = Math.min(pairs.count(), from + step);
              PairVisitor adds = (left, right) -> found.add(left, right, 0);
              joins.get(thread).visit(pairs, from, to, sides.refined(thread, adds));
              return found;
            }),
        null);
  }

  /** Others: entries of the left side, for which the right side is asked together. */
  private JoinCursor byBlocks(RectangleTest test) {
    List<EntrySnapshot> right = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      right.add(sides.right(i));
    }
    EntryBlock.Source blocks = blocks(ENTRIES_OF_A_BLOCK);
    return cursor(
        new ParallelParts<>(
            threads,
            blocks,
            (thread, block) -> {
              FoundPairs found = new FoundPairs(keeps, false);
              PairVisitor adds = (leftId, rightId) -> found.add(leftId, rightId, 0);
              PartJoin join =
                  new PartJoin(right.get(thread), test, true, sides.refined(thread, adds));
              block.visit(
                  (id, minX, minY, maxX, maxY, distance) -> {
                    join.visit(id, minX, minY, maxX, maxY);
                    return VisitResult.CONTINUE;
                  });
              join.endPart();
              return found;
            }),
        blocks);
  }
}

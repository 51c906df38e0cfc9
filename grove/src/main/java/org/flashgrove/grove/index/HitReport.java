package org.flashgrove.grove.index;

import org.flashgrove.core.index.StoppingEntryVisitor;
import org.flashgrove.core.index.StoppingIdVisitor;

/** What a search does with what it finds. */
public interface HitReport {
  /** Counts only. */
  HitReport COUNT = of(null, null);

  /** Returns whether exact rectangles are needed. */
  boolean wantsRectangles();

  /** Returns whether hits are counted only. */
  boolean countsOnly();

  /**
   * Returns whether only entries of {@link #id} are needed, so that a search may skip all others.
   */
  default boolean isOfOneId() {
    return false;
  }

  /** Returns the id of the entries that are needed. */
  default long id() {
    return 0;
  }

  /**
   * Reports the hits found since the last call, unless it counts only; none is reported if they are
   * refused ({@link Hits#isRefused}).
   *
   * @return number of hits reported
   */
  int report(Hits hits);

  /** Reports ids and exact rectangles. */
  static HitReport of(StoppingEntryVisitor visitor) {
    return of(visitor, null);
  }

  /** Reports ids only. */
  static HitReport of(StoppingIdVisitor visitor) {
    return of(null, visitor);
  }

  /** Reports the entries of an id. A search may report further entries. */
  static HitReport ofOneId(long id, StoppingEntryVisitor visitor) {
    return new HitReport() {
      @Override
      public boolean wantsRectangles() {
        return true;
      }

      @Override
      public boolean countsOnly() {
        return false;
      }

      @Override
      public boolean isOfOneId() {
        return true;
      }

      @Override
      public long id() {
        return id;
      }

      @Override
      public int report(Hits hits) {
        return hits.report(visitor);
      }
    };
  }

  private static HitReport of(StoppingEntryVisitor entries, StoppingIdVisitor ids) {
    return new HitReport() {
      @Override
      public boolean wantsRectangles() {
        return entries != null;
      }

      @Override
      public boolean countsOnly() {
        return entries == null && ids == null;
      }

      @Override
      public int report(Hits hits) {
        return entries != null ? hits.report(entries) : hits.report(ids);
      }
    };
  }
}

package org.flashgrove.access.join;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.flashgrove.core.geometry.Metric;
import org.jspecify.annotations.Nullable;

/**
 * Both sides of a running join, each at one commit. Each thread has its own snapshots of both
 * sides. One more pair of snapshots belongs to the source that splits the work into units.
 */
final class JoinSides implements AutoCloseable {
  private final List<JoinSource.Opened> opened;
  private @Nullable TemporaryIndex temporary;
  private final List<JoinSide> lefts = new ArrayList<>();
  private final List<JoinSide> rights = new ArrayList<>();
  private final int count;

  JoinSides(JoinQuery.Parts parts, JoinMeter meter) {
    int threads = parts.threads();
    opened = new ArrayList<>(parts.left().openWith(parts.right(), threads == 1 ? 1 : threads + 1));
    try {
      count = Math.min(opened.get(0).count(), opened.get(1).count());
      long @Nullable [] left = parts.left().admitted(opened.get(0), parts.watch());
      long @Nullable [] right = parts.right().admitted(opened.get(1), parts.watch());
      boolean areShapes = !parts.isByNearness() && parts.test().comparesShapes();
      Metric metric = parts.left().metricWith(parts.right());
      for (int i = 0; i < count; i++) {
        lefts.add(opened.get(0).side(i, meter.leftRecords(), left, areShapes, metric));
        rights.add(opened.get(1).side(i, meter.rightRecords(), right, areShapes, metric));
      }
    } catch (RuntimeException | Error e) {
      closeAfter(this::close, e);
      throw e;
    }
  }

  int threads() {
    return Math.max(1, count - 1);
  }

  JoinSide left(int thread) {
    return lefts.get(thread);
  }

  JoinSide right(int thread) {
    return rights.get(thread);
  }

  /** Returns the left or the right side at the snapshot of a thread. */
  JoinSide side(int thread, boolean isLeft) {
    return isLeft ? left(thread) : right(thread);
  }

  /**
   * Returns the left or the right side at the snapshot that belongs to the source of work units.
   */
  JoinSide handedOut(boolean isLeft) {
    return side(count - 1, isLeft);
  }

  /**
   * Builds a temporary index of a side that has no index.
   *
   * @param parent directory for its files, which are deleted when this object is closed
   */
  void index(boolean isLeft, JoinMeter meter, Path parent) {
    TemporaryIndex index = TemporaryIndex.of(handedOut(isLeft), meter, parent);
    temporary = index;
    JoinSource.Opened snapshots = JoinSource.of(index.entries()).open(count);
    opened.add(snapshots);
    List<JoinSide> sides = isLeft ? lefts : rights;
    for (int i = 0; i < count; i++) {
      sides.set(i, sides.get(i).withEntries(snapshots.entries(i)));
    }
  }

  /** Closes something after a failure, and adds a further failure to the first one. */
  static void closeAfter(Runnable closing, Throwable cause) {
    try {
      closing.run();
    } catch (RuntimeException | Error e) {
      cause.addSuppressed(e);
    }
  }

  /** Closes some things in their order. Also closes the others if one fails. */
  static void closeAll(List<Runnable> closings) {
    for (int i = 0; i < closings.size(); i++) {
      try {
        closings.get(i).run();
      } catch (RuntimeException | Error e) {
        closings.subList(i + 1, closings.size()).forEach(each -> closeAfter(each, e));
        throw e;
      }
    }
  }

  @Override
  public void close() {
    List<Runnable> closings = new ArrayList<>();
    opened.forEach(each -> closings.add(each::close));
    TemporaryIndex index = temporary;
    if (index != null) {
      closings.add(index::close);
      temporary = null;
    }
    closeAll(closings);
  }
}

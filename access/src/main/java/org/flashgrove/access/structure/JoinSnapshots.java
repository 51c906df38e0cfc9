package org.flashgrove.access.structure;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.access.kind.Lifecycle;
import org.flashgrove.access.kind.Structure;
import org.flashgrove.storage.log.StoreSnapshot;

/**
 * The entries of two structures for several threads: each side at one commit for all of them, both
 * at the same one if they are of one store. One more is for the thread that hands out work; the
 * caller closes them.
 */
public final class JoinSnapshots implements AutoCloseable {
  private final EntryStructure left;
  private final EntryStructure right;
  private final List<StoreSnapshot> leftSnapshots;
  private final List<StoreSnapshot> rightSnapshots;

  private JoinSnapshots(
      EntryStructure left,
      EntryStructure right,
      List<StoreSnapshot> leftSnapshots,
      List<StoreSnapshot> rightSnapshots) {
    this.left = left;
    this.right = right;
    this.leftSnapshots = leftSnapshots;
    this.rightSnapshots = rightSnapshots;
  }

  /**
   * Returns snapshots of two structures, or of one as both sides.
   *
   * @param number how many are wanted, at least 1; where others commit faster than snapshots are
   *     taken there is one
   */
  public static JoinSnapshots of(EntryStructure left, EntryStructure right, int number) {
    Structure one = (Structure) left;
    Structure two = (Structure) right;
    List<StoreSnapshot> ofLeft = Lifecycle.snapshotsWith(one, two, number);
    try {
      List<StoreSnapshot> ofRight =
          Lifecycle.isOfStoreOf(one, two)
              ? ofLeft
              : Lifecycle.snapshotsWith(two, two, ofLeft.size());
      return new JoinSnapshots(left, right, ofLeft, ofRight);
    } catch (RuntimeException | Error e) {
      ofLeft.forEach(StoreSnapshot::close);
      throw e;
    }
  }

  /** Returns how many there are. */
  public int count() {
    return Math.min(leftSnapshots.size(), rightSnapshots.size());
  }

  /** Returns the entries of the left side for one thread. */
  public EntrySnapshot left(int thread) {
    return left.at(leftSnapshots.get(thread), false, pages -> {});
  }

  /** Returns the entries of the right side for one thread. */
  public EntrySnapshot right(int thread) {
    return right.at(rightSnapshots.get(thread), false, pages -> {});
  }

  @Override
  public void close() {
    List<StoreSnapshot> all = new ArrayList<>(leftSnapshots);
    if (rightSnapshots != leftSnapshots) {
      all.addAll(rightSnapshots);
    }
    all.forEach(StoreSnapshot::close);
  }
}

package org.flashgrove.access.join;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.flashgrove.core.order.RadixSort;
import org.flashgrove.core.pair.Operand;
import org.flashgrove.core.shape.HeapBounds;
import org.flashgrove.indexes.query.EntryBlock;
import org.flashgrove.indexes.query.NearTree;
import org.jspecify.annotations.Nullable;

/**
 * Decoded objects of the entries in a {@link NearTree}. An object stays decoded after its first
 * use, as long as all decoded objects together need less than an eighth of the heap. When a record
 * is read, the other records of the same leaf are read at the same time, because they are often on
 * the same pages. Safe for use by several threads. Two threads that need the same object may both
 * read it.
 */
final class KeptOperands {
  private final NearTree tree;
  private final AtomicReferenceArray<Operand> operands;
  private final AtomicLong left = new AtomicLong();

  /** Creates a tree of the entries of a side that take part in the join. No object is decoded. */
  KeptOperands(JoinSide side, JoinMeter meter) {
    tree = EntryBlock.all(side.joined(meter)).alongCurve().tree();
    operands = new AtomicReferenceArray<>(tree.count());
    left.set(JoinChoice.keptBytes() - JoinChoice.TREE_BYTES * (long) tree.count());
  }

  NearTree tree() {
    return tree;
  }

  /**
   * Returns the object of an entry.
   *
   * @param records reads the geometry; null if the rectangle is the object
   */
  Operand of(int entry, @Nullable RecordFetch records) {
    Operand known = operands.get(entry);
    if (known != null) {
      return known;
    }
    double minX = tree.minX(entry);
    double minY = tree.minY(entry);
    double maxX = tree.maxX(entry);
    double maxY = tree.maxY(entry);
    if (records != null && !Operand.isPoint(minX, minY, maxX, maxY)) {
      return left.get() > 0 ? readLeaf(entry, records) : readOne(entry, records);
    }
    Operand made = Operand.ofRectangle(minX, minY, maxX, maxY);
    keep(entry, made, 0);
    return made;
  }

  private void keep(int entry, Operand operand, int wkbBytes) {
    long bytes = HeapBounds.ofDistances(wkbBytes);
    if (left.addAndGet(-bytes) > 0) {
      operands.set(entry, operand);
    } else {
      left.addAndGet(bytes);
    }
  }

  private Operand readOne(int entry, RecordFetch records) {
    Operand[] found = new Operand[1];
    records.read(new long[] {tree.id(entry)}, 0, 1, (at, object, wkbBytes) -> found[0] = object);
    return found[0];
  }

  private Operand readLeaf(int entry, RecordFetch records) {
    int first = entry / NearTree.FANOUT * NearTree.FANOUT;
    int end = Math.min(first + NearTree.FANOUT, tree.count());
    long[] rids = new long[end - first];
    int count = 0;
    for (int i = first; i < end; i++) {
      boolean isPoint = Operand.isPoint(tree.minX(i), tree.minY(i), tree.maxX(i), tree.maxY(i));
      if (!isPoint && operands.get(i) == null) {
        rids[count++] = tree.id(i);
      }
    }
    long[] sorted = Arrays.copyOf(rids, count);
    RadixSort.sort(sorted, count);
    Operand[] found = new Operand[1];
    records.read(
        sorted,
        0,
        count,
        (at, made, wkbBytes) -> {
          for (int i = first; i < end; i++) {
            if (tree.id(i) == sorted[at]) {
              keep(i, made, wkbBytes);
              found[0] = i == entry ? made : found[0];
            }
          }
        });
    Operand own = found[0];
    return own == null ? readOne(entry, records) : own;
  }
}

package org.flashgrove.literature.buffer.arftl;

import org.flashgrove.core.node.NodeView;

/** Mutable count, sum, minimum and maximum of a set of values. */
final class Sums {
  long count;
  double sum;
  double min = Double.POSITIVE_INFINITY;
  double max = Double.NEGATIVE_INFINITY;

  void clear() {
    count = 0;
    sum = 0;
    clearExtremes();
  }

  void clearExtremes() {
    min = Double.POSITIVE_INFINITY;
    max = Double.NEGATIVE_INFINITY;
  }

  void add(double value) {
    count++;
    sum += value;
    extend(value, value);
  }

  void add(Sums other) {
    count += other.count;
    sum += other.sum;
    extend(other.min, other.max);
  }

  void extend(double least, double greatest) {
    min = Math.min(min, least);
    max = Math.max(max, greatest);
  }

  /**
   * Subtracts {@code lessCount} values with the given sum, minimum and maximum. Returns true if the
   * minimum or maximum of the remaining values may have changed, so that it must be recomputed.
   */
  boolean subtract(long lessCount, double lessSum, double least, double greatest) {
    count -= lessCount;
    sum = count == 0 ? 0 : sum - lessSum;
    return lessCount > 0 && (least <= min || greatest >= max);
  }

  void copy(Sums other) {
    count = other.count;
    sum = other.sum;
    min = other.min;
    max = other.max;
  }

  /** Encodes these values as an entry of five words: child, count, sum, minimum, maximum. */
  void put(long child, long[] entry) {
    entry[0] = child;
    entry[1] = count;
    entry[2] = Double.doubleToRawLongBits(sum);
    entry[3] = Double.doubleToRawLongBits(min);
    entry[4] = Double.doubleToRawLongBits(max);
  }

  /** Reads the values from the entry in a slot of a node with aggregates. */
  void take(NodeView aggregates, int slot) {
    count = aggregates.word(1, slot);
    sum = aggregates.real(2, slot);
    min = aggregates.real(3, slot);
    max = aggregates.real(4, slot);
  }

  Aggregate value() {
    return new Aggregate(count, sum, min, max);
  }
}

package org.flashgrove.access.plan;

import java.util.function.LongConsumer;
import org.flashgrove.access.filter.KeyRanges;
import org.flashgrove.access.filter.WordRanges;
import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.access.scan.TableScan;
import org.flashgrove.access.table.AttributeIndex;
import org.flashgrove.access.table.PairIndex;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.indexes.statistics.IndexEstimate;
import org.flashgrove.indexes.statistics.KeyHistogram;
import org.flashgrove.indexes.tree.PairLeaves;
import org.jspecify.annotations.Nullable;

/**
 * Key ranges of a B+-tree that a query needs. Keys are either eight-byte words that sort like the
 * attribute values, or the complete values.
 */
interface PairRanges {
  int count();

  boolean isOfPoints();

  /**
   * Opens a range.
   *
   * @param pages counter of page reads; {@code pages.accept(n)} reports n more reads
   */
  PairLeaves open(int range, LongConsumer pages);

  /**
   * Returns the estimated number of leaves of a range.
   *
   * @param ofLeaf average number of pairs in a leaf
   * @param most number of leaves at which counting may stop
   * @param pages counter of page reads; {@code pages.accept(n)} reports n more reads
   */
  double leaves(int range, double ofLeaf, long most, LongConsumer pages);

  /**
   * Estimates the number of pairs in all ranges and the number of pages to read for them. Returns
   * null if the index has no histogram.
   */
  @Nullable IndexEstimate estimate();

  /** Returns the ranges of an attribute index, or null if the query does not restrict its keys. */
  static @Nullable PairRanges of(AttributeIndex index, TableSnapshot at, ScanQuery query) {
    if (index.hasWords()) {
      @Nullable WordRanges words = TableScan.words(index, query);
      return words == null || words.areNearlyAll() ? null : of(index, at, words);
    }
    @Nullable KeyRanges keys = TableScan.keys(index, query);
    return keys == null || keys == KeyRanges.ALL ? null : new OfValues(index, at, keys);
  }

  /**
   * Returns the ranges of an index whose keys are eight-byte words that sort like the attribute
   * values.
   */
  static PairRanges of(PairIndex index, TableSnapshot at, WordRanges words) {
    return new OfWords(index, at, words);
  }

  record OfWords(PairIndex index, TableSnapshot at, WordRanges words) implements PairRanges {
    @Override
    public int count() {
      return words.count();
    }

    @Override
    public boolean isOfPoints() {
      return words.isOfPoints();
    }

    @Override
    public PairLeaves open(int range, LongConsumer pages) {
      return index.cursor(at, words.from(range), words.to(range), true, pages);
    }

    @Override
    public double leaves(int range, double ofLeaf, long most, LongConsumer pages) {
      return index.leaves(at, words.from(range), words.to(range), most, pages);
    }

    @Override
    public @Nullable IndexEstimate estimate() {
      KeyHistogram keys = index.statistics().histogram(index.size(at));
      if (keys == null) {
        return null;
      }
      IndexEstimate sum = new IndexEstimate(0, 0);
      for (int range = 0; range < words.count(); range++) {
        sum = sum.plus(keys.estimate(words.from(range), words.to(range)));
      }
      return sum;
    }
  }

  record OfValues(AttributeIndex index, TableSnapshot at, KeyRanges keys) implements PairRanges {
    @Override
    public int count() {
      return keys.ranges().size();
    }

    @Override
    public boolean isOfPoints() {
      return keys.isOfPoints();
    }

    @Override
    public PairLeaves open(int range, LongConsumer pages) {
      return index.cursor(at, keys.ranges().get(range), true, pages);
    }

    @Override
    public double leaves(int range, double ofLeaf, long most, LongConsumer pages) {
      return Math.max(1, index.estimate(at, keys.ranges().get(range), pages) / ofLeaf);
    }

    @Override
    public @Nullable IndexEstimate estimate() {
      return null;
    }
  }
}

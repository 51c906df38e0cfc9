package org.flashgrove.access.scan;

import java.util.function.LongConsumer;
import org.flashgrove.access.filter.WordRanges;
import org.flashgrove.access.table.PairIndex;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.indexes.bplus.LeafCursor;
import org.jspecify.annotations.Nullable;

/**
 * RIDs of the pairs in ranges of an index, read leaf by leaf in ascending or descending order of
 * keys. The keys are words: eight bytes that sort like the attribute values. RIDs with equal words
 * are ascending in both orders.
 *
 * <p>The index stores pairs of a word and a RID, sorted by word and then by RID. A descending scan
 * therefore meets the RIDs of a word in descending order. If all RIDs of the word are in one leaf,
 * the scan reverses them. Otherwise it reads the leaves with this word once more, in ascending
 * order.
 */
final class PairRids implements RidSource {
  private final PairIndex index;
  private final TableSnapshot snapshot;
  private final WordRanges words;
  private final boolean isDescending;
  private final LongConsumer pages;
  private @Nullable LeafCursor cursor;
  private int range;
  private int at;

  /**
   * Start of a range of positions in a descending leaf. The pairs in this range have the same word
   * and are returned from the end of the range.
   */
  private int groupStart;

  private int groupEnd;

  /**
   * Ascending cursor over the RIDs of a word that is in several leaves, or null. After the last of
   * these RIDs, the scan continues with smaller words.
   */
  private @Nullable LeafCursor upward;

  private int upwardAt;
  private long below;
  private boolean endsRange;

  /**
   * Creates a source of RIDs.
   *
   * @param pages counter of page reads; {@code pages.accept(n)} reports n more reads
   */
  PairRids(
      PairIndex index,
      TableSnapshot snapshot,
      WordRanges words,
      boolean isDescending,
      LongConsumer pages) {
    this.isDescending = isDescending;
    this.index = index;
    this.snapshot = snapshot;
    this.words = words;
    this.pages = pages;
  }

  @Override
  public long next() {
    return isDescending ? nextDescending() : nextAscending();
  }

  private long nextAscending() {
    while (cursor == null || at == cursor.count()) {
      at = 0;
      if (cursor == null || !cursor.nextLeaf()) {
        if (range == words.count()) {
          cursor = null;
          return END;
        }
        cursor = index.cursor(snapshot, words.from(range), words.to(range), pages);
        range++;
      }
    }
    return cursor.value(at++);
  }

  private long nextDescending() {
    while (true) {
      LeafCursor ofWord = upward;
      if (ofWord != null) {
        if (upwardAt < ofWord.count() || nextLeafUpward(ofWord)) {
          return ofWord.value(upwardAt++);
        }
        goOnBelow();
      } else if (cursor != null && groupEnd > groupStart) {
        return cursor.value(--groupEnd);
      } else if (!nextGroup()) {
        return END;
      }
    }
  }

  private boolean nextLeafUpward(LeafCursor ofWord) {
    upwardAt = 0;
    return ofWord.nextLeaf();
  }

  /** Finds the pairs of the next lower word. Returns false if there are none. */
  private boolean nextGroup() {
    while (cursor == null || at == cursor.count()) {
      at = 0;
      if (cursor == null || !cursor.nextLeaf()) {
        if (range == words.count()) {
          cursor = null;
          return false;
        }
        range++;
        cursor = downward(words.to(words.count() - range));
      }
    }
    long word = cursor.key(at);
    groupStart = at;
    while (at < cursor.count() && cursor.key(at) == word) {
      at++;
    }
    groupEnd = at;
    if (at == cursor.count()) { // the next leaf may have more RIDs of the word
      groupEnd = groupStart;
      upward = index.cursor(snapshot, word, word, pages);
      upwardAt = 0;
      endsRange = word == words.from(words.count() - range);
      below = word - 1;
    }
    return true;
  }

  private LeafCursor downward(long toWord) {
    return index.cursor(snapshot, words.from(words.count() - range), toWord, false, pages);
  }

  private void goOnBelow() {
    upward = null;
    at = 0;
    cursor = endsRange ? null : downward(below);
  }

  @Override
  public void close() {
    // The snapshot closes the reader of the index.
  }
}

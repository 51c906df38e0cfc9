package org.flashgrove.unitspace;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Changes of pages that wait in memory. Written pages wait in the batch of their class. Emptied
 * pages wait until a summary records that they are empty.
 */
final class WaitingPages {
  private static final int EMPTIED = -1;

  private final Batch[] batches;

  /**
   * State of each page: 0 if it does not wait. If it waits to be written, 1 plus a number that
   * encodes its class and its slot in the batch of this class. -1 if it waits to be emptied.
   */
  private final int[] states;

  private final BitSet emptied = new BitSet();
  private int emptiedRanges;

  /**
   * Creates batches without pages.
   *
   * @param pages number of pages of the space
   * @param classes number of classes of pages
   * @param most maximum number of pages in a batch
   */
  WaitingPages(int pages, int classes, int most, int pageBytes) {
    states = new int[pages];
    batches = new Batch[classes];
    Arrays.setAll(batches, i -> new Batch(most, pageBytes));
  }

  Batch batch(int deathClass) {
    return batches[deathClass];
  }

  /** Returns the number of pages that wait to be written. */
  int count() {
    return Batch.pages(batches);
  }

  /** Returns the class with the most waiting pages. */
  int fullest() {
    return Batch.fullest(batches);
  }

  /** Returns whether a page waits, to be written or to be emptied. */
  boolean contains(int page) {
    return states[page] != 0;
  }

  boolean isWritten(int page) {
    return states[page] > 0;
  }

  boolean isEmptied(int page) {
    return states[page] == EMPTIED;
  }

  /** Returns the number of pages that wait to be emptied. */
  int emptiedCount() {
    return emptied.cardinality();
  }

  boolean hasEmptied() {
    return !emptied.isEmpty();
  }

  /** Returns the number of ranges of neighbouring pages that wait to be emptied. */
  int emptiedRanges() {
    return emptiedRanges;
  }

  private void setEmptied(int page, boolean isEmptied) {
    if (emptied.get(page) != isEmptied) {
      int before = page > 0 && emptied.get(page - 1) ? 1 : 0;
      int after = emptied.get(page + 1) ? 1 : 0;
      emptiedRanges += (isEmptied ? 1 : -1) * (1 - before - after);
      emptied.set(page, isEmptied);
    }
  }

  /** Returns the class of a page that waits to be written. */
  int classOf(int page) {
    return (states[page] - 1) % batches.length;
  }

  /** Returns the slot of a page that waits to be written. */
  int slotOf(int page) {
    return (states[page] - 1) / batches.length;
  }

  /** Adds a page that does not wait to a batch with room, and returns its slot. */
  int add(int deathClass, int page, int tag) {
    setEmptied(page, false);
    int slot = batches[deathClass].add(page, tag);
    states[page] = stateOf(deathClass, slot);
    return slot;
  }

  private int stateOf(int deathClass, int slot) {
    return 1 + slot * batches.length + deathClass;
  }

  /** Removes a page that waits to be written from its batch. */
  void drop(int page) {
    batches[classOf(page)].drop(slotOf(page));
    states[page] = 0;
  }

  /**
   * Empties a page.
   *
   * @param hasContent whether the page has content in a unit
   */
  void empty(int page, boolean hasContent) {
    if (isWritten(page)) {
      drop(page);
    }
    states[page] = hasContent ? EMPTIED : 0;
    setEmptied(page, hasContent);
  }

  /** Removes the gaps that dropped pages have left in a batch. Returns the batch. */
  Batch closeGaps(int deathClass) {
    batches[deathClass].closeGaps();
    number(deathClass, batches[deathClass].count());
    return batches[deathClass];
  }

  /** Moves a page to the first slot of a batch. */
  void moveToFront(int deathClass, int slot) {
    batches[deathClass].moveToFront(slot);
    number(deathClass, slot + 1);
  }

  /** Removes the first {@code count} pages of a batch, which were written. */
  void removeFirst(int deathClass, int count) {
    batches[deathClass].removeFirst(count);
    number(deathClass, batches[deathClass].count());
  }

  /** Records the slots of the first {@code count} pages of a batch. */
  private void number(int deathClass, int count) {
    Batch batch = batches[deathClass];
    for (int slot = 0; slot < count; slot++) {
      states[batch.page(slot)] = stateOf(deathClass, slot);
    }
  }

  /** Records that a waiting page was written, or that a summary records that it is empty. */
  void done(int page) {
    states[page] = 0;
    setEmptied(page, false);
  }

  /** Returns the first page from {@code from} on that waits to be emptied, or -1. */
  int nextEmptied(int from) {
    return emptied.nextSetBit(from);
  }

  /**
   * Returns the end of the range of neighbouring pages that wait to be emptied.
   *
   * @param first first page of the range
   */
  int endOfEmptied(int first) {
    return emptied.nextClearBit(first);
  }
}

package org.flashgrove.unitspace;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Maps each page of a space to its place on the device. If a page was emptied, a unit may hold a
 * record that the page is empty. This record is necessary as long as an older unit may hold earlier
 * content of the page.
 */
final class PageTable {
  static final int NONE = -1;

  private final Units units;

  /**
   * Place of each page: the number of its unit times the pages per unit, plus the index in the
   * unit. -1 if the page has no content.
   */
  private final int[] places;

  /**
   * Page that was last written to each place. An element is stale if that page now has another
   * place.
   */
  private final int[] residents;

  private final int[] tags;

  /** Pages whose content is in a summary. */
  private final BitSet packed = new BitSet();

  /** For each page, the unit that holds the record that the page is empty, or -1. */
  private final int[] recordUnits;

  private final long[] recordSequences;
  private int livePages;

  PageTable(Units units, int pages) {
    this.units = units;
    places = filled(pages);
    residents = filled(units.count() * units.pagesPerUnit());
    tags = new int[pages];
    recordUnits = filled(pages);
    recordSequences = new long[pages];
  }

  private static int[] filled(int length) {
    int[] array = new int[length];
    Arrays.fill(array, NONE);
    return array;
  }

  int pageCount() {
    return places.length;
  }

  int livePages() {
    return livePages;
  }

  int place(int page) {
    return places[page];
  }

  int tag(int page) {
    return tags[page];
  }

  /** Returns the page whose newest content is at a place, or -1 if there is none. */
  int residentOf(int place) {
    int page = residents[place];
    return page != NONE && places[page] == place ? page : NONE;
  }

  /** Returns whether the place of a page is a summary that contains the page. */
  boolean isPacked(int page) {
    return packed.get(page);
  }

  /**
   * Records that the newest content of a page was written to a place.
   *
   * @param isPacked whether the place is a summary that contains the page
   */
  void put(int page, int place, int tag, boolean isPacked) {
    remove(page);
    packed.set(page, isPacked);
    places[page] = place;
    residents[place] = page;
    tags[page] = tag;
    livePages++;
    units.addValid(place / units.pagesPerUnit(), 1);
    forgetRecord(page);
  }

  private void remove(int page) {
    if (places[page] != NONE) {
      units.addValid(places[page] / units.pagesPerUnit(), -1);
      places[page] = NONE;
      livePages--;
    }
  }

  /**
   * Records that a page is empty, and that a unit holds a record of this fact.
   *
   * @param sequence sequence number of the batch whose summary first recorded that the page is
   *     empty
   */
  void empty(int page, int unit, long sequence) {
    remove(page);
    forgetRecord(page);
    recordUnits[page] = unit;
    recordSequences[page] = sequence;
    units.addRecords(unit, rangesWith(page));
  }

  private void forgetRecord(int page) {
    int unit = recordUnits[page];
    if (unit != NONE) {
      units.addRecords(unit, -rangesWith(page));
      recordUnits[page] = NONE;
    }
  }

  /** Returns by how much a recorded page increases the number of ranges: 1, 0, or -1. */
  private int rangesWith(int page) {
    int before = page > 0 && isSameRecord(page - 1, page) ? 1 : 0;
    int after = page + 1 < recordUnits.length && isSameRecord(page, page + 1) ? 1 : 0;
    return 1 - before - after;
  }

  /** Returns whether one range can contain the records of two pages. */
  private boolean isSameRecord(int one, int other) {
    return recordUnits[one] == recordUnits[other] && recordSequences[one] == recordSequences[other];
  }

  /**
   * Passes the records of empty pages in a unit to {@code moved}, as ranges of pages. Leaves out
   * records that are no longer necessary. Then forgets all records in this unit.
   *
   * @param oldest sequence number of the oldest batch in any unit; a record is necessary only if it
   *     is newer
   */
  void moveRecords(int unit, long oldest, RangeConsumer moved) {
    if (units.records(unit) == 0) {
      return;
    }
    for (int page = 0; page < recordUnits.length; page++) {
      if (recordUnits[page] != unit) {
        continue;
      }
      long sequence = recordSequences[page];
      int first = page;
      while (page < recordUnits.length
          && recordUnits[page] == unit
          && recordSequences[page] == sequence) {
        forgetRecord(page++);
      }
      if (sequence > oldest) {
        moved.accept(first, page - first, sequence);
      }
      page--;
    }
  }

  /**
   * Receives ranges of empty pages, each with the sequence number of the batch whose summary first
   * recorded that the pages are empty.
   */
  interface RangeConsumer {
    void accept(int first, int count, long sequence);
  }
}

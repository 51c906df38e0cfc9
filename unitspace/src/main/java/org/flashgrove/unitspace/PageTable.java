package org.flashgrove.unitspace;

import java.util.Arrays;

/**
 * Places of the user's pages. A page without content may have a record in a unit that says so. The
 * record is necessary as long as an older unit may hold earlier content of the page.
 */
final class PageTable {
  static final int NONE = -1;

  private final Units units;

  /** Place of each page: unit times pages per unit, plus the page in the unit. */
  private final int[] places;

  /** Page in each place. An entry is stale if the page has another place. */
  private final int[] residents;

  private final int[] tags;

  /** Unit with the record that each page is empty, or -1. */
  private final int[] recordUnits;

  private final long[] recordSequences;
  private final int[] records;
  private int livePages;

  PageTable(Units units, int pages) {
    this.units = units;
    places = filled(pages);
    residents = filled(units.count() * units.pagesPerUnit());
    tags = new int[pages];
    recordUnits = filled(pages);
    recordSequences = new long[pages];
    records = new int[units.count()];
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

  /** Returns the page whose newest content is in a place, or -1. */
  int residentOf(int place) {
    int page = residents[place];
    return page != NONE && places[page] == place ? page : NONE;
  }

  /** Records that a page was written to a place. */
  void put(int page, int place, int tag) {
    remove(page);
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

  /** Records that a unit has a record that a page is empty since a batch. */
  void empty(int page, int unit, long sequence) {
    remove(page);
    forgetRecord(page);
    recordUnits[page] = unit;
    recordSequences[page] = sequence;
    records[unit]++;
  }

  private void forgetRecord(int page) {
    int unit = recordUnits[page];
    if (unit != NONE) {
      records[unit]--;
      recordUnits[page] = NONE;
    }
  }

  /**
   * Passes the records in a unit that are still necessary to {@code moved}, as ranges. Drops the
   * others.
   *
   * @param oldest least sequence of a unit that may have earlier content
   */
  void moveRecords(int unit, long oldest, RangeConsumer moved) {
    if (records[unit] == 0) {
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

  /** Takes a range of pages that are empty since a batch. */
  interface RangeConsumer {
    void accept(int first, int count, long sequence);
  }
}

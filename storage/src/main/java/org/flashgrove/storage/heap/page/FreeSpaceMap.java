package org.flashgrove.storage.heap.page;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Usage and approximate free space of each page of a heap file, one byte a page, and the number of
 * records. Pages are in groups; the first page of a group is the map of the group.
 *
 * <p>A category is {@link #UNUSED}, {@link #OTHER} (overflow or map), or, for data pages, 2 and up:
 * a page of category c has at least {@code (c - 2) · pageSize / 254} free bytes. Changes of an
 * operation can be taken back until {@link #keep}.
 *
 * <p>One thread changes a map; another may write its pages meanwhile.
 */
public final class FreeSpaceMap {
  public static final int UNUSED = 0;
  public static final int OTHER = 1;

  private static final int EMPTY_CATEGORY = 2;
  private static final int STEPS = 254;
  private static final int HIGHEST = 255;
  private static final int JOURNAL_WORDS = 3;

  private final int pageSize;
  private final int groupPages;
  private byte[][] groups = new byte[0][];
  private long[] groupRecords = new long[0];

  /** For each group an upper bound of its categories. */
  private int[] highest = new int[0];

  private final BitSet changed = new BitSet();
  private long records;
  private long lastPage = -1;
  private long unusedFrom = 1;
  private long hint = -1;

  /** Page, old category, records added; newest last. */
  private long[] journal = new long[64];

  private int journalLength;

  public FreeSpaceMap(int pageSize) {
    this.pageSize = pageSize;
    groupPages = pageSize - HeapPage.HEADER_BYTES;
  }

  /** Returns the category of a data page with this many free bytes. */
  public int category(int freeBytes) {
    return EMPTY_CATEGORY + (int) ((long) freeBytes * STEPS / pageSize);
  }

  /**
   * Returns the lowest category whose pages certainly have this many free bytes; it may be above
   * the highest one.
   */
  private int categoryFor(int bytes) {
    return EMPTY_CATEGORY + (int) (((long) bytes * STEPS + pageSize - 1) / pageSize);
  }

  public static boolean isData(int category) {
    return category >= EMPTY_CATEGORY;
  }

  public int groupPages() {
    return groupPages;
  }

  public synchronized int groupCount() {
    return groups.length;
  }

  /** Returns the group of a page. */
  public int group(long pageId) {
    return Math.toIntExact(pageId / groupPages);
  }

  /** Returns the page that holds the map of a group. */
  public long mapPage(int group) {
    return (long) group * groupPages;
  }

  public boolean isMapPage(long pageId) {
    return pageId % groupPages == 0;
  }

  /** Returns the highest page ever used, or -1. */
  public synchronized long lastPage() {
    return lastPage;
  }

  /** Returns the number of records. */
  public synchronized long records() {
    return records;
  }

  public long records(int group) {
    return groupRecords[group];
  }

  /** Returns the category of a page; {@link #UNUSED} if nothing is known of it. */
  public synchronized int categoryOf(long pageId) {
    if (pageId < 0 || pageId / groupPages >= groups.length) {
      return UNUSED;
    }
    return groups[group(pageId)][(int) (pageId % groupPages)] & 0xFF;
  }

  /** Notes the category of a page after a change, and how many records the change has added. */
  public synchronized void set(long pageId, int category, int recordsAdded) {
    ensureGroup(group(pageId));
    if (journalLength + JOURNAL_WORDS > journal.length) {
      journal = Arrays.copyOf(journal, 2 * journal.length);
    }
    journal[journalLength++] = pageId;
    journal[journalLength++] = categoryOf(pageId);
    journal[journalLength++] = recordsAdded;
    write(pageId, category, recordsAdded);
  }

  private void write(long pageId, int category, int recordsAdded) {
    int group = group(pageId);
    groups[group][(int) (pageId % groupPages)] = (byte) category;
    groupRecords[group] += recordsAdded;
    records += recordsAdded;
    highest[group] = Math.max(highest[group], category);
    changed.set(group);
    if (category == UNUSED) {
      unusedFrom = Math.min(unusedFrom, pageId);
    } else {
      lastPage = Math.max(lastPage, pageId);
    }
  }

  private void ensureGroup(int group) {
    if (group >= groups.length) {
      int old = groups.length;
      groups = Arrays.copyOf(groups, group + 1);
      groupRecords = Arrays.copyOf(groupRecords, group + 1);
      highest = Arrays.copyOf(highest, group + 1);
      for (int added = old; added <= group; added++) {
        groups[added] = new byte[groupPages];
        groups[added][0] = OTHER;
        highest[added] = OTHER;
        changed.set(added);
      }
    }
  }

  /**
   * Makes the changes since the last call final.
   *
   * @param dataPages gets the bits of changed pages: set if the page is a data page now
   */
  public synchronized void keep(BitSet dataPages) {
    for (int at = 0; at < journalLength; at += JOURNAL_WORDS) {
      long pageId = journal[at];
      changed.set(group(pageId)); // it may have been stored since, without this change
      dataPages.set(Math.toIntExact(pageId), isData(categoryOf(pageId)));
    }
    journalLength = 0;
  }

  /** Undoes the changes since the last {@link #keep}. */
  public synchronized void undo() {
    while (journalLength > 0) {
      journalLength -= JOURNAL_WORDS;
      write(
          journal[journalLength],
          (int) journal[journalLength + 1],
          -(int) journal[journalLength + 2]);
    }
  }

  /** Returns an unused page: the lowest, or one more than the last. */
  public synchronized long unused() {
    long pageId = unusedFrom;
    while (isMapPage(pageId) || categoryOf(pageId) != UNUSED) {
      pageId++;
    }
    unusedFrom = pageId;
    return pageId;
  }

  /**
   * Returns a data page with at least this many free bytes, or -1: the one that was returned last,
   * else the lowest.
   */
  public synchronized long withRoom(int bytes) {
    int wanted = categoryFor(bytes);
    if (hint >= 0 && categoryOf(hint) >= wanted) {
      return hint;
    }
    if (wanted > HIGHEST) {
      return -1;
    }
    for (int group = 0; group < groups.length; group++) {
      if (highest[group] >= wanted) {
        long found = find(group, wanted);
        if (found >= 0) {
          hint = found;
          return found;
        }
      }
    }
    return -1;
  }

  /** Prefers a page for the next record. */
  public synchronized void prefer(long pageId) {
    hint = pageId;
  }

  private long find(int group, int wanted) {
    int found = 0;
    byte[] categories = groups[group];
    for (int i = 1; i < groupPages; i++) {
      int category = categories[i] & 0xFF;
      if (category >= wanted) {
        return mapPage(group) + i;
      }
      found = Math.max(found, category);
    }
    highest[group] = found;
    return -1;
  }

  /** Returns the first group from a number on that differs from what is stored, or -1. */
  public synchronized int nextChanged(int from) {
    return changed.nextSetBit(from);
  }

  /** Fills the page of a group's map, without the changes that are not final. */
  public synchronized void store(int group, HeapPage page) {
    page.format(HeapPage.FREE_SPACE_MAP, mapPage(group));
    page.bytes().put(HeapPage.HEADER_BYTES, groups[group], 0, groupPages);
    long finalRecords = groupRecords[group];
    for (int at = journalLength - JOURNAL_WORDS; at >= 0; at -= JOURNAL_WORDS) {
      if (group(journal[at]) == group) {
        int index = (int) (journal[at] % groupPages);
        page.bytes().put(HeapPage.HEADER_BYTES + index, (byte) journal[at + 1]);
        finalRecords -= journal[at + 2];
      }
    }
    page.records(finalRecords);
  }

  /** Says that a group's page has been written. */
  public synchronized void stored(int group) {
    changed.clear(group);
  }

  /** Takes over a group's map. */
  public synchronized void load(int group, HeapPage page) {
    ensureGroup(group);
    page.bytes().get(HeapPage.HEADER_BYTES, groups[group], 0, groupPages);
    groupRecords[group] = page.records();
    records += page.records();
    highest[group] = HIGHEST;
    changed.clear(group);
    for (int i = groupPages - 1; i > 0; i--) {
      if (groups[group][i] != UNUSED) {
        lastPage = Math.max(lastPage, mapPage(group) + i);
        break;
      }
    }
  }
}

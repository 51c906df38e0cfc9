package org.flashgrove.storage.heap.page;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Holds the approximate free space of each page of a heap file (one byte per page), and the number
 * of records. Pages are divided into groups. The first page of a group stores the map of this
 * group.
 *
 * <p>A byte is a category: {@link #UNUSED}, {@link #OTHER} for overflow and map pages, or at least
 * 2 for data pages. A data page of category c has at least {@code (c - 2) · pageSize / 254} free
 * bytes. The changes of an operation can be rolled back until {@link #keep}.
 *
 * <p>One thread may change the map while another thread writes the pages of the map.
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

  /**
   * For each group of pages, an upper bound of the categories of its data pages. A higher category
   * means more free space.
   */
  private int[] highest = new int[0];

  private final BitSet changed = new BitSet();
  private long records;
  private long lastPage = -1;
  private long unusedFrom = 1;
  private long hint = -1;

  /**
   * Undo journal. Each entry consists of a page, its previous category, and the number of records
   * added. The newest entry is last.
   */
  private long[] journal = new long[64];

  private int journalLength;

  public FreeSpaceMap(int pageSize) {
    this.pageSize = pageSize;
    groupPages = pageSize - HeapPage.HEADER_BYTES;
  }

  /** Returns the category of a data page with {@code freeBytes} free bytes. */
  public int category(int freeBytes) {
    return EMPTY_CATEGORY + (int) ((long) freeBytes * STEPS / pageSize);
  }

  /**
   * Returns the lowest category whose pages are guaranteed to have {@code bytes} free bytes. The
   * result may exceed the highest category.
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

  /**
   * Returns {@code pageId}, or the page after it if it is a map page. It has no branch, because the
   * JIT compiler would leave out the rare one and later have to compile the whole load again.
   */
  public long skipMapPage(long pageId) {
    return pageId + 1 - Math.min(1, pageId % groupPages);
  }

  /** Returns the highest id of a page that was ever used, or -1 if there is none. */
  public synchronized long lastPage() {
    return lastPage;
  }

  public synchronized long records() {
    return records;
  }

  public long records(int group) {
    return groupRecords[group];
  }

  /** Returns the category of a page, or {@link #UNUSED} if the page was never used. */
  public synchronized int categoryOf(long pageId) {
    if (pageId < 0 || pageId / groupPages >= groups.length) {
      return UNUSED;
    }
    return groups[group(pageId)][(int) (pageId % groupPages)] & 0xFF;
  }

  /**
   * Sets the category of a page after a change.
   *
   * @param recordsAdded number of records that the change added, negative if it removed some
   */
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
   * Makes the changes since the last call of this method permanent, so that {@link #undo} no longer
   * rolls them back.
   *
   * @param dataPages for each changed page, this method sets its bit if it is a data page now, and
   *     otherwise clears the bit
   * @return number of bits set, minus the number of bits cleared
   */
  public synchronized int keep(BitSet dataPages) {
    int added = 0;
    for (int at = 0; at < journalLength; at += JOURNAL_WORDS) {
      long pageId = journal[at];
      changed.set(group(pageId)); // the group may have been stored meanwhile without this change
      boolean isData = isData(categoryOf(pageId));
      if (isData != dataPages.get(Math.toIntExact(pageId))) {
        dataPages.flip((int) pageId);
        added += isData ? 1 : -1;
      }
    }
    journalLength = 0;
    return added;
  }

  /** Rolls back the changes since the last {@link #keep}. */
  public synchronized void undo() {
    while (journalLength > 0) {
      journalLength -= JOURNAL_WORDS;
      write(
          journal[journalLength],
          (int) journal[journalLength + 1],
          -(int) journal[journalLength + 2]);
    }
  }

  /**
   * Returns the lowest unused page. If all pages of the file are used, returns a page after the
   * last one, by which the file can be extended.
   */
  public synchronized long unused() {
    long pageId = unusedFrom;
    while (isMapPage(pageId) || categoryOf(pageId) != UNUSED) {
      pageId++;
    }
    unusedFrom = pageId;
    return pageId;
  }

  /**
   * Returns a data page with at least {@code bytes} free bytes, or -1 if there is none. Tries first
   * the page that it returned last. If that page has too little room, returns the lowest page that
   * has enough.
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

  /** Makes the next call of {@link #withRoom} try this page first. */
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

  /**
   * Returns the first group, from {@code from} on, whose map has changed since its page was written
   * or loaded. Returns -1 if there is none.
   */
  public synchronized int nextChanged(int from) {
    return changed.nextSetBit(from);
  }

  /**
   * Writes the map of a group to a page, without the changes that {@link #undo} can still roll
   * back.
   */
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

  /**
   * Notes that the page with the map of a group was written, so that the group counts as unchanged.
   */
  public synchronized void stored(int group) {
    changed.clear(group);
  }

  /** Copies the content of another map, all of whose changes are permanent. */
  public synchronized void copyOf(FreeSpaceMap other) {
    synchronized (other) {
      groups = new byte[other.groups.length][];
      for (int group = 0; group < groups.length; group++) {
        groups[group] = other.groups[group].clone();
      }
      groupRecords = other.groupRecords.clone();
      highest = other.highest.clone();
      changed.or(other.changed);
      records = other.records;
      lastPage = other.lastPage;
    }
  }

  /** Sets the bits of all data pages, and clears the bits of all other pages. */
  public synchronized void markDataPages(BitSet dataPages) {
    for (long pageId = 0; pageId <= lastPage; pageId++) {
      dataPages.set(Math.toIntExact(pageId), isData(categoryOf(pageId)));
    }
  }

  /** Loads the map of a group from its stored page. */
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

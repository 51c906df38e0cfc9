package org.flashgrove.salvage.page;

import java.util.Arrays;
import java.util.BitSet;
import org.flashgrove.core.replacement.LongIntMap;

/**
 * Pages of one structure that the remaining log of a damaged store names. It tells which slot each
 * page was moved to last, and which frame changed it last. A move is a log record of the slot to
 * which a page was written.
 */
public final class LoggedPages {
  /** Index that means that the log does not name a page. */
  public static final int NONE = LongIntMap.ABSENT;

  /** Maximum number of pages, which limits the memory even if the log is damaged. */
  private static final int MOST_PAGES = 2_000_000;

  private final LongIntMap indices = new LongIntMap(1024);
  private long[] pageIds = new long[1024];
  private long[] lastChange = new long[1024];
  private long[] lastFrame = new long[1024];
  private long[] movedAt = new long[1024];
  private int[] movedTo = new int[1024];
  private final BitSet alive = new BitSet();
  private final BitSet movedAway = new BitSet();
  private int count;
  private boolean isFull;

  /** Creates an empty object. */
  public LoggedPages() {}

  private int note(long pageId) {
    int page = indices.get(pageId);
    if (page != NONE) {
      return page;
    }
    if (count == MOST_PAGES || pageId < 0) {
      isFull = true;
      return NONE;
    }
    if (count == pageIds.length) {
      pageIds = Arrays.copyOf(pageIds, 2 * count);
      lastChange = Arrays.copyOf(lastChange, 2 * count);
      lastFrame = Arrays.copyOf(lastFrame, 2 * count);
      movedAt = Arrays.copyOf(movedAt, 2 * count);
      movedTo = Arrays.copyOf(movedTo, 2 * count);
    }
    pageIds[count] = pageId;
    movedTo[count] = ImageIndex.NONE;
    indices.put(pageId, count);
    return count++;
  }

  /**
   * Notes a move of a page.
   *
   * @param image the image in the new slot, or {@link ImageIndex#NONE} if the page was deleted
   * @param version number of the newest frame whose changes the image contains; for a deleted page,
   *     changes up to this frame are obsolete
   */
  void move(long pageId, int image, long version) {
    int page = note(pageId);
    if (page != NONE) {
      movedTo[page] = image;
      movedAt[page] = version;
      movedAway.set(page, image == ImageIndex.NONE);
    }
  }

  /**
   * Notes a change of a page.
   *
   * @param frame number of the frame that contains the change
   * @param original number of the frame that first contained the change; it differs from {@code
   *     frame} if a compaction has copied the change
   * @param isAlive whether the page exists after the change
   */
  public void change(long pageId, long frame, long original, boolean isAlive) {
    int page = note(pageId);
    if (page != NONE) {
      lastChange[page] = original;
      lastFrame[page] = frame;
      alive.set(page, isAlive);
    }
  }

  /**
   * Returns whether the log names more pages than this object can contain, or pages with impossible
   * ids.
   */
  boolean isFull() {
    return isFull;
  }

  /** Returns the number of pages. */
  public int count() {
    return count;
  }

  /** Returns the index of a page in this object, or {@link #NONE} if the log does not name it. */
  public int find(long pageId) {
    return indices.get(pageId);
  }

  /** Returns the id of a page. */
  public long pageId(int page) {
    return pageIds[page];
  }

  /**
   * Returns the number of the frame of a page's last change, or 0 if there is none. An image of the
   * page contains this change if the image's version is at least this number.
   *
   * @param page index of the page in this object, or {@link #NONE}
   */
  public long lastChange(int page) {
    return page == NONE ? 0 : lastChange[page];
  }

  /**
   * Returns the number of the last frame in which a change of a page is written, or 0 if there is
   * none. This number can be greater than {@link #lastChange}, because a compaction writes earlier
   * changes again in later frames.
   *
   * @param page index of the page in this object, or {@link #NONE}
   */
  public long lastFrame(int page) {
    return page == NONE ? 0 : lastFrame[page];
  }

  /** Returns whether a page still exists after its last change in the log. */
  public boolean isAlive(int page) {
    return alive.get(page);
  }

  /**
   * Returns the image in the slot to which a page was last moved, or {@link ImageIndex#NONE} if
   * there is none. Moves to slots without an intact image do not count.
   *
   * @param page index of the page in this object, or {@link #NONE}
   */
  int movedTo(int page) {
    return page == NONE ? ImageIndex.NONE : movedTo[page];
  }

  /** Returns the version that the newest move of a page states. */
  long movedAt(int page) {
    return movedAt[page];
  }

  /**
   * Returns whether the newest move of a page says that the page was deleted.
   *
   * @param page index of the page in this object, or {@link #NONE}
   */
  boolean isMovedAway(int page) {
    return page != NONE && movedAway.get(page);
  }
}

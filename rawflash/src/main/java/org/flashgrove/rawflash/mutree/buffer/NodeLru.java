package org.flashgrove.rawflash.mutree.buffer;

import java.util.Arrays;
import org.flashgrove.core.replacement.LongIntMap;
import org.flashgrove.rawflash.mutree.layout.PageLayout;

/**
 * LRU-N (Yang et al., section III.B), a read buffer with a separate LRU list for the nodes of each
 * level. Every frame has room for one node of each level. These nodes may belong to different
 * pages, so the frame also stores the number of the flash page of each node (<em>page address
 * swizzling</em>).
 *
 * <p>A new page goes to the frame with the least recently used leaf. Before that, each inner node
 * of the frame moves to another frame, where it replaces the least recently used node of its level.
 *
 * <p>Following the evaluation in section V, the requested node is always admitted. Other nodes of
 * the page are admitted only if they are the latest copies at that time. A copy that later becomes
 * stale is dropped ({@link #supersede}), which does not happen with look-ups alone.
 */
final class NodeLru extends ReadBuffer {
  private final int[][] slots = new int[PageLayout.MAX_HEIGHT + 1][];
  private final LongIntMap[] frameOf = new LongIntMap[PageLayout.MAX_HEIGHT + 1];
  private final NodeList[] lists = new NodeList[PageLayout.MAX_HEIGHT + 1];
  private int topLevel = PageLayout.MAX_HEIGHT;
  private int used;

  NodeLru(int pageCount, int pageBytes, PageLayout layout) {
    super(pageCount, pageBytes, layout);
    for (int level = 1; level <= PageLayout.MAX_HEIGHT; level++) {
      slots[level] = new int[pageCount];
      lists[level] = new NodeList(pageCount);
    }
    height(PageLayout.MAX_HEIGHT);
  }

  @Override
  public void height(int height) {
    topLevel = Math.max(1, height - 1);
    used = 0;
    for (int level = 1; level <= PageLayout.MAX_HEIGHT; level++) {
      Arrays.fill(slots[level], EMPTY);
      frameOf[level] = new LongIntMap(pageCount());
      lists[level].clear();
    }
  }

  /** Returns the flash page of the node at a level in a frame, or {@link #EMPTY}. */
  int slot(int level, int frame) {
    return slots[level][frame];
  }

  /** Returns the frames in the order in which their nodes of a level are evicted. */
  NodeList list(int level) {
    return lists[level];
  }

  private void slot(int level, int frame, int page) {
    int before = slots[level][frame];
    if (before != EMPTY) {
      frameOf[level].remove(before);
    }
    slots[level][frame] = page;
    if (page != EMPTY) {
      frameOf[level].put(page, frame);
    }
  }

  @Override
  int use(int level, int page) {
    int frame = frameOf[level].get(page);
    if (frame == LongIntMap.ABSENT) {
      return MISS;
    }
    lists[level].moveToTail(frame);
    return frame;
  }

  @Override
  public int peek(int level, int page) {
    int frame = frameOf[level].get(page);
    return frame == LongIntMap.ABSENT ? MISS : frame;
  }

  @Override
  public int admit(int level, int page, int validLevels) {
    // Nodes of this page that are already cached will be replaced by the new copies, so their
    // frames are reused first.
    for (int each = 1; each <= topLevel; each++) {
      int holder = frameOf[each].get(page);
      if (holder != LongIntMap.ABSENT) {
        lists[each].moveToHead(holder);
      }
    }
    int frame;
    if (used < pageCount()) {
      frame = used++;
      for (int each = 1; each <= topLevel; each++) {
        lists[each].add(frame);
      }
    } else {
      frame = lists[1].head();
      for (int each = 2; each <= topLevel; each++) {
        migrate(each, frame);
      }
    }
    for (int each = 1; each <= topLevel; each++) {
      place(each, frame, page, each == level || (validLevels >> (each - 1) & 1) != 0);
    }
    return frame;
  }

  /**
   * Moves the node of a level out of a frame that will be overwritten. In its new frame, the node
   * replaces the least recently used node of its level.
   */
  private void migrate(int level, int frame) {
    int victim = lists[level].head();
    int kept = slots[level][frame];
    if (victim == frame || kept == EMPTY) {
      return;
    }
    slot(level, frame, EMPTY);
    copyNode(level, frame, victim);
    slot(level, victim, kept);
    lists[level].swap(victim, frame);
  }

  private void place(int level, int frame, int page, boolean valid) {
    if (valid) {
      int holder = frameOf[level].get(page);
      if (holder != LongIntMap.ABSENT && holder != frame) {
        slot(level, holder, EMPTY);
      }
      slot(level, frame, page);
      lists[level].moveToTail(frame);
    } else {
      slot(level, frame, EMPTY);
      lists[level].moveToHead(frame);
    }
  }

  @Override
  public void supersede(int level, int page) {
    int frame = level <= topLevel ? frameOf[level].get(page) : LongIntMap.ABSENT;
    if (frame != LongIntMap.ABSENT) {
      slot(level, frame, EMPTY);
      lists[level].moveToHead(frame);
    }
  }

  @Override
  public void forget(int page) {
    for (int level = 1; level <= topLevel; level++) {
      supersede(level, page);
    }
  }
}

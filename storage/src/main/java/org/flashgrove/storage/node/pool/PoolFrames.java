package org.flashgrove.storage.node.pool;

import java.util.Arrays;
import org.flashgrove.core.node.NodePage;

/**
 * Frames (memory slots for one page each) of a page cache. Frame {@code p + 1} is for position
 * {@code p} of the replacement policy. Frame 0, the guest frame, is for a page that the policy
 * refused to keep.
 */
final class PoolFrames {
  /** Frame of a page that the policy does not keep. */
  static final int GUEST = 0;

  /** Value that means that a page is in no frame. */
  static final int NONE = -1;

  /** Maximum number of frames for which memory is allocated when the cache is created. */
  private static final int MOST_ROOM = 1 << 10;

  private NodePage[] pages;
  private boolean[] dirty;
  private long[] storedVersions;
  private int dirtyCount;

  /**
   * Creates empty frames. If there are many, memory for them is allocated only when they are used.
   */
  PoolFrames(int count) {
    int room = Math.min(count, MOST_ROOM) + 1;
    pages = new NodePage[room];
    dirty = new boolean[room];
    storedVersions = new long[room];
  }

  /**
   * Returns the frame of a node, or {@link #NONE}.
   *
   * @param position position of the node in the replacement policy, or {@link
   *     org.flashgrove.core.replacement.ReplacementPolicy#NONE}
   */
  int frame(long nodeId, int position) {
    int frame = position + 1;
    return frame != GUEST || isGuest(nodeId) ? frame : NONE;
  }

  private boolean isGuest(long nodeId) {
    return pages[GUEST] != null && pages[GUEST].nodeId() == nodeId;
  }

  /** Returns the page in a frame, or null. */
  NodePage page(int frame) {
    return frame < pages.length ? pages[frame] : null;
  }

  /** Returns whether the page in a frame has changes that are not on the device. */
  boolean isDirty(int frame) {
    return frame < dirty.length && dirty[frame];
  }

  /**
   * Returns the version of the page's image on the device at the time when the page was placed in
   * the frame.
   */
  long storedVersion(int frame) {
    return storedVersions[frame];
  }

  /** Returns the number of dirty pages. */
  int dirtyCount() {
    return dirtyCount;
  }

  /** Puts a clean page into an empty frame. */
  void place(NodePage page, int frame, long storedVersion) {
    if (frame >= pages.length) {
      int room = Math.max(frame + 1, 2 * pages.length);
      pages = Arrays.copyOf(pages, room);
      dirty = Arrays.copyOf(dirty, room);
      storedVersions = Arrays.copyOf(storedVersions, room);
    }
    pages[frame] = page;
    dirty[frame] = false;
    storedVersions[frame] = storedVersion;
  }

  /** Replaces the page in a frame by its copy. */
  void replace(int frame, NodePage copy) {
    pages[frame] = copy;
  }

  /**
   * Moves the page in the guest frame (the frame for a page that the policy refused) to another
   * frame.
   */
  void moveGuest(int frame) {
    place(pages[GUEST], frame, storedVersions[GUEST]);
    dirty[frame] = dirty[GUEST];
    dirty[GUEST] = false;
    pages[GUEST] = null;
  }

  /** Empties a frame whose page is clean. */
  void empty(int frame) {
    pages[frame] = null;
  }

  /** Marks the page in a frame as dirty. */
  void markDirty(int frame) {
    if (!dirty[frame]) {
      dirty[frame] = true;
      dirtyCount++;
    }
  }

  /** Marks the page in a frame as clean, because its changes were written or discarded. */
  void clean(int frame) {
    if (dirty[frame]) {
      dirty[frame] = false;
      dirtyCount--;
    }
  }

  /** Returns the ids of the dirty pages in ascending order. */
  long[] dirtyNodes() {
    long[] nodeIds = new long[dirtyCount];
    int count = 0;
    for (int frame = 0; count < dirtyCount; frame++) {
      if (dirty[frame]) {
        nodeIds[count++] = pages[frame].nodeId();
      }
    }
    Arrays.sort(nodeIds);
    return nodeIds;
  }

  /** Empties all frames. */
  void clear() {
    Arrays.fill(pages, null);
  }
}

package org.flashgrove.storage.node.pool;

import java.util.Arrays;
import org.flashgrove.core.node.NodePage;

/** The frames of a pool: the guest's, then those by the replacement policy's positions. */
final class PoolFrames {
  /** The frame of a page that the policy does not keep. */
  static final int GUEST = 0;

  /** In the place of the frame of a page that is in none. */
  static final int NONE = -1;

  /** Largest number of frames allocated at creation. */
  private static final int MOST_ROOM = 1 << 16;

  private NodePage[] pages;
  private boolean[] dirty;
  private long[] storedVersions;
  private int dirtyCount;

  /** Creates empty frames, which allocate memory as they fill. */
  PoolFrames(int count) {
    int room = Math.min(count, MOST_ROOM) + 1;
    pages = new NodePage[room];
    dirty = new boolean[room];
    storedVersions = new long[room];
  }

  /**
   * Returns the frame of a node: that of the policy's position, or the guest's, or {@link #NONE}.
   *
   * @param position the policy's position of the node, or {@link
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

  /** Returns whether the page in a frame holds changes that the device does not. */
  boolean isDirty(int frame) {
    return frame < dirty.length && dirty[frame];
  }

  /** Returns the version of the image that the device had when the page came to the frame. */
  long storedVersion(int frame) {
    return storedVersions[frame];
  }

  /** Returns how many pages are dirty. */
  int dirtyCount() {
    return dirtyCount;
  }

  /** Puts a clean page in an empty frame. */
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

  /** Puts a copy in the place of a page. */
  void replace(int frame, NodePage copy) {
    pages[frame] = copy;
  }

  /** Moves the guest to a frame. */
  void moveGuest(int frame) {
    place(pages[GUEST], frame, storedVersions[GUEST]);
    dirty[frame] = dirty[GUEST];
    dirty[GUEST] = false;
    pages[GUEST] = null;
  }

  /** Empties a frame, whose page is clean. */
  void empty(int frame) {
    pages[frame] = null;
  }

  /** Notes a change of the page in a frame. */
  void markDirty(int frame) {
    if (!dirty[frame]) {
      dirty[frame] = true;
      dirtyCount++;
    }
  }

  /** Notes that the device has the changes of the page in a frame, or that they are given up. */
  void clean(int frame) {
    if (dirty[frame]) {
      dirty[frame] = false;
      dirtyCount--;
    }
  }

  /** Returns the ids of the dirty pages, ascending. */
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

  /** Empties all. */
  void clear() {
    Arrays.fill(pages, null);
  }
}

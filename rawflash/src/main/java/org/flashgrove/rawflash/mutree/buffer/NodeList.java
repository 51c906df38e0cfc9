package org.flashgrove.rawflash.mutree.buffer;

import java.util.Arrays;

/**
 * The used frames of a read buffer, in the order in which their nodes of one level are evicted. The
 * first frame is the victim.
 */
final class NodeList {
  private final int[] previous;
  private final int[] next;
  private final int end;

  /** Creates an empty list for {@code frameCount} frames. */
  NodeList(int frameCount) {
    // The last array element links the end of the list to its head.
    end = frameCount;
    previous = new int[frameCount + 1];
    next = new int[frameCount + 1];
    clear();
  }

  void clear() {
    Arrays.fill(previous, end);
    Arrays.fill(next, end);
  }

  /** Returns the first frame, which is the victim. */
  int head() {
    return next[end];
  }

  /**
   * Returns the frame after {@code frame} in the list, or the number of frames if {@code frame} is
   * the last.
   */
  int next(int frame) {
    return next[frame];
  }

  /** Appends a frame that is not in the list. */
  void add(int frame) {
    link(previous[end], frame);
  }

  void moveToHead(int frame) {
    if (next[end] != frame) {
      unlink(frame);
      link(end, frame);
    }
  }

  void moveToTail(int frame) {
    if (previous[end] != frame) {
      unlink(frame);
      link(previous[end], frame);
    }
  }

  /** Exchanges the positions of two frames in the list. */
  void swap(int a, int b) {
    int beforeA = previous[a];
    int beforeB = previous[b];
    if (a == b) {
      return;
    }
    if (beforeB == a) {
      unlink(a);
      link(b, a);
    } else if (beforeA == b) {
      unlink(b);
      link(a, b);
    } else {
      unlink(a);
      unlink(b);
      link(beforeB, a);
      link(beforeA, b);
    }
  }

  private void link(int before, int frame) {
    int after = next[before];
    previous[frame] = before;
    next[frame] = after;
    next[before] = frame;
    previous[after] = frame;
  }

  private void unlink(int frame) {
    next[previous[frame]] = next[frame];
    previous[next[frame]] = previous[frame];
  }
}

package org.flashgrove.grove.cache;

import java.util.List;

/**
 * Decoded entries of pages of a {@link PageCache}. They only use memory that no page needs, so they
 * never cause a page to be read again. The clock algorithm (second chance) selects the entries to
 * drop. Guarded by the lock of the cache.
 */
final class PageForms {
  private static final int ARRAY_BYTES = 16;

  /**
   * Maximum number of frames that the clock hand passes to make room for the entries of one page.
   */
  private static final int MOST_PASSED = 16;

  private long bytes;
  private int hand;

  /** Returns the heap bytes in use. */
  long bytes() {
    return bytes;
  }

  private static long bytesOf(long[] entries) {
    return entries == null ? 0 : (long) entries.length * Long.BYTES + ARRAY_BYTES;
  }

  /**
   * Adds the decoded entries of a frame, unless there is too little room. Returns whether they were
   * added.
   *
   * @param ring frames of the cache
   * @param size number of frames
   * @param most maximum number of bytes of all decoded entries
   */
  boolean keep(PageFrame frame, long[] entries, PageFrame[] ring, int size, long most) {
    long more = bytesOf(entries);
    if (frame.decoded != null || more > most) {
      return false;
    }
    for (int i = 0; bytes + more > most && i < MOST_PASSED; i++) {
      pass(ring, size);
    }
    if (bytes + more > most) {
      return false;
    }
    frame.decoded = entries;
    frame.decodedRead = true;
    bytes += more;
    return true;
  }

  /** Drops entries until all of them use at most {@code most} bytes. */
  void fit(PageFrame[] ring, int size, long most) {
    while (bytes > most) {
      pass(ring, size);
    }
  }

  /**
   * Advances the clock hand past one frame. Drops the decoded entries of this frame if no reader
   * used them since the hand last passed the frame.
   */
  private void pass(PageFrame[] ring, int size) {
    hand = hand >= size ? 0 : hand;
    PageFrame frame = ring[hand++];
    if (frame.decodedRead) {
      frame.decodedRead = false;
    } else {
      drop(frame);
    }
  }

  /** Drops the decoded entries of a frame, if any. Readers may still use them. */
  void drop(PageFrame frame) {
    bytes -= bytesOf(frame.decoded);
    frame.decoded = null;
  }

  /** Recounts the bytes, and adds inconsistencies to {@code problems}. */
  void check(PageFrame[] ring, int size, long most, List<String> problems) {
    long sum = 0;
    for (int i = 0; i < size; i++) {
      sum += bytesOf(ring[i].decoded);
    }
    if (sum != bytes || bytes > most) {
      problems.add(
          "page cache: " + bytes + " decoded bytes counted, " + sum + " found, room for " + most);
    }
  }
}

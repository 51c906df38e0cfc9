package org.flashgrove.grove.cache;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Hash table of the frames of a {@link PageCache}. One thread at a time changes it. Meanwhile other
 * threads may look up pages. A lookup may miss a cached page while the table changes; the reader
 * then reads the page from the store.
 */
final class PageChains {
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private final AtomicReferenceArray<PageFrame> heads;
  private final int shift;

  /** Creates an empty table for about {@code frames} pages. */
  PageChains(int frames) {
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(frames);
    heads = new AtomicReferenceArray<>(1 << bits);
    shift = Long.SIZE - bits;
  }

  /** Returns the number of chains. */
  int length() {
    return heads.length();
  }

  private int place(long sequence, int page) {
    long hash = (sequence * MULTIPLIER + page) * MULTIPLIER;
    return shift == Long.SIZE ? 0 : (int) (hash >>> shift);
  }

  /** Returns the frame of a page, or null. */
  PageFrame find(long sequence, int page) {
    PageFrame frame = heads.get(place(sequence, page));
    while (frame != null && (frame.page != page || frame.sequence != sequence)) {
      frame = frame.next;
    }
    return frame;
  }

  void add(PageFrame frame) {
    int place = place(frame.sequence, frame.page);
    frame.next = heads.get(place);
    heads.set(place, frame);
  }

  /** Removes a frame. Readers may still use the frame, or follow its link to the next frame. */
  void remove(PageFrame frame) {
    int chain = place(frame.sequence, frame.page);
    PageFrame at = heads.get(chain);
    if (at == frame) {
      heads.set(chain, frame.next);
      return;
    }
    while (at.next != frame) {
      at = at.next;
    }
    at.next = frame.next;
  }

  /** Counts the frames. */
  int count() {
    int found = 0;
    for (int i = 0; i < heads.length(); i++) {
      for (PageFrame at = heads.get(i); at != null; at = at.next) {
        found++;
      }
    }
    return found;
  }
}

package org.flashgrove.unitspace;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.flashgrove.core.page.AlignedBuffers;

/**
 * Pages of one class that wait in memory to be written together. Their content is in one buffer,
 * which begins with room for the summary, a page that lists these pages.
 */
final class Batch {
  private static final int VOID = -1;

  private final int pageBytes;
  private final int[] pages;
  private final int[] tags;
  private final ByteBuffer content;
  private final byte[] onePage;
  private int count;

  Batch(int most, int pageBytes) {
    this.pageBytes = pageBytes;
    pages = new int[most];
    tags = new int[most];
    content = AlignedBuffers.allocate((most + 1) * pageBytes);
    onePage = new byte[pageBytes];
  }

  /** Returns the number of pages in several batches. */
  static int pages(Batch[] batches) {
    int pages = 0;
    for (Batch batch : batches) {
      pages += batch.count;
    }
    return pages;
  }

  /** Returns the index of the batch with the most pages. */
  static int fullest(Batch[] batches) {
    int fullest = 0;
    for (int i = 1; i < batches.length; i++) {
      fullest = batches[i].count > batches[fullest].count ? i : fullest;
    }
    return fullest;
  }

  int count() {
    return count;
  }

  boolean isFull() {
    return count == pages.length;
  }

  int room() {
    return pages.length - count;
  }

  int page(int slot) {
    return pages[slot];
  }

  /** Returns the buffer with the content of all waiting pages. */
  ByteBuffer content() {
    return content;
  }

  /**
   * Returns the index in the buffer at which the content of a page begins.
   *
   * @param slot slot of the page, from {@link #add}
   */
  int at(int slot) {
    return (slot + 1) * pageBytes;
  }

  /**
   * Adds a page and returns its slot, which is its position in the batch. The caller then writes
   * the content of the page to the buffer at {@link #at}.
   */
  int add(int page, int tag) {
    pages[count] = page;
    tags[count] = tag;
    return count++;
  }

  void tag(int slot, int tag) {
    tags[slot] = tag;
  }

  /** Removes a page from the batch. Other pages keep their slots. */
  void drop(int slot) {
    pages[slot] = VOID;
  }

  /**
   * Moves pages to slots that {@link #drop} has left empty, so that the used slots follow each
   * other. Slots of pages can change.
   */
  void closeGaps() {
    int to = 0;
    for (int from = 0; from < count; from++) {
      if (pages[from] == VOID) {
        continue;
      }
      if (to < from) {
        pages[to] = pages[from];
        tags[to] = tags[from];
        content.put(at(to), content, at(from), pageBytes);
      }
      to++;
    }
    count = to;
  }

  /**
   * Removes the first {@code removed} pages, which are no gaps. The slots of the other pages become
   * smaller by this number.
   */
  void removeFirst(int removed) {
    for (int slot = 0; slot < removed; slot++) {
      pages[slot] = VOID;
    }
    closeGaps();
  }

  /**
   * Returns the number of bytes of a page up to its last byte that is not zero, rounded up to whole
   * words.
   */
  int usedBytes(int slot) {
    int used = pageBytes;
    while (used > 0 && content.getLong(at(slot) + used - Long.BYTES) == 0) {
      used -= Long.BYTES;
    }
    return used;
  }

  /**
   * Moves a page to the first slot. The pages before it move up by one slot. The caller must record
   * the new slots.
   */
  void moveToFront(int slot) {
    int page = pages[slot];
    int tag = tags[slot];
    content.get(at(slot), onePage);
    for (int i = slot; i > 0; i--) {
      pages[i] = pages[i - 1];
      tags[i] = tags[i - 1];
      content.put(at(i), content, at(i - 1), pageBytes);
    }
    pages[0] = page;
    tags[0] = tag;
    content.put(at(0), onePage);
  }

  /** Returns the first {@code end} pages. */
  int[] pages(int end) {
    return Arrays.copyOf(pages, end);
  }

  /** Returns the tags of the first {@code end} pages. */
  int[] tags(int end) {
    return Arrays.copyOf(tags, end);
  }
}

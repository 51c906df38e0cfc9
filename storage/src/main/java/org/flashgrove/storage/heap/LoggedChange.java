package org.flashgrove.storage.heap;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.storage.heap.page.HeapCell;
import org.flashgrove.storage.heap.page.HeapPage;

/** Applies logged changes to pages during replay. */
public final class LoggedChange {
  /** Gives access to the pages that a change modifies. */
  public interface Pages {
    /** Returns an image of an existing page, which the caller may change. */
    HeapPage change(long pageId);

    /** Returns a new, empty image of a page. Previous content of the page is discarded. */
    HeapPage format(int kind, long pageId);
  }

  private final Pages pages;

  /** Creates an object that applies changes to {@code pages}. */
  public LoggedChange(Pages pages) {
    this.pages = pages;
  }

  /**
   * Applies a change.
   *
   * @throws DamagedStoreException if the change does not fit the page
   */
  public void apply(long frame, int kind, long pageId, int slot, byte[] bytes, int length) {
    switch (kind) {
      case HeapChanges.FORMAT -> pages.format(HeapPage.DATA, pageId);
      case HeapChanges.FREE -> pages.format(HeapPage.FREE, pageId);
      case HeapChanges.OVERFLOW ->
          overflow(pages.format(HeapPage.OVERFLOW, pageId), frame, bytes, length);
      case HeapChanges.INSERT, HeapChanges.REPLACE ->
          put(data(frame, pageId, slot, kind == HeapChanges.REPLACE), frame, slot, bytes, length);
      default -> data(frame, pageId, slot, true).remove(slot);
    }
  }

  static DamagedStoreException damaged(long frame, long pageId, String cause) {
    return new DamagedStoreException("log", "frame " + frame + ", heap page " + pageId, cause);
  }

  private static void overflow(HeapPage page, long frame, byte[] bytes, int length) {
    int payload = length - HeapFile.OVERFLOW_HEAD;
    if (payload < 1 || payload > HeapPage.payloadCapacity(page.pageSize())) {
      throw damaged(frame, page.pageId(), "impossible overflow page of " + payload + " bytes");
    }
    ByteBuffer record = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    page.overflow(record.getLong(0), record.getLong(8), (int) record.getLong(16), payload);
    page.bytes().put(HeapPage.HEADER_BYTES, bytes, HeapFile.OVERFLOW_HEAD, payload);
  }

  private HeapPage data(long frame, long pageId, int slot, boolean used) {
    HeapPage page = pages.change(pageId);
    if (page.kind() != HeapPage.DATA || page.isUsed(slot) != used) {
      throw damaged(frame, pageId, "slot " + slot + " does not match the logged change");
    }
    return page;
  }

  private static void put(HeapPage page, long frame, int slot, byte[] bytes, int length) {
    ByteBuffer cell = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    if (!HeapCell.isPossible(cell, 0, length) || !page.hasRoom(slot, length)) {
      throw damaged(
          frame, page.pageId(), "slot " + slot + " cannot take this cell of " + length + " bytes");
    }
    page.put(slot, bytes, length);
  }
}

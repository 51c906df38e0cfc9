package org.flashgrove.storage.placement;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.storage.page.PageChecksum;

/**
 * Copies page images from the end of the file to free slots at its front, in batches. For each
 * batch, this class writes the images, reports the moves to the listener, and then changes the page
 * maps. An image is verified only by its checksum, which all kinds of pages store at the same
 * offset.
 */
final class ForwardMoves {
  private static final int BATCH_BYTES = 1 << 18;

  private final PageStore store;
  private final String file;
  private final long end;
  private final FreePages pages;
  private final MoveListener listener;
  private final int pageSize;
  private final int batchPages;
  private final ByteBuffer batch;
  private final ByteBuffer one;
  private final long[] oneSlot = new long[1];
  private final long[] slots;
  private final long[] pageIds;
  private final long[] places;
  private final long[] versions;
  private int batched;
  private long moved;

  /** Creates an object that moves images out of slot {@code end} and all later slots. */
  ForwardMoves(PageStore store, String file, long end, FreePages pages, MoveListener listener) {
    this.store = store;
    this.file = file;
    this.end = end;
    this.pages = pages;
    this.listener = listener;
    pageSize = store.pageSize();
    batchPages = Math.max(1, BATCH_BYTES / pageSize);
    batch = AlignedBuffers.allocate(batchPages * pageSize);
    one = AlignedBuffers.allocate(pageSize).order(ByteOrder.LITTLE_ENDIAN);
    slots = new long[batchPages];
    pageIds = new long[batchPages];
    places = new long[batchPages];
    versions = new long[batchPages];
  }

  /** Returns the number of images moved. */
  long moved() {
    return moved;
  }

  /** Moves the images of a structure. */
  void move(int structure, PageMap map) {
    for (long pageId = 0; pageId < map.pageBound(); pageId++) {
      long place = map.place(pageId);
      if (PageMap.isStored(place) && PageMap.slot(place) >= end) {
        read(place);
        slots[batched] = pages.takeFirstFree();
        batch.put(batched * pageSize, one, 0, pageSize);
        pageIds[batched] = pageId;
        places[batched] = PageMap.place(slots[batched], PageMap.checksum(place));
        versions[batched++] = map.version(pageId);
        if (batched == batchPages) {
          finishBatch(structure);
        }
      }
    }
    finishBatch(structure);
  }

  private void read(long place) {
    oneSlot[0] = PageMap.slot(place);
    store.read(oneSlot, 1, one);
    if (PageChecksum.stored(one) != PageMap.checksum(place) || !PageChecksum.matches(one)) {
      throw new DamagedStoreException(
          file,
          "page " + oneSlot[0],
          "does not contain the image that the page map names; no page was moved");
    }
  }

  private void finishBatch(int structure) {
    if (batched == 0) {
      return;
    }
    store.write(slots, batched, batch);
    listener.moved(structure, batched, pageIds, places, versions);
    for (int i = 0; i < batched; i++) {
      pages.stored(structure, pageIds[i], slots[i], PageMap.checksum(places[i]), versions[i]);
    }
    moved += batched;
    batched = 0;
  }
}

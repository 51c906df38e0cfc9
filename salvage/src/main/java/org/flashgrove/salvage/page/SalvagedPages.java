package org.flashgrove.salvage.page;

import java.nio.ByteBuffer;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.placement.PageMap;

/**
 * Pages of one structure in a damaged store: all images that were found in the slots, and for each
 * page the image that is current according to the page map and the log.
 *
 * <p>Callers must first call {@link #settle}, {@link #readLog} and {@link #reportLosses}, in this
 * order, and then the other methods.
 */
public final class SalvagedPages {
  private final SalvagedStore store;
  private final int number;
  private final long tag;
  private final ImageIndex images = new ImageIndex();
  private final MapSalvage map;
  private final SalvagedLog log;
  private final LoggedPages logged = new LoggedPages();
  private boolean hasMoves;

  SalvagedPages(SalvagedStore store, int number, long tag) {
    this.store = store;
    this.number = number;
    this.tag = tag;
    map = new MapSalvage(store.slots(), number, store.storeTag());
    log = new SalvagedLog(store.log(), store.losses()::add);
  }

  /** Returns the tag that binds pages to the structure. */
  public long tag() {
    return tag;
  }

  /** Returns the intact images of pages. */
  public ImageIndex images() {
    return images;
  }

  /** Returns the readable part of the page map. */
  public MapSalvage map() {
    return map;
  }

  /** Returns the pages that the log names. */
  public LoggedPages logged() {
    return logged;
  }

  /** Returns the remaining log. */
  public SalvagedLog log() {
    return log;
  }

  /**
   * Determines the current chunks of the page map. If the log contains no commits, also chooses the
   * state of the log that is used. Must be called after all slots were scanned.
   */
  public void settle() {
    if (!store.isInPlace()) {
      map.settle(log.newestCheckpoint());
      map.reportLosses(store.losses()::add);
    }
    log.findState(store.isInPlace() ? 0 : map.sequence());
  }

  /**
   * Visits the parts of the log that belong to this structure, and notes the moves of its pages in
   * {@link #logged}. A frame with impossible content is treated as missing. The log can be read
   * several times.
   *
   * @param sections receives the parts of frames that contain changes of the structure
   */
  public void readLog(AppendLog.FrameVisitor sections) {
    log.visit(
        (frame, type, words, length) -> {
          try {
            if (type != StoreLog.MOVE) {
              StoreLog.visitSections(number, frame, type, words, length, sections);
            } else if (!hasMoves) {
              StoreLog.visitMoves(
                  frame,
                  words,
                  length,
                  (moveFrame, structure, pageId, place, version) -> {
                    if (structure == number && log.isNewer(moveFrame, pageId, map)) {
                      move(pageId, place, version);
                    }
                  });
            }
          } catch (DamagedStoreException e) {
            log.miss(frame);
            store.losses().add("log, frame " + frame + ": " + e.getMessage());
          }
        });
    hasMoves = true;
    if (logged.isFull()) {
      log.missAll();
      store.losses().add("log: names more pages than can be looked after, or impossible ones");
    }
  }

  private void move(long pageId, long place, long version) {
    int image = at(pageId, place);
    if (image != ImageIndex.NONE || place == PageMap.DELETED) {
      logged.move(pageId, image, version);
    }
  }

  private int at(long pageId, long place) {
    return PageMap.isStored(place)
        ? images.find(pageId, PageMap.slot(place), PageMap.checksum(place))
        : ImageIndex.NONE;
  }

  /**
   * Reports the lost parts of the log.
   *
   * @param isStartKnown whether frames before the first remaining frame do not matter
   */
  public void reportLosses(boolean isStartKnown) {
    log.reportLosses(isStartKnown, images, store.isInPlace() ? null : map);
  }

  /**
   * Returns the image of a page that is current according to the page map and the log. If they do
   * not tell which image is current, returns the newest image. Returns {@link ImageIndex#NONE} if
   * the page has no current image.
   */
  public int current(long pageId) {
    if (store.isInPlace()) {
      return images.any(pageId);
    }
    int noted = logged.find(pageId);
    if (logged.isMovedAway(noted)) {
      return ImageIndex.NONE;
    }
    int moved = logged.movedTo(noted);
    long place = map.place(pageId);
    int mapped = at(pageId, place);
    // If no superblock says which moves the map contains, the newer of the two images is used.
    int best = images.version(moved) >= images.version(mapped) ? moved : mapped;
    boolean isByMap = map.isConfirmed(pageId);
    if (best == ImageIndex.NONE
        // Images that are not of a whole map and its state were written after that checkpoint.
        ? isByMap && place == PageMap.DELETED || log.isState() && map.isComplete()
        : isByMap || best == moved) {
      return best;
    }
    int newest = images.newest(pageId, log.newestFrame() == 0 ? Long.MAX_VALUE : log.newestFrame());
    return images.version(newest) > images.version(best) ? newest : best;
  }

  /**
   * Returns the number of the frame that deleted a page according to the log or the page map.
   * Changes of the page up to this frame are obsolete. Returns -1 if neither says that the page was
   * deleted.
   */
  public long deletion(long pageId) {
    int noted = logged.find(pageId);
    if (logged.isMovedAway(noted)) {
      return logged.movedAt(noted);
    }
    boolean isDeleted = map.isConfirmed(pageId) && map.place(pageId) == PageMap.DELETED;
    return isDeleted ? map.version(pageId) : -1;
  }

  /** Returns whether the page map or the page's newest move says that this image is current. */
  public boolean isConfirmed(long pageId, int image) {
    if (image == ImageIndex.NONE
        || store.isInPlace()
        || image == logged.movedTo(logged.find(pageId))) {
      return image != ImageIndex.NONE;
    }
    return image == at(pageId, map.place(pageId))
        && (map.isConfirmed(pageId) || store.isEverySlotKnown());
  }

  /** Reads an image from its slot. Returns false if it cannot be read. */
  public boolean read(int image, ByteBuffer into) {
    return store.slots().read(images.slot(image), into);
  }
}

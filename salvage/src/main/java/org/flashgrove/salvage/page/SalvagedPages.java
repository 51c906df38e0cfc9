package org.flashgrove.salvage.page;

import java.nio.ByteBuffer;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.placement.PageMap;

/**
 * Pages of one structure, reconstructed from slots, page map and log of a damaged store: the images
 * that exist, and the current image of each page.
 *
 * <p>Methods are called in this order: {@link #settle}, {@link #readLog}, {@link #reportLosses};
 * the others after them.
 */
public final class SalvagedPages {
  private final SalvagedStore store;
  private final int number;
  private final long tag;
  private final ImageIndex images = new ImageIndex();
  private final MapSalvage map;
  private final SalvagedLog log;

  /** Receives the moves of pages. */
  @FunctionalInterface
  public interface Moves {
    /**
     * Receives a move that is newer than the page map.
     *
     * @param image the image it names, or {@link ImageIndex#NONE} if the page is deleted
     * @param version number of the newest frame whose changes the image holds, or whose changes of
     *     the page count no more since it is deleted
     */
    void moved(long pageId, int image, long version);
  }

  SalvagedPages(SalvagedStore store, int number, long tag) {
    this.store = store;
    this.number = number;
    this.tag = tag;
    map = new MapSalvage(store.slots(), number, store.storeTag());
    log = new SalvagedLog(store.log(), store.losses()::add);
  }

  /** Returns the number of the structure in its store. */
  public int number() {
    return number;
  }

  /** Returns what binds pages to the structure. */
  public long tag() {
    return tag;
  }

  /** Returns the sound images of pages. */
  public ImageIndex images() {
    return images;
  }

  /** Returns the remaining page map. */
  public MapSalvage map() {
    return map;
  }

  /** Returns the remaining log. */
  public SalvagedLog log() {
    return log;
  }

  /** Finds page map and state, after the slots were looked through. */
  public void settle() {
    if (!store.isInPlace()) {
      map.settle(log.newestCheckpoint());
      map.reportLosses(store.losses()::add);
    }
    log.findState(store.isInPlace() ? 0 : map.sequence());
  }

  /**
   * Visits the moves and the sections of the structure. A frame that no commit can have written
   * counts as missing.
   */
  public void readLog(Moves moves, AppendLog.FrameVisitor sections) {
    log.visit(
        (frame, type, words, length) -> {
          try {
            if (type == StoreLog.MOVE) {
              StoreLog.visitMoves(
                  frame,
                  words,
                  length,
                  (moveFrame, structure, pageId, place, version) -> {
                    if (structure == number && log.isNewer(moveFrame, pageId, map)) {
                      move(moves, pageId, place, version);
                    }
                  });
            } else {
              StoreLog.visitSections(number, frame, type, words, length, sections);
            }
          } catch (DamagedStoreException e) {
            log.miss(frame);
            store.losses().add("log, frame " + frame + ": " + e.getMessage());
          }
        });
  }

  /** Visits the sections once more; what is impossible was noted before. */
  public void readLogAgain(AppendLog.FrameVisitor sections) {
    log.visit(
        (frame, type, words, length) -> {
          try {
            StoreLog.visitSections(number, frame, type, words, length, sections);
          } catch (DamagedStoreException e) {
            return; // noted when the log was looked through
          }
        });
  }

  private void move(Moves moves, long pageId, long place, long version) {
    int image = at(pageId, place);
    if (image != ImageIndex.NONE || place == PageMap.DELETED) {
      moves.moved(pageId, image, version);
    }
  }

  private int at(long pageId, long place) {
    return PageMap.isStored(place)
        ? images.find(pageId, PageMap.slot(place), PageMap.checksum(place))
        : ImageIndex.NONE;
  }

  /**
   * Reports what is lost of the log.
   *
   * @param isStartKnown whether no frame before the first that is left can matter
   */
  public void reportLosses(boolean isStartKnown) {
    log.reportLosses(isStartKnown, images, store.isInPlace() ? null : map);
  }

  /**
   * Returns the current image of a page as far as it is known, or {@link ImageIndex#NONE}.
   *
   * @param moved the image that its newest move names, or {@link ImageIndex#NONE}
   * @param isMovedAway whether that move says that the page is deleted
   */
  public int current(long pageId, int moved, boolean isMovedAway) {
    if (store.isInPlace()) {
      return images.any(pageId);
    }
    if (isMovedAway) {
      return ImageIndex.NONE;
    }
    long place = map.place(pageId);
    int mapped = at(pageId, place);
    // If no superblock says which moves the map contains, the newer of the two counts.
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
   * Returns the number of the newest frame whose changes of a page without an image count no more,
   * as the page map says that it was deleted since then; -1 if it does not.
   */
  public long deletion(long pageId) {
    boolean isDeleted = map.isConfirmed(pageId) && map.place(pageId) == PageMap.DELETED;
    return isDeleted ? map.version(pageId) : -1;
  }

  /** Returns whether the page map or the newest move names the current image of a page. */
  public boolean isConfirmed(long pageId, int image, int moved) {
    if (image == ImageIndex.NONE || store.isInPlace() || image == moved) {
      return image != ImageIndex.NONE;
    }
    return image == at(pageId, map.place(pageId))
        && (map.isConfirmed(pageId) || store.isEverySlotKnown());
  }

  /** Reads the slot of an image. */
  public boolean read(int image, ByteBuffer into) {
    return store.slots().read(images.slot(image), into);
  }
}

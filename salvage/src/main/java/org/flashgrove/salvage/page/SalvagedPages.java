package org.flashgrove.salvage.page;

import java.nio.ByteBuffer;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.placement.PageMap;

/**
 * Pages of one structure in a damaged store: all images that were found in the slots, and the
 * current image of each page according to the page map and the log.
 *
 * <p>Callers first call {@link #settle}, {@link #readLog} and {@link #reportLosses}, in this order,
 * and then the other methods.
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
     * @param image the image to which the move refers, or {@link ImageIndex#NONE} if the page was
     *     deleted
     * @param version number of the newest frame whose changes the image contains; for a deleted
     *     page, changes up to this frame are obsolete
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

  /** Returns the tag that binds pages to the structure. */
  public long tag() {
    return tag;
  }

  /** Returns the intact images of pages. */
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

  /**
   * Determines the page map, and the state of a log without commits. Called after all slots were
   * scanned.
   */
  public void settle() {
    if (!store.isInPlace()) {
      map.settle(log.newestCheckpoint());
      map.reportLosses(store.losses()::add);
    }
    log.findState(store.isInPlace() ? 0 : map.sequence());
  }

  /**
   * Visits the parts of the log that concern this structure. A frame with impossible content is
   * treated as missing.
   *
   * @param moves receives the moves of the structure's pages
   * @param sections receives the sections of frames that contain changes of the structure
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

  /**
   * Visits again the sections that {@link #readLog} visited. Skips frames with impossible content,
   * which {@code readLog} found.
   */
  public void readLogAgain(AppendLog.FrameVisitor sections) {
    log.visit(
        (frame, type, words, length) -> {
          try {
            StoreLog.visitSections(number, frame, type, words, length, sections);
          } catch (DamagedStoreException e) {
            return; // readLog has reported this frame
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
   * Reports the lost parts of the log.
   *
   * @param isStartKnown whether frames before the first remaining frame cannot matter
   */
  public void reportLosses(boolean isStartKnown) {
    log.reportLosses(isStartKnown, images, store.isInPlace() ? null : map);
  }

  /**
   * Returns the image of a page that is current as far as the remaining files show, or {@link
   * ImageIndex#NONE}.
   *
   * @param moved the image to which the page's newest move refers, or {@link ImageIndex#NONE}
   * @param isMovedAway whether the page is deleted according to its newest move
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
   * Returns the number of the frame up to which changes of a page are obsolete, because the page
   * map shows that the page was deleted then. Returns -1 if the map shows no deletion.
   */
  public long deletion(long pageId) {
    boolean isDeleted = map.isConfirmed(pageId) && map.place(pageId) == PageMap.DELETED;
    return isDeleted ? map.version(pageId) : -1;
  }

  /** Returns whether the page map or the page's newest move refers to this image. */
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

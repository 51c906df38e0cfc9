package org.flashgrove.storage.log.role;

import java.util.Map;

/**
 * A structure whose content is restored from the log when its store opens.
 *
 * <p>Calls when the store opens, in this order: {@link #holds} and {@link #lostMove} for pages that
 * MOVE frames name ({@code placement=free}), {@link #startReplay}, {@link #replay} for each frame
 * or section of the structure in the order of the log, {@link #finishReplay}.
 */
public interface Replayable extends NumberedStructure {
  /**
   * Returns whether FLUSH frames record which changes are on the device. If not, the versions of
   * pages do, and {@link #startReplay} receives an empty map.
   */
  default boolean readsFlushes() {
    return false;
  }

  /**
   * Returns whether the slot of a place holds the image of that place: a sound page of this
   * structure with this id and with the checksum that the place names. Called only with {@code
   * placement=free}.
   *
   * @param place slot and checksum of an image, see {@link
   *     org.flashgrove.storage.placement.PageMap}
   */
  boolean holds(long pageId, long place);

  /**
   * Reports that an image which a MOVE frame names is not in its slot, so that an older image of
   * the page is the stored one. The log holds the changes since, except those of pages that were
   * written whole before their commit: a structure that writes such pages refuses, while it
   * replays, a page whose content is lost.
   *
   * @param version version of the oldest lost image that is newer than the stored one
   */
  default void lostMove(long pageId, long version) {
    // every page can be made again from the log
  }

  /**
   * Begins replaying. The page map is up to date: it names the stored image of each page, and that
   * image's version.
   *
   * @param lastFlush for each page id the number of the last FLUSH frame that names it, if {@link
   *     #readsFlushes()}; else empty
   */
  void startReplay(Map<Long, Long> lastFlush);

  /**
   * Returns an action that gives this structure the content of the same structure of another store,
   * which was opened for reading the same files and stays as it is. The store runs the action
   * before it replays the frames that the other store lacks. Returns null if this structure needs
   * all frames.
   */
  default Runnable takeOver(Replayable other) {
    return null;
  }

  /**
   * Replays a frame of the structure, or the structure's section of one. The structure leaves out
   * changes that its stored pages hold already.
   *
   * @param frame number of the frame
   * @param type type of the frame or section
   * @param words its words from index 0; valid during the call only
   * @param length number of its words
   * @throws org.flashgrove.core.failure.DamagedStoreException if neither a commit nor a compaction
   *     can have written it
   */
  void replay(long frame, int type, long[] words, int length);

  /**
   * Ends replaying; the structure can be used from now on.
   *
   * @param lastFrame number of the newest commit
   * @return how many changes were applied, and how many were on the device already
   */
  Replayed finishReplay(long lastFrame);
}

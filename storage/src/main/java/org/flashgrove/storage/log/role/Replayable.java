package org.flashgrove.storage.log.role;

import java.util.Map;

/**
 * A structure that restores its content from the log when its store opens.
 *
 * <p>The store calls the methods in this order: {@link #holds} and {@link #lostMove} for pages in
 * MOVE frames ({@code placement=free}), then {@link #startReplay}, then {@link #replay} for each
 * frame or section of the structure in log order, then {@link #finishReplay}.
 */
public interface Replayable extends NumberedStructure {
  /**
   * Returns whether the structure uses FLUSH frames to find out which changes are already on the
   * device. If not, it compares changes with page versions, and {@link #startReplay} receives an
   * empty map.
   */
  default boolean readsFlushes() {
    return false;
  }

  /**
   * Returns whether a slot contains the expected image: an intact page of this structure with this
   * id and the checksum in {@code place}. The store calls this only with {@code placement=free}.
   *
   * @param place slot and checksum of an image, see {@link
   *     org.flashgrove.storage.placement.PageMap}
   */
  boolean holds(long pageId, long place);

  /**
   * Reports that a crash lost an image to which a MOVE frame refers, so that only an older image of
   * the page is stored. Usually the log contains all changes made since the older image. The log
   * lacks these changes if the page was written directly to the device before its commit. In that
   * case the structure must report the page as damaged during replay.
   *
   * @param version version of the lost image; if several images that are newer than the stored
   *     image were lost, the version of the oldest of them
   */
  default void lostMove(long pageId, long version) {
    // the default can rebuild every page from the log
  }

  /**
   * Starts the replay. The page map is already up to date: it has the slot and the version of each
   * stored page image.
   *
   * @param lastFlush number of the last FLUSH frame for each page id; empty unless {@link
   *     #readsFlushes()}
   */
  void startReplay(Map<Long, Long> lastFlush);

  /**
   * Returns an action that copies the content of {@code other}, which is the same structure in
   * another open instance of the store. That instance was opened for reading and does not change.
   * The store runs the action before it replays the frames that the other instance has not
   * replayed.
   *
   * @return the action, or null if this structure must replay all frames itself
   */
  default Runnable takeOver(Replayable other) {
    return null;
  }

  /**
   * Called after the structure copied the content of another instance, which had replayed the
   * frames up to {@code taken}. Returns the number of the frame after which replay must start. The
   * result is less than {@code taken} if the structure needs some of these frames for changes that
   * are not on its pages.
   */
  default long settledFrame(long taken) {
    return taken;
  }

  /**
   * Replays a frame of the structure, or the structure's section of a frame. The structure skips
   * changes that its stored pages already contain.
   *
   * @param frame number of the frame
   * @param type type of the frame or section
   * @param words content, from index 0; valid only during the call
   * @param length number of words
   * @throws org.flashgrove.core.failure.DamagedStoreException if the content is malformed
   */
  void replay(long frame, int type, long[] words, int length);

  /**
   * Ends the replay. The structure is usable from now on.
   *
   * @param lastFrame number of the newest commit
   * @return number of changes applied, and number of changes that were already on the device
   */
  Replayed finishReplay(long lastFrame);
}

package org.flashgrove.storage.log;

import java.util.Map;
import org.flashgrove.core.component.WaitingCommits;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.storage.log.commit.PageHistory;

/**
 * A structure of a store, a tree, a heap file or an index of components, as {@link LoggedStore}
 * sees it. The structure stages changes in one open operation and keeps its pages; the store writes
 * the log, numbers commits, makes barriers and calls the structure at each step.
 *
 * <p>Calls when the store opens, in this order: {@link #holds} and {@link #lostMove} for pages that
 * MOVE frames name ({@code placement=free}), {@link #startReplay}, {@link #replay} for each frame
 * or section of the structure in the order of the log, {@link #finishReplay}.
 *
 * <p>Calls of a commit, of the structure and its {@link #operation()}: {@link #makeRoom()}, {@link
 * #preserve}, {@link #describe}, {@link #publish}. If one of them fails the store refuses work
 * until it is opened again, so that a structure need not undo what it did by then.
 *
 * <p>Before frames leave the log (a compaction or a barrier), or a copy is taken: {@link
 * #unflushedBytes()} and perhaps {@link #flush()}, then {@link #content}.
 *
 * <p>All calls are made under the store's lock, one at a time, except {@link #number()}, {@link
 * #fileName()}, {@link #operation()}, {@link #writeFailure()}, and {@link #content} of a structure
 * that {@link #isStillBetweenCommits}.
 *
 * <p>{@link StoreLog} lists the types of frames.
 */
public interface LogParticipant {
  /**
   * Returns the number of the structure in its store, 0 or more: no two structures have the same,
   * and it stays when the store is opened again. Sections, moves and page maps name the structure
   * by it.
   */
  int number();

  /** Returns the name of the file that holds its pages, for events. */
  String fileName();

  /**
   * Returns whether its pages are among the slots that the structures of a store share. Otherwise
   * it has a file of its own and makes that durable itself, and a copy of the store copies that,
   * too.
   */
  default boolean sharesSlots() {
    return true;
  }

  /**
   * Returns whether an edit since the structure was opened has changed which blocks of its file are
   * valid. Closing then records the newest frame in a superblock, so that an older log is refused.
   */
  default boolean isEdited() {
    return false;
  }

  // Opening

  /**
   * Returns whether FLUSH frames say which changes are on the device. Otherwise the versions of
   * pages do, and {@link #startReplay} gets an empty map.
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

  // A commit

  /**
   * Makes room for commits that wait until they are logged and published together, and returns
   * where they do; null if the next one is to be published at once.
   */
  default WaitingCommits startWaiting() {
    return null;
  }

  /**
   * Opens the operation with all commits that wait: {@link #describe} appends a section for each,
   * and {@link #publish} is called with the number of the last.
   */
  default void openWaiting() {
    throw new UnsupportedOperationException("no commit waits");
  }

  /** Returns the changes that are staged: always the same object. */
  StructureOperation operation();

  /**
   * Writes earlier changes to the device, if memory requires it, so that the staged ones fit. Pages
   * that the operation wrote whole, past the log, are made durable here.
   */
  void makeRoom();

  /**
   * Keeps the current images of the pages that the staged changes alter, as far as live snapshots
   * see them ({@link PageHistory}).
   *
   * @param newestLive number of the newest commit that a live snapshot reads, or {@link
   *     Commits#NONE} if no snapshot is live: then nothing is kept
   * @param until the number up to which, exclusive, these images are the current ones: above all
   *     published commits and not above the commit that follows
   */
  void preserve(long newestLive, long until);

  /**
   * Appends the section that holds the staged changes: one call of {@code section}. Replaying it
   * over the state before must give the state after. Not called with {@link SyncMode#BARRIER},
   * where commits are not logged.
   */
  void describe(AppendLog.FrameSink section);

  /**
   * Makes the staged changes current: new snapshots see them.
   *
   * @param frame number of the commit, which is that of its frame
   */
  void publish(long frame);

  /**
   * Drops images that were kept for snapshots and that no snapshot of commit {@code oldestLive} or
   * a later one sees; {@link Long#MAX_VALUE} if no snapshot is live.
   */
  void prune(long oldestLive);

  // The device

  /**
   * Returns about how many bytes of changes {@link #content} appends; 0 if all changes are on the
   * device.
   */
  long unflushedBytes();

  /** Returns the bytes of its own file that hold content; 0 if it has no file of its own. */
  default long ownFileBytes() {
    return 0;
  }

  /** Returns whether {@link #content} logs a changed page as a whole, however little changed. */
  default boolean logsWholePages() {
    return false;
  }

  /** Writes all changes to the device, without a sync. */
  void flush();

  /**
   * Appends sections that hold what the structure's pages on the device do not: its catalog and its
   * unflushed changes. A log that begins with these sections must restore the structure. What the
   * structure writes to the device instead, within this call, need not be appended.
   */
  void content(AppendLog.FrameSink sections);

  /**
   * Returns whether nothing but commits, flushes and maintenance changes what {@link #content}
   * appends, no query in particular. The store then calls it without the lock and writes each
   * section to the new log as it comes, so that neither the heap need have room for all of them nor
   * queries wait meanwhile.
   */
  default boolean isStillBetweenCommits() {
    return false;
  }

  /** What {@link #content} appends, in steps between which commits go on. */
  @FunctionalInterface
  interface ContentSteps {
    /**
     * Appends the next sections, few at a time; first, before other frames come, those that they
     * need. A log that begins with the sections of all steps and has between them the frames that
     * came between the steps must restore the structure.
     *
     * @return whether more steps follow
     */
    boolean next(AppendLog.FrameSink sections);
  }

  /**
   * Returns what {@link #content} appends in steps, from the first one on, or null if it must be
   * appended at once. Steps are not always taken to their end. They are made without the lock.
   */
  default ContentSteps contentSteps() {
    return null;
  }

  /**
   * Appends the sections of the log of a copy: as {@link #content} does, together with what stands
   * on the device and is not copied page by page.
   */
  default void copyContent(AppendLog.FrameSink sections) {
    content(sections);
  }

  /**
   * Makes durable the pages that were written in place. Called only with {@code placement=home}.
   */
  default void syncPages() {
    throw new UnsupportedOperationException("structure " + number() + " writes no page in place");
  }

  /**
   * Shortens its file by the free slots at the end. Called only with {@code placement=home}, and
   * for a structure with a file of its own.
   */
  default void giveEndBack() {
    throw new UnsupportedOperationException("structure " + number() + " writes no page in place");
  }

  /**
   * Returns the first failure of a write to the device, or null. After one the content of the
   * device is not known, and the store takes no changes.
   */
  StoreException writeFailure();

  /**
   * Returns whether all that commits so far left can be read after a write, a sync or a change of
   * the log has failed: nothing in memory was given up that the device does not hold, and nothing
   * is half done. Then queries go on.
   */
  default boolean isWholeAfterFailure() {
    return false;
  }

  /** Notes that the structure was dropped: it does no work of its own any more. */
  default void dropped() {
    // most work in commits alone
  }

  /** Frees the structure's memory; nothing is written. */
  void close();
}

package org.flashgrove.storage.log;

import java.util.Map;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.log.AppendLog;

/**
 * A structure of a store, a tree or a heap file, as the store sees it that writes its log: what the
 * structure staged is committed by {@link LoggedStore}, alone or together with what others staged.
 *
 * <p>All calls are made under the store's lock, one at a time, except those for the open operation
 * ({@link #join} to {@link #closeOperation}), which come from its thread.
 *
 * <p>Opening: {@link #holds} for images that moved, {@link #startReplay}, {@link #replay} section
 * by section, {@link #finishReplay}. A commit: {@link #makeRoom}, {@link #preserve}, {@link
 * #describe} into one frame with the others' sections, and {@link #publish}. Before frames leave
 * the log: {@link #content}, which brings to the device or appends what they held, then a barrier.
 */
public interface LogParticipant {
  /** Number of the structure in its store, 0 or more, as in sections, moves and the page map. */
  int number();

  /** Name of the file its pages are in, for events. */
  String fileName();

  // Opening

  /** Whether FLUSH frames tell which changes are on the device; else versions of pages do. */
  default boolean readsFlushes() {
    return false;
  }

  /** Whether exactly the image of a place of the page map stands in its slot. */
  boolean holds(long pageId, long place);

  /**
   * Notes that the image which a MOVE frame names does not stand in its slot, so that an older one
   * counts. The log holds what changed since, except for pages that were written whole before their
   * commit: with such a page its content is lost.
   *
   * @param version version of the oldest image lost, newer than the one that counts
   */
  default void lostMove(long pageId, long version) {
    // of no use to structures whose pages are all made from the log
  }

  /**
   * Begins replaying; the page map is up to date.
   *
   * @param lastFlush last FLUSH frame that names each page, if {@link #readsFlushes}
   */
  void startReplay(Map<Long, Long> lastFlush);

  /**
   * A frame of the structure's, or a section of one.
   *
   * @throws org.flashgrove.core.failure.DamagedStoreException if no commit can have written it
   */
  void replay(long frame, int type, long[] words, int length);

  /** Ends replaying a log up to a frame. */
  Replayed finishReplay(long lastFrame);

  // The open operation

  /**
   * Makes the open operation a part of a batch, which commits it or takes it back.
   *
   * @throws IllegalStateException if there is none, or it is a batch's already
   */
  void join(WriteBatch batch);

  /** Whether the open operation is a part of a batch. */
  boolean isIn(WriteBatch batch);

  /** The open operation is about to be committed: what it has held back is staged now. */
  default void prepare() {
    // most hold nothing back
  }

  /** Words, about, of the section that {@link #describe} appends; 0 if there is nothing to say. */
  long stagedWords();

  /**
   * No more changes to the open operation: it is being committed.
   *
   * @throws IllegalStateException if it cannot be
   */
  void seal();

  /** Closes the open operation; takes its changes back unless they are committed. */
  void closeOperation();

  // A commit

  /** Brings earlier changes to the device so that there is room for those staged now. */
  void makeRoom();

  /**
   * Keeps what staged changes will alter and live snapshots see.
   *
   * @param newestLive newest commit a snapshot looks at, or {@link Commits#NONE}
   * @param until a number later than every published commit's, and not later than this one's
   */
  void preserve(long newestLive, long until);

  /** Appends the section of the frame that commits what is staged. */
  void describe(AppendLog.FrameSink section);

  /** Makes what is staged current. */
  void publish(long frame);

  /** Drops what was kept for snapshots of commits before {@code oldestLive}. */
  void prune(long oldestLive);

  // The device

  /** Bytes, about, of what {@link #content} appends. */
  long unflushedBytes();

  /** Brings all changes to the device; does not sync. */
  void flush();

  /** Appends sections that hold everything that is not on the device. */
  void content(AppendLog.FrameSink sections);

  /** Makes pages written in place durable ({@code placement=home}). */
  default void syncPages() {
    throw new UnsupportedOperationException("structure " + number() + " writes no page in place");
  }

  /** Gives free slots at the end of the page file back ({@code placement=home}). */
  default void giveEndBack() {
    throw new UnsupportedOperationException("structure " + number() + " writes no page in place");
  }

  /** The first write that failed, or null: what the device holds since then is not known. */
  StoreException writeFailure();

  /** Frees memory. */
  void close();
}

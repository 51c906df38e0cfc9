package org.flashgrove.storage.node;

import org.flashgrove.core.log.AppendLog;

/**
 * A structure of a store, such as a tree, whose changes go through the store's log: what it staged
 * is committed by {@link LoggedStore}, alone or together with what others staged.
 *
 * <p>All calls are made under the store's lock, one at a time.
 */
interface LogParticipant {
  /** Number of the structure in its store, 0 or more. */
  int number();

  /** Brings earlier changes to the device so that there is room for those staged now. */
  void makeRoom();

  /**
   * Keeps what staged changes will alter and live snapshots see.
   *
   * @param newestLive newest commit a snapshot looks at, or -1 if there is none
   * @param until a number later than every published commit's, and not later than this one's
   */
  void preserve(long newestLive, long until);

  /** Appends the section of the frame that commits what is staged. */
  void describe(AppendLog.FrameSink section);

  /** Makes what is staged current. */
  void publish(long frame);

  /** Drops what was kept for snapshots of commits before {@code oldestLive}. */
  void prune(long oldestLive);

  /** A section of a frame, when the store is opened. */
  void replay(long frame, int type, long[] words, int length);

  /** Bytes, about, of what {@link #content} appends. */
  long unflushedBytes();

  /** Brings all changes to the device; does not sync. */
  void flush();

  /** Appends sections that hold everything that is not on the device. */
  void content(AppendLog.FrameSink sections);

  /** Frees memory. */
  void close();
}

package org.flashgrove.storage.heap;

/**
 * What shares a log with others: a heap file as whoever writes the log's frames sees it. A frame
 * may hold the staged words of several participants; a complete frame commits all of them.
 *
 * <p>The writer of the log
 *
 * <ul>
 *   <li>on opening, hands over the moves of the participant's pages ({@link #move}, {@link
 *       #movesRead}), makes a barrier if anything moved, then replays its words frame by frame, and
 *       ends with {@link #replayed};
 *   <li>to commit, appends {@link #stagedWords} with the others' words as one frame and calls
 *       {@link #publish}, or {@link #abandon} if the frame could not be appended;
 *   <li>before it drops frames from the log, calls {@link #flush} and makes a barrier, so that no
 *       page needs them any more.
 * </ul>
 */
public interface HeapParticipant {
  /** Number of the participant in the store, as in MOVE frames and the page map. */
  int tree();

  /** Words of the open operation, {@link #reservedWords()} unused ones in front included. */
  long[] stagedWords();

  /** Number of these words. */
  int stagedLength();

  /** How many words in front of the staged ones are the log writer's. */
  int reservedWords();

  /** The open operation's words are in the frame of this number: its changes are the newest. */
  void publish(long frame);

  /** Takes the open operation's changes back. */
  void abandon();

  /**
   * A MOVE frame's move of one page, oldest first; only of frames the page map does not contain.
   */
  void move(long pageId, long place, long version);

  /** All moves have been told; returns how many of them were lost in a crash. */
  long movesRead();

  /**
   * Applies words of a frame, except to pages that contain them already.
   *
   * @throws org.flashgrove.core.failure.DamagedStoreException if they are no changes
   */
  void replay(long frame, long[] words, int from, int to);

  /** The log has been replayed. */
  void replayed();

  /**
   * Writes everything published to pages, which MOVE frames tell.
   *
   * @param frame newest frame of the log, before those MOVE frames
   */
  void flush(long frame);
}

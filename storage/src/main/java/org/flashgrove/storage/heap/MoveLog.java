package org.flashgrove.storage.heap;

/** The log as the writer of pages sees it: where it tells that pages stand in new slots. */
public interface MoveLog {
  /**
   * Appends a MOVE frame: tree, number of moves, and for each of them page id, place, version, as
   * in {@code docs/log-format.md}. The frames of all changes the pages contain have been appended.
   */
  void moved(long[] words, int length);
}

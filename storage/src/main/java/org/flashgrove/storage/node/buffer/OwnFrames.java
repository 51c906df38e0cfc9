package org.flashgrove.storage.node.buffer;

import org.flashgrove.core.failure.DamagedStoreException;

/**
 * Finds the number of the frame that originally contained a change in a CONTENT frame.
 *
 * <p>A compaction of the log copies changes into CONTENT frames with new numbers. A page image that
 * is written later still has the number of the original frame as its version. Since log format 3, a
 * record of kind {@link ChangeKind#VERSION} therefore precedes the changes of a node. This record
 * holds the original number, so that replay applies no change twice. Older logs lack this record,
 * and the number of the CONTENT frame is used instead.
 */
public final class OwnFrames {
  private static final long NONE = -1;

  private long node = NONE;
  private long frame;

  /** Forgets the frame numbers of the previous log frame, because another log frame begins. */
  public void start() {
    node = NONE;
  }

  /**
   * Remembers the frame number that a change of kind VERSION contains. Ignores other changes.
   *
   * @param newest the largest frame number that the record may contain
   * @return whether the change is of kind VERSION
   * @throws DamagedStoreException if the frame number is too large
   */
  public boolean note(ChangeKind kind, long nodeId, long[] words, int at, long newest) {
    if (kind != ChangeKind.VERSION) {
      return false;
    }
    if (words[at] < 0 || words[at] > newest) {
      throw new DamagedStoreException(
          "log",
          "frame " + newest,
          "node " + nodeId + " was changed in the later frame " + words[at]);
    }
    node = nodeId;
    frame = words[at];
    return true;
  }

  /** Returns whether the log frame contains the original frame number of a node's changes. */
  public boolean isKnown(long nodeId) {
    return nodeId == node;
  }

  /**
   * Returns the number of the frame that originally contained a change of a node. The change was
   * found in frame {@code number}, perhaps as a copy by a compaction.
   */
  public long frameOf(long nodeId, long number) {
    return isKnown(nodeId) ? frame : number;
  }
}

package org.flashgrove.storage.node.buffer;

import org.flashgrove.core.failure.DamagedStoreException;

/**
 * Finds the frame as which the changes in a CONTENT frame count. A compaction gives its frames new
 * numbers, but an image written later has as its version the number of the frame that changed its
 * node. Logs from format 3 on name that number before the changes of each node ({@link
 * ChangeKind#VERSION}), so that replaying applies none of them twice. In older logs the number of
 * the CONTENT frame counts.
 */
public final class OwnFrames {
  private static final long NONE = -1;

  private long node = NONE;
  private long frame;

  /** Begins another frame of the log. */
  public void start() {
    node = NONE;
  }

  /**
   * Notes a change of kind VERSION, which names the frame as which the changes after it count;
   * returns whether the change is of that kind.
   *
   * @param newest the newest frame it may name
   * @throws DamagedStoreException if it names a later one
   */
  public boolean note(ChangeKind kind, long nodeId, long[] words, int at, long newest) {
    if (kind != ChangeKind.VERSION) {
      return false;
    }
    if (words[at] < 0 || words[at] > newest) {
      throw new DamagedStoreException(
          "log",
          "frame " + newest,
          "node " + nodeId + " was changed in frame " + words[at] + ", which comes later");
    }
    node = nodeId;
    frame = words[at];
    return true;
  }

  /** Returns whether the log names the frame as which the changes of a node count. */
  public boolean isKnown(long nodeId) {
    return nodeId == node;
  }

  /** Returns the frame as which a change in frame {@code number} counts. */
  public long frameOf(long nodeId, long number) {
    return isKnown(nodeId) ? frame : number;
  }
}

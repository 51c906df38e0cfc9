package org.flashgrove.storage.node;

import org.flashgrove.core.failure.DamagedStoreException;

/**
 * Which frame the changes in a CONTENT frame count as. A compaction numbers its frames anew, but an
 * image that is written later bears the number of the frame that its node was changed in. Logs from
 * format 3 on say that number before the changes of each node ({@link ChangeKind#VERSION}), so that
 * replaying takes none of them twice; without it the frame's own number counts, as in older logs.
 */
final class OwnFrames {
  private static final long NONE = -1;

  private long node = NONE;
  private long frame;

  /** Another frame of the log begins: nothing is known of its nodes. */
  void start() {
    node = NONE;
  }

  /**
   * Looks at a change; whether it is no change, but says as which frame those behind it count.
   *
   * @param newest the newest frame it may name
   * @throws DamagedStoreException if it names a later one
   */
  boolean note(ChangeKind kind, long nodeId, long[] words, int at, long newest) {
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

  /** Whether the log says as which frame the changes of a node count. */
  boolean isKnown(long nodeId) {
    return nodeId == node;
  }

  /** The frame as which a change counts that stands in frame {@code number}. */
  long of(long nodeId, long number) {
    return isKnown(nodeId) ? frame : number;
  }
}

package org.flashgrove.storage.node.pool;

import java.util.Arrays;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.replacement.ReplacementPolicy;
import org.flashgrove.storage.node.device.NodeDevice;

/**
 * Writes the dirty pages of a cache in three cases. When a page is evicted, it is written together
 * with the pages that would be evicted next. The replacement policy may have pages written that
 * stay in the cache. A flush writes all dirty pages. After a failed write this class writes nothing
 * more, because the store accepts no further changes.
 */
final class PoolWrites {
  private static final int GUEST = PoolFrames.GUEST;

  private final NodeDevice device;
  private final PoolFrames frames;
  private final ReplacementPolicy policy;

  /**
   * Policy positions of the pages that are written together with a victim, which is the page to be
   * evicted. {@link #behindIds} has their node ids.
   */
  private final int[] behind;

  private final long[] behindIds;
  private long flushes;
  private long flushedNodes;
  private boolean hasWritten;

  /**
   * Creates the writer of a cache.
   *
   * @param together maximum number of pages written in one batch when a dirty page must make room
   */
  PoolWrites(NodeDevice device, PoolFrames frames, ReplacementPolicy policy, int together) {
    this.device = device;
    this.frames = frames;
    this.policy = policy;
    behind = new int[together];
    behindIds = new long[together];
  }

  /** Runs a write unless an earlier write has failed. Returns whether it succeeded. */
  private boolean isWritten(Runnable write) {
    if (device.writeFailure() != null) {
      return false;
    }
    try {
      write.run();
      return true;
      // recorded by the device, so that the store accepts no further changes
    } catch (StoreException e) {
      return false;
    }
  }

  /**
   * Writes the page in the guest frame (the frame for a page that the policy refused). Returns
   * whether the write succeeded.
   */
  boolean guest(NodePage page) {
    hasWritten = true;
    return isWritten(() -> device.write(page, page.version()));
  }

  /**
   * Writes the dirty pages among the pages about to be evicted. If only one page is evicted and it
   * is dirty, also writes the dirty pages that would be evicted next.
   *
   * @return whether the writes succeeded
   */
  boolean victims(int[] positions, int count) {
    int together = count == 1 && frames.isDirty(positions[0] + 1) ? nextDirty(positions[0]) : 0;
    boolean written =
        isWritten(
            together > 1 ? () -> writeTogether(together) : () -> writeChanged(positions, count));
    for (int i = 0; i < together && written; i++) {
      if (behind[i] != positions[0]) {
        clean(behind[i]);
      }
    }
    return written;
  }

  /**
   * Finds the dirty pages that the policy would evict next, and returns their number. Returns 0 if
   * {@code victim} is not among these pages.
   */
  private int nextDirty(int victim) {
    if (behind.length == 1) {
      return 0;
    }
    int found = policy.nextDirty(behind);
    int dirty = 0;
    boolean holdsVictim = false;
    for (int i = 0; i < found; i++) {
      if (frames.isDirty(behind[i] + 1)) {
        holdsVictim |= behind[i] == victim;
        behind[dirty++] = behind[i];
      }
    }
    return holdsVictim ? dirty : 0;
  }

  /** Writes the pages found by {@link #nextDirty} in ascending order of their node ids. */
  private void writeTogether(int count) {
    for (int i = 0; i < count; i++) {
      behindIds[i] = policy.key(behind[i]);
    }
    Arrays.sort(behindIds, 0, count);
    hasWritten = true;
    device.startBatch();
    for (int i = 0; i < count; i++) {
      NodePage page = frames.page(frame(behindIds[i]));
      device.append(page, page.version());
    }
    device.finishBatch();
  }

  private void writeChanged(int[] positions, int count) {
    device.startBatch();
    for (int i = 0; i < count; i++) {
      int frame = positions[i] + 1;
      if (frames.isDirty(frame)) {
        hasWritten = true;
        device.append(frames.page(frame), frames.page(frame).version());
      }
    }
    device.finishBatch();
  }

  /** Writes pages that stay in their frames. */
  void staying(int[] positions, int count) {
    if (!isWritten(() -> writeAll(positions, count))) {
      return; // the pages stay dirty
    }
    for (int i = 0; i < count; i++) {
      clean(positions[i]);
    }
    flushes++;
    flushedNodes += count;
  }

  private void writeAll(int[] positions, int count) {
    hasWritten = true;
    device.startBatch();
    for (int i = 0; i < count; i++) {
      NodePage page = frames.page(positions[i] + 1);
      device.append(page, page.version());
    }
    device.finishBatch();
  }

  private void clean(int position) {
    frames.clean(position + 1);
    policy.clean(position);
  }

  /** Writes all dirty pages in one batch. */
  void all() {
    long[] nodeIds = frames.dirtyNodes();
    if (device.writeFailure() != null) {
      throw device.writeFailure();
    }
    if (nodeIds.length == 0) {
      return;
    }
    hasWritten = true;
    device.startBatch();
    for (long nodeId : nodeIds) {
      NodePage page = frames.page(frame(nodeId));
      device.append(page, page.version());
    }
    device.finishBatch();
    for (long nodeId : nodeIds) {
      int frame = frame(nodeId);
      frames.clean(frame);
      if (frame != GUEST) {
        policy.clean(frame - 1);
      }
    }
    flushes++;
    flushedNodes += nodeIds.length;
  }

  private int frame(long nodeId) {
    return frames.frame(nodeId, policy.position(nodeId));
  }

  /** Returns whether any page was written. */
  boolean hasWritten() {
    return hasWritten;
  }

  /** Returns the number of batches of pages that stayed in the cache after they were written. */
  long flushes() {
    return flushes;
  }

  /** Returns the number of pages in the batches that {@link #flushes} counts. */
  long flushedNodes() {
    return flushedNodes;
  }
}

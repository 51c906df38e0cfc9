package org.flashgrove.literature.buffer.units;

import org.flashgrove.core.node.NodePage;
import org.flashgrove.storage.node.buffer.ChangeConsumer;
import org.flashgrove.storage.node.buffer.ChangeKind;
import org.flashgrove.storage.node.buffer.Changes;
import org.flashgrove.storage.node.buffer.NodeBuffer;
import org.flashgrove.storage.node.device.NodeDevice;

/**
 * Base class of buffers that build the images of nodes themselves and have no log. A crash restores
 * the store to its last checkpoint.
 */
public abstract class UnloggedBuffer implements NodeBuffer {
  /** Device that stores the pages. */
  protected final NodeDevice device;

  private final ChangeConsumer publisher = this::publish;
  private long newestFrame;

  protected UnloggedBuffer(NodeDevice device) {
    this.device = device;
  }

  /** Adds a change of a node to the buffer, after the change was committed. */
  protected abstract void publish(
      ChangeKind kind, long nodeId, int level, long[] words, int at, int count);

  /** Returns the maximum number of bytes that a change needs in memory. */
  protected abstract long needBytes(ChangeKind kind, long nodeId, int level, int count);

  /** Returns the maximum number of bytes that the changes of an operation need in memory. */
  protected final long needBytes(Changes changes) {
    long[] bytes = {0};
    changes.forEach(
        (kind, nodeId, level, words, at, count) ->
            bytes[0] += needBytes(kind, nodeId, level, count));
    return bytes[0];
  }

  /** Returns the number of the newest frame whose changes were published. */
  protected final long newestFrame() {
    return newestFrame;
  }

  @Override
  public final ChangeConsumer changes(long frame) {
    newestFrame = frame;
    return publisher;
  }

  @Override
  public final boolean holds(long nodeId) {
    return true; // this class reads nodes itself, so nothing is announced to the device
  }

  @Override
  public final NodePage pinBuffered(long nodeId, int level) {
    return pin(nodeId, level);
  }

  @Override
  public final NodePage pinLoaded(NodePage stored) {
    throw new IllegalStateException("node " + stored.nodeId() + ": was read without its changes");
  }

  @Override
  public final boolean logsFlushes() {
    return false;
  }

  @Override
  public final void close() {
    // the pool owns the pages
  }
}

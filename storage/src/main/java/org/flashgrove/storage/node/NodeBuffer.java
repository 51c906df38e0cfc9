package org.flashgrove.storage.node;

import org.flashgrove.core.node.NodePage;

/**
 * What differs between node stores: how published changes are kept in memory and how they reach the
 * device. {@link LoggedNodeStore} does the rest (staging, log, catalog, ids, recovery).
 *
 * <p>Buffers see only published changes. They may write pages at any time; each write goes through
 * {@link NodeDevice}, which drains the log first. One thread at a time.
 */
public interface NodeBuffer extends AutoCloseable {
  /**
   * The current image of a node, pinned. Reads the device where the buffer has not the content.
   *
   * <p>A pinned image never changes: changes published while it is pinned go to a copy.
   */
  NodePage pin(long nodeId, int level);

  /** Gives back an image {@link #pin} gave. */
  void unpin(NodePage page);

  /**
   * Makes room for changes about to be published, by bringing earlier ones to the device. Called
   * before the changes are logged.
   */
  void makeRoom(Changes changes);

  /**
   * Where changes are published, numbered by the log frame that carries them. The same consumer
   * serves publishing and replaying; in replay a page may hold a change already, and room is made
   * once, by {@link #replayed()}.
   *
   * @param frame number of the frame whose changes follow
   */
  ChangeConsumer changes(long frame);

  /**
   * Drops what is buffered of a node whose image is about to be written whole, past this buffer:
   * the deletion of the node that had the id before must not reach the device after it.
   */
  void forget(long nodeId);

  /** Tells that replaying begins: {@link #changes} until {@link #replayed} come from the log. */
  void replaying();

  /** Tells that replaying has ended. */
  void replayed();

  /** Whether FLUSH frames in the log tell which changes are on the device already. */
  boolean logsFlushes();

  /** Brings all changes to the device. */
  void flush();

  /** Hands everything that is not on the device to a consumer, for a compacted log. */
  void unflushed(ChangeConsumer consumer);

  /** Figures at this moment. */
  BufferFigures figures();

  /** Frees memory; writes nothing. */
  @Override
  void close();
}

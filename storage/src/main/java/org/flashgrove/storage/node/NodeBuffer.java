package org.flashgrove.storage.node;

import org.flashgrove.core.node.NodePage;

/**
 * What differs between node stores: how published changes are kept in memory and how they reach the
 * device. {@link LoggedNodeStore} does the rest (staging, log, catalog, ids, snapshots, recovery).
 *
 * <p>Buffers see only published changes. They may write pages at any time; each write goes through
 * {@link NodeDevice}, which drains the log first.
 *
 * <p>All calls are made under the store's lock, except {@link #pinWarm}. Images are released to the
 * device's {@link org.flashgrove.storage.page.PagePool}, by any thread: a buffer that drops one
 * gives it to the pool, whether readers hold it or not. The version of an image is the number of
 * the newest frame it contains.
 */
public interface NodeBuffer extends AutoCloseable {
  /**
   * The image of a node, pinned, if it is at hand, else null. Called without the lock by any
   * thread; who gets an image calls {@link #noteWarm} later, under the lock.
   */
  default NodePage pinWarm(long nodeId) {
    return null;
  }

  /** Notes that a node's image was read by {@link #pinWarm}. */
  default void noteWarm(long nodeId) {
    // nothing is ever warm
  }

  /** Whether a read of a node would need no stored page; nothing is counted as read. */
  default boolean holds(long nodeId) {
    return false;
  }

  /**
   * The current image of a node, pinned, or null if {@link #pinLoaded} needs the stored page.
   *
   * <p>A pinned image never changes: changes published while it is pinned go to a copy.
   */
  NodePage pinBuffered(long nodeId, int level);

  /**
   * The current image of a node, pinned, after {@link #pinBuffered} gave null.
   *
   * @param stored the newest stored page of the node, just read; the buffer's from now on
   */
  NodePage pinLoaded(NodePage stored);

  /** The same as both together, with the device's read in between. */
  NodePage pin(long nodeId, int level);

  /**
   * Makes room for changes about to be published, by bringing earlier ones to the device. Called
   * before the changes are logged.
   */
  void makeRoom(Changes changes);

  /** Records that changes count as in the log, which differs from paper to paper. */
  default long logRecords(Changes changes) {
    return changes.records();
  }

  /**
   * Where changes are published, numbered by the log frame that carries them, those of one node
   * together. The same consumer serves publishing and replaying; in replay a page may hold a change
   * already, and room is made once, by {@link #replayed()}.
   *
   * @param frame number of the frame whose changes follow
   */
  ChangeConsumer changes(long frame);

  /** Tells that the changes of a frame are complete. */
  default void published() {
    // nothing waits for it
  }

  /**
   * Drops what is buffered of a node whose image is about to be written whole, past this buffer:
   * the deletion of the node that had the id before must not reach the device after it.
   */
  void forget(long nodeId);

  /** Tells that replaying begins: {@link #changes} until {@link #replayed} come from the log. */
  void replaying();

  /**
   * Tells, when replaying is about to end, which nodes there are: for buffers that find nodes on
   * pages of their own.
   *
   * @param freeIds ids up to {@code lastId} that no node has
   */
  default void retain(long lastId, long[] freeIds) {
    // finds nodes by the device's word
  }

  /** Whether changes of an id are of something that the buffer adds to nodes, and of no node. */
  default boolean isOwn(long nodeId) {
    return false;
  }

  /** Tells that replaying has ended. */
  void replayed();

  /** Whether FLUSH frames in the log tell which changes are on the device already. */
  boolean logsFlushes();

  /** Brings all changes to the device. */
  void flush();

  /** Bytes, about, of what {@link #unflushed} hands over. */
  long unflushedBytes();

  /** Hands everything that is not on the device to a consumer, for a compacted log. */
  void unflushed(ChangeConsumer consumer);

  /** Figures at this moment. */
  BufferFigures figures();

  /** Frees memory; writes nothing. */
  @Override
  void close();
}

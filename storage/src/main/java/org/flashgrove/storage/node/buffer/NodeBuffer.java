package org.flashgrove.storage.node.buffer;

import org.flashgrove.core.node.NodePage;
import org.flashgrove.storage.node.device.NodeDevice;
import org.flashgrove.storage.node.device.PageArea;

/**
 * Keeps the nodes of one tree in memory and brings changes to the device. Everything else that a
 * node store does is the same for all buffers and done by {@code LoggedNodeStore}: staging, the
 * log, the catalog, node ids, snapshots and recovery.
 *
 * <p>A buffer sees a change when it is committed, not before. The current image of a node is the
 * page stored for it on the {@link NodeDevice} with all changes that the buffer was given since, in
 * their order ({@link PageChanges#apply} applies one). When the buffer writes an image it holds all
 * of a frame's changes to its node or none. A buffer may write at any time: the device makes the
 * log durable enough first.
 *
 * <p>Calls in the order of a commit: {@link #makeRoom}, then (the frame is in the log) {@link
 * #changes}, then {@link #published()}. Of a read: {@link #pinWarm}, and if it returns null {@link
 * #pinBuffered}, and if that returns null {@link #pinLoaded} with the stored page. When a store
 * opens: {@link #replaying()}, {@link #changes} for each change of the log that is not on the
 * device, {@link #retain}, {@link #replayed()}.
 *
 * <p>All calls are made under the store's lock, by one thread at a time, except {@link #pinWarm},
 * which any thread may call at any time, and {@link #unflushed} of a buffer that {@link
 * #isStillBetweenCommits}.
 *
 * <p>Images are {@link NodePage}s of the device's {@link org.flashgrove.storage.page.PagePool}. A
 * pinned image never changes: a change of a node whose image a reader has pinned goes to a copy,
 * which is the current image from then on. The caller that got an image pinned releases it to the
 * pool. A buffer that drops an image gives it to the pool, whether readers have it pinned or not.
 * The version of an image ({@link NodePage#version()}) is the number of the newest frame whose
 * changes it holds.
 *
 * <p>Errors: a node that was deleted, or has another level than the caller says, ends in {@link
 * org.flashgrove.core.failure.DamagedStoreException}; a change that does not fit its page in {@link
 * org.flashgrove.core.node.NodeFullException}, which the store reports as damage.
 */
public interface NodeBuffer extends AutoCloseable {
  /**
   * Returns the current image of a node, pinned, if it can be found without the lock; otherwise
   * null. Called by any thread. For each image returned the store calls {@link #noteWarm} later,
   * under the lock. This default never finds one.
   *
   * @param nodeId a node id, which may be one that no node has
   */
  default NodePage pinWarm(long nodeId) {
    return null;
  }

  /**
   * Returns whether commits are logged in brief where that is shorter ({@code CompactChanges}). Who
   * does needs {@link #pinWarm}, which is called for it without a report.
   */
  default boolean logsInBrief() {
    return false;
  }

  /**
   * Returns whether the buffer accepts changes of kind {@link ChangeKind#PATCH}. If not, it may
   * reorder the entries of a node, and a tree with a layout that {@link
   * org.flashgrove.core.node.NodeLayout#isRaw} cannot use it.
   */
  default boolean takesPatches() {
    return false;
  }

  /**
   * Reports a hit of {@link #pinWarm}, for counters and the replacement policy. The node may have
   * left the buffer since, or be deleted.
   */
  default void noteWarm(long nodeId) {
    // pinWarm finds nothing
  }

  /**
   * Returns whether {@link #pinWarm} would return an image as a rule; needs no lock and counts as
   * no access. A false is always allowed.
   */
  default boolean isWarm(long nodeId) {
    return false;
  }

  /**
   * Returns whether an image that the caller has pinned is the current one of its node; needs no
   * lock. A false is always allowed.
   */
  default boolean isCurrent(long nodeId, NodePage pinned) {
    return false;
  }

  /**
   * Returns how many images of inner nodes readers may keep pinned from query to query, all of them
   * together. This default allows none.
   */
  default int heldPages() {
    return 0;
  }

  /**
   * Returns how many inner nodes are worth reading when a store is opened. This default says none.
   */
  default int nodesToWarm() {
    return 0;
  }

  /** Returns how many nodes the buffer holds at most. This default knows of no bound. */
  default int nodesHeld() {
    return Integer.MAX_VALUE;
  }

  /**
   * Returns whether {@link #pinBuffered} would return an image now. The store asks which of the
   * nodes announced by {@link org.flashgrove.core.node.NodeReader#willRead} must be read from the
   * device; the question counts as no access. A false is always allowed.
   */
  default boolean holds(long nodeId) {
    return false;
  }

  /**
   * Returns the current image of a node, pinned, or null if the buffer needs the stored page for
   * it; then the store reads that page and calls {@link #pinLoaded}. An image returned counts as a
   * hit.
   *
   * @param level the level the caller expects the node to have
   */
  NodePage pinBuffered(long nodeId, int level);

  /**
   * Returns the current image of a node, pinned, given its stored page; counts as a miss. Nothing
   * was published for the node since {@link #pinBuffered} last returned null for it.
   *
   * @param stored the newest stored page of the node, just read and verified. It belongs to the
   *     buffer from now on, which keeps it or gives it back to the pool; the image returned may be
   *     this page, or another one with the buffer's changes applied
   */
  NodePage pinLoaded(NodePage stored);

  /**
   * Returns whether all current images are still available after a failed write, as defined by
   * {@link org.flashgrove.storage.log.role.Fallible#isWholeAfterFailure}.
   */
  default boolean isWholeAfterFailure() {
    return false;
  }

  /**
   * Returns the current image of a node, pinned, as {@link #pinBuffered} does, and reads the stored
   * page itself if it needs it ({@link NodeDevice#read}).
   */
  NodePage pin(long nodeId, int level);

  /**
   * Makes room for the changes of an operation by writing earlier changes to the device, if the
   * buffer's budget requires that. Called before the changes are logged. A buffer that makes room
   * for each change when it is published does nothing here.
   *
   * @param changes the changes that the next commit publishes; only read
   */
  void makeRoom(Changes changes);

  /**
   * Returns how many log records the papers' accounting counts for changes. This default counts as
   * eFIND's paper does; it only feeds {@link org.flashgrove.storage.log.LogStats#records()}.
   */
  default long logRecords(Changes changes) {
    return changes.records();
  }

  /**
   * Returns the consumer of published changes. The changes of one frame arrive node by node, and
   * the changes of a node in their order, so that a page written between two nodes has either all
   * of the frame's changes to its node or none. The consumer applies or keeps each change during
   * the call, because its arrays are valid only then.
   *
   * <p>The same consumer serves replay. A replayed change may already be on the stored page, which
   * the page's version shows, and must not be applied again. Changes of kind {@link
   * ChangeKind#STATE} occur only in replay, in the form that {@link #unflushed} wrote. A change of
   * kind {@link ChangeKind#SEALED} means that the stored page replaces all buffered changes of the
   * node, as after {@link #forget}. Changes of kind {@link ChangeKind#VERSION} do not occur.
   *
   * @param frame number of the frame as which the changes count: the version of an image that holds
   *     them
   */
  ChangeConsumer changes(long frame);

  /** Reports that all changes of the frame passed to {@link #changes} have come. */
  default void published() {
    // changes are complete one by one
  }

  /**
   * Drops all that is buffered of a node, changes included: its page is about to be written whole,
   * past this buffer. In particular the deletion of an earlier node of that id must not reach the
   * device after this page.
   */
  void forget(long nodeId);

  /**
   * Signals the start of replay: changes come from the log until {@link #replayed()}. A buffer may
   * exceed its budget until then.
   */
  void replaying();

  /**
   * Reports the existing nodes after the last replayed change: ids from 0 to {@code lastId} without
   * the free ones. A buffer with its own pages ({@link PageArea}) drops all other nodes. This
   * default does nothing.
   *
   * @param lastId the highest node id ever assigned, or -1
   * @param freeIds ids up to {@code lastId} that no node has, in no particular order
   */
  default void retain(long lastId, long[] freeIds) {
    // the device knows which nodes are stored
  }

  /**
   * Returns whether an id in the log, which no node can have, belongs to something that the buffer
   * adds to a node and logs with it. Replaying refuses changes of all other ids that cannot be a
   * node's.
   */
  default boolean isOwn(long nodeId) {
    return false;
  }

  /** Reports that replaying has ended. The buffer brings itself within its budget. */
  void replayed();

  /**
   * Returns whether the buffer appends a FLUSH frame ({@link
   * org.flashgrove.storage.log.StoreLog#flushed}) after each batch of written pages, so that replay
   * with {@code placement=home} omits changes that are on the device. If not, the buffer compares
   * the versions of stored pages itself, and replay with {@code placement=home} passes every change
   * of the log.
   */
  boolean logsFlushes();

  /** Writes all changes to the device; afterwards {@link #unflushed} passes on nothing. */
  void flush();

  /**
   * Returns about how many bytes {@link #unflushed} passes on; 0 if all changes are on the device.
   */
  long unflushedBytes();

  /** Returns whether {@link #unflushed} passes on whole nodes, however little changed in them. */
  default boolean passesOnWholeNodes() {
    return false;
  }

  /**
   * Returns whether only commits and flushes change the result of {@link #unflushed}, and reads do
   * not. In that case it is called without the lock while queries read. This default returns false.
   */
  default boolean isStillBetweenCommits() {
    return false;
  }

  /**
   * Passes on all changes that are not on the device, for a compacted log: for each node first a
   * change of kind {@link ChangeKind#VERSION} with the number of the newest frame that changed the
   * node, as which all of the node's changes count when they are replayed, so that none of them may
   * be on the stored page already; then changes that give the node's current image when they are
   * replayed over the stored page: new content, deletion, or single changes in their order. A
   * buffer may add a {@link ChangeKind#STATE} to find its own figures again. Nothing changes in the
   * buffer.
   */
  void unflushed(ChangeConsumer consumer);

  /** Returns the figures of this moment. */
  BufferStats figures();

  /** Closes the buffer without writing anything. */
  @Override
  void close();
}

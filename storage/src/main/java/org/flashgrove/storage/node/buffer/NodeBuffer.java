package org.flashgrove.storage.node.buffer;

import java.util.function.LongUnaryOperator;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.storage.node.device.NodeDevice;
import org.flashgrove.storage.node.device.PageArea;
import org.flashgrove.storage.page.AccessLog;

/**
 * Keeps the nodes of a tree in memory and writes changes to the device. {@code LoggedNodeStore}
 * uses the buffer and does the rest: staging, logging, catalog, node ids, snapshots and recovery.
 *
 * <p>A buffer receives a change when it is committed. The current image of a node is its stored
 * page on the {@link NodeDevice} with all later changes applied in order ({@link PageChanges#apply}
 * applies one change). A written image contains either all changes of a frame to its node or none.
 * A buffer may write an image at any time, because the device first makes the log frames of its
 * changes durable.
 *
 * <p>A commit calls {@link #makeRoom}, logs the frame, and then calls {@link #changes} and {@link
 * #published()}. A read calls {@link #pinWarm}. If that returns null it calls {@link #pinBuffered},
 * and if that returns null it calls {@link #pinLoaded} with the stored page. Opening a store calls
 * {@link #replaying()}, {@link #changes} for each logged change that is not on the device, {@link
 * #retain}, and {@link #replayed()}.
 *
 * <p>The store calls all methods under its lock, one at a time. The exceptions are {@link
 * #pinWarm}, which any thread may call at any time, and {@link #unflushed} of a buffer for which
 * {@link #isStillBetweenCommits} is true.
 *
 * <p>Images are {@link NodePage}s of the device's {@link org.flashgrove.storage.page.PagePool}. A
 * pinned image never changes. If a reader has pinned an image, a change goes to a copy, which
 * becomes the current image. The caller that got a pinned image releases it to the pool. A buffer
 * that drops an image gives it to the pool, even if readers have pinned it. The version of an image
 * ({@link NodePage#version()}) is the number of the newest frame whose changes the image contains.
 *
 * <p>Errors: if a node was deleted or has an unexpected level, methods throw {@link
 * org.flashgrove.core.failure.DamagedStoreException}. If a change does not fit its page, they throw
 * {@link org.flashgrove.core.node.NodeFullException}, which the store reports as damage.
 */
public interface NodeBuffer extends AutoCloseable, AccessLog.Cache {
  /**
   * Pins and returns the current image of a node if it can be found without the lock, otherwise
   * returns null. Any thread may call this method. The store later reports each returned image to
   * {@link #noteWarm}, under the lock. The default returns null.
   *
   * @param nodeId a node id; the node need not exist
   */
  default NodePage pinWarm(long nodeId) {
    return null;
  }

  /**
   * Returns whether commits should be logged in the compact form of {@code CompactChanges} if that
   * is shorter. The code that writes this form calls {@link #pinWarm}, but does not report these
   * accesses to {@link #noteWarm}.
   */
  default boolean logsInBrief() {
    return false;
  }

  /**
   * Reports an image that {@link #pinWarm} returned, for counters and the replacement policy. The
   * node may have been evicted or deleted after {@link #pinWarm} returned.
   */
  @Override
  default void noteWarm(long nodeId) {
    // the default of pinWarm returns no image
  }

  /**
   * Returns whether {@link #pinWarm} would probably return an image. Needs no lock and does not
   * count as an access. May always return false.
   */
  default boolean isWarm(long nodeId) {
    return false;
  }

  /**
   * Returns whether an image that the caller has pinned is the current image of its node. Needs no
   * lock. May always return false.
   */
  default boolean isCurrent(long nodeId, NodePage pinned) {
    return false;
  }

  /**
   * Returns the maximum number of images of inner nodes that all readers together may keep pinned
   * between queries. The default is 0.
   */
  default int heldPages() {
    return 0;
  }

  /**
   * Returns the number of inner nodes to read into memory when a store is opened. The default is 0.
   */
  default int nodesToWarm() {
    return 0;
  }

  /** Returns the maximum number of nodes in the buffer. The default is no limit. */
  default int nodesHeld() {
    return Integer.MAX_VALUE;
  }

  /**
   * Returns whether {@link #pinBuffered} would return an image now. The store uses it to decide
   * which of the nodes announced by {@link org.flashgrove.core.node.NodeReader#willRead} it must
   * read from the device. Does not count as an access. May always return false.
   */
  default boolean holds(long nodeId) {
    return false;
  }

  /**
   * Pins and returns the current image of a node, which counts as a hit. Returns null if the buffer
   * needs the stored page. The store then reads that page and calls {@link #pinLoaded}.
   *
   * @param level the expected level of the node
   */
  NodePage pinBuffered(long nodeId, int level);

  /**
   * Pins and returns the current image of a node, given the node's stored page. Counts as a miss.
   * Between the call of {@link #pinBuffered} that returned null and this call, no change of the
   * node was published.
   *
   * @param stored the newest stored page of the node, just read and verified. The buffer owns this
   *     page from now on. The returned image may be this page, or another page with the buffer's
   *     changes applied.
   */
  NodePage pinLoaded(NodePage stored);

  /**
   * Returns whether all current images are still available after a failed write, see {@link
   * org.flashgrove.storage.log.role.Fallible#isWholeAfterFailure}.
   */
  default boolean isWholeAfterFailure() {
    return false;
  }

  /**
   * Pins and returns the current image of a node. Unlike {@link #pinBuffered}, this method reads
   * the stored page itself if necessary ({@link NodeDevice#read}).
   */
  NodePage pin(long nodeId, int level);

  /**
   * Makes room for the changes of an operation, by writing earlier changes to the device if the
   * memory limit requires it. Called before the changes are logged. Does nothing in buffers that
   * make room only later, while the changes are published.
   *
   * @param changes the changes that the next commit publishes; read only
   */
  void makeRoom(Changes changes);

  /**
   * Returns the number of log records for the changes, counted as in the paper that describes this
   * kind of buffer. Only {@link org.flashgrove.storage.log.LogStats#records()} uses this number.
   * The default counts as the eFIND paper does.
   */
  default long logRecords(Changes changes) {
    return changes.records();
  }

  /**
   * Returns the consumer of published changes. The changes of a frame arrive grouped by node, and
   * each node's changes in order. A page that is written between two nodes therefore contains all
   * changes of the frame to its node or none. The arrays are valid only during the call.
   *
   * <p>Replay uses the same consumer. If the version of the stored page shows that the page already
   * contains a replayed change, this change must not be applied again. Changes of kind {@link
   * ChangeKind#STATE} occur only during replay. They have the form in which {@link #unflushed}
   * passed them. A change of kind {@link ChangeKind#SEALED} means that the stored page replaces all
   * buffered changes of the node, as after {@link #forget}. Changes of kind {@link
   * ChangeKind#VERSION} do not occur.
   *
   * @param frame frame number of the changes, which becomes the version of images that contain them
   */
  ChangeConsumer changes(long frame);

  /**
   * Called after all changes of a frame were passed to the consumer that {@link #changes} returned.
   */
  default void published() {
    // the default needs no end of the changes
  }

  /**
   * Discards a node and its buffered changes, because the page of a new node with this id will be
   * written directly to the device. In particular, this discards a buffered deletion of an earlier
   * node with the same id. If the buffer wrote this deletion later, it would overwrite the new
   * page.
   */
  void forget(long nodeId);

  /**
   * Starts a replay. Until {@link #replayed()}, changes come from the log, and the buffer may
   * exceed its memory limit.
   */
  void replaying();

  /**
   * Reports the existing nodes at the end of a replay: all ids from 0 to {@code lastId} except the
   * free ones. A buffer with its own pages ({@link PageArea}) drops all other nodes. The default
   * does nothing.
   *
   * @param lastId the highest id ever assigned, or -1
   * @param freeIds unused ids up to {@code lastId}, in any order
   */
  default void retain(long lastId, long[] freeIds) {
    // the device knows which nodes are stored
  }

  /**
   * Called during replay for an id that no node can have. Returns whether the buffer itself uses
   * this id in the log, for its own data. If not, replay reports damage.
   */
  default boolean isOwn(long nodeId) {
    return false;
  }

  /** Ends a replay. The buffer's memory limit applies again. */
  void replayed();

  /**
   * Returns whether the buffer appends a FLUSH frame ({@link
   * org.flashgrove.storage.log.StoreLog#flushed}) after it has written a batch of pages. If it
   * does, replay with {@code placement=home} skips the changes that are on the device. If it does
   * not, replay passes all changes, and the buffer compares them with the versions of the stored
   * pages.
   */
  boolean logsFlushes();

  /**
   * Returns whether a replay of only those changes that are not on the stored pages restores the
   * buffer completely. The default returns false.
   */
  default boolean needsOnlyUnflushedChanges() {
    return false;
  }

  /**
   * Copies the changes of another buffer of the same tree that are not on the device. Called before
   * a replay of the later changes.
   *
   * @param before buffer of another open instance of the store, which does not change
   * @param storedVersion returns the version of a node's stored page
   * @return false if the buffer has copied nothing and needs all changes from the log
   */
  default boolean takeOver(NodeBuffer before, LongUnaryOperator storedVersion) {
    return false;
  }

  /** Writes all buffered changes to the device. Afterwards {@link #unflushed} passes no changes. */
  void flush();

  /**
   * Returns the approximate number of bytes that {@link #unflushed} passes; 0 if all changes are on
   * the device.
   */
  long unflushedBytes();

  /**
   * Returns whether {@link #unflushed} passes the whole content of a node even if only a small
   * change of the node is not on the device.
   */
  default boolean passesOnWholeNodes() {
    return false;
  }

  /**
   * Returns whether only commits and flushes, and never reads, change what {@link #unflushed}
   * passes. If so, the store calls {@link #unflushed} without the lock while queries run. The
   * default is false.
   */
  default boolean isStillBetweenCommits() {
    return false;
  }

  /**
   * Passes all changes that are not on the device to a consumer, which writes them to a compacted
   * log. Does not modify the buffer.
   *
   * <p>For each node, the first change is of kind {@link ChangeKind#VERSION} and contains the
   * number of the newest frame that changed the node. During replay, all changes of the node count
   * as changes of that frame. The stored page must therefore not contain any of them.
   *
   * <p>The following changes produce the node's current image when they are replayed over the
   * stored page: new content, a deletion, or single changes in order. A buffer may add a {@link
   * ChangeKind#STATE} to restore its own statistics.
   */
  void unflushed(ChangeConsumer consumer);

  /** Returns the current statistics. */
  BufferStats figures();

  /** Closes the buffer without writing anything. */
  @Override
  void close();
}

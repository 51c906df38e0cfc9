package org.flashgrove.storage.node;

import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.storage.log.commit.CommitLease;
import org.flashgrove.storage.node.buffer.NodeBuffer;
import org.flashgrove.storage.page.AccessLog;
import org.flashgrove.storage.page.PagePool;

/** Snapshot of a tree at one commit. */
final class NodeSnapshot extends CommitLease implements NodeReader {
  private final LoggedNodeStore store;
  private final NodeReads reads;
  private final AccessLog accesses = new AccessLog();
  private final PinnedPages held;

  private long root;
  private int height;
  private long entries;
  private byte[] extra;
  private boolean announced;

  NodeSnapshot(LoggedNodeStore store, long frame) {
    super(frame);
    this.store = store;
    reads = store.reads();
    held = reads.newPinnedPages();
  }

  @Override
  public Object owner() {
    return store;
  }

  /**
   * Makes the snapshot show a commit.
   *
   * @param newFrame number of the commit
   * @param catalog catalog of the tree at this commit
   */
  void lookAt(long newFrame, Catalog catalog) {
    root = catalog.root;
    height = catalog.height;
    entries = catalog.entries;
    extra = catalog.extra;
    lookAt(newFrame);
  }

  /**
   * If no query is using the snapshot, releases its pinned images and reports its recorded accesses
   * to the buffer.
   */
  void reportIfIdle(NodeBuffer buffer, PagePool pool) {
    if (holdBack()) {
      held.giveBack(pool);
      accesses.report(buffer);
      endLease();
    }
  }

  private void requireOpen() {
    store.requireReadable();
    if (frame() < 0) {
      throw new IllegalStateException("the snapshot is closed; take another one");
    }
  }

  @Override
  public long root() {
    requireOpen();
    return root;
  }

  @Override
  public int height() {
    requireOpen();
    return height;
  }

  @Override
  public long entries() {
    requireOpen();
    return entries;
  }

  @Override
  public byte[] extra() {
    requireOpen();
    return extra;
  }

  @Override
  public NodeView read(long nodeId, int level) {
    requireOpen();
    return reads.read(accesses, held, frame(), nodeId, level);
  }

  @Override
  public void willRead(long[] nodeIds, int from, int to) {
    requireOpen();
    announced |= reads.willRead(nodeIds, from, to);
  }

  @Override
  public void release(NodeView node) {
    if (node.level() <= 0 || !held.release((NodePage) node)) {
      store.release(node);
    }
  }

  @Override
  public void close() {
    if (frame() >= 0) {
      if (announced) {
        announced = false;
        reads.willReadNothing();
      }
      endLease();
      store.snapshotClosed();
    }
  }
}

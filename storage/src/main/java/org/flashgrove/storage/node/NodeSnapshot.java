package org.flashgrove.storage.node;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeView;

/**
 * A view of one commit. The object serves one snapshot after the other: a closed one must not be
 * used any more.
 */
final class NodeSnapshot implements NodeReader {
  private static final long FREE = -1;
  private static final long TELLING = -2;
  private static final VarHandle FRAME;

  static {
    try {
      FRAME = MethodHandles.lookup().findVarHandle(NodeSnapshot.class, "frame", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final LoggedNodeStore store;
  private final AccessLog accesses = new AccessLog();

  /** The commit looked at, or {@link #FREE}, or {@link #TELLING}. */
  private volatile long frame;

  private long root;
  private int height;
  private long entries;
  private byte[] extra;
  private boolean announced;

  /** A snapshot, leased. */
  NodeSnapshot(LoggedNodeStore store, long frame) {
    this.store = store;
    this.frame = frame;
  }

  LoggedNodeStore store() {
    return store;
  }

  /** The commit looked at; negative if the snapshot is not in use. */
  long frame() {
    return frame;
  }

  /** Takes the snapshot if it is not in use, for now at a commit. */
  boolean lease(long newFrame) {
    return frame == FREE && FRAME.compareAndSet(this, FREE, newFrame);
  }

  /** Looks at a commit whose catalog is being read. */
  void lookAt(long newFrame, Catalog catalog) {
    root = catalog.root;
    height = catalog.height;
    entries = catalog.entries;
    extra = catalog.extra;
    frame = newFrame;
  }

  /** Tells the buffer what was read, if the snapshot is not in use. */
  void tellIfIdle(NodeBuffer buffer) {
    if (frame == FREE && FRAME.compareAndSet(this, FREE, TELLING)) {
      accesses.tell(buffer);
      frame = FREE;
    }
  }

  private void requireOpen() {
    store.requireUsable();
    if (frame < 0) {
      throw new IllegalStateException("the snapshot is closed");
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
    return store.read(accesses, frame, nodeId, level);
  }

  @Override
  public void willRead(long[] nodeIds, int from, int to) {
    requireOpen();
    announced = true;
    store.willRead(nodeIds, from, to);
  }

  @Override
  public void release(NodeView node) {
    store.release(node);
  }

  @Override
  public void close() {
    if (frame >= 0) {
      if (announced) {
        announced = false;
        store.willReadNothing();
      }
      frame = FREE;
      store.snapshotClosed();
    }
  }
}

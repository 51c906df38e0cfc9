package org.flashgrove.efind.fkdb;

import java.util.Arrays;
import java.util.Map;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.efind.units.UnitList;
import org.flashgrove.efind.units.UnitStore;
import org.flashgrove.storage.node.BufferFigures;
import org.flashgrove.storage.node.ChangeConsumer;
import org.flashgrove.storage.node.ChangeKind;
import org.flashgrove.storage.node.Changes;
import org.flashgrove.storage.node.NodeBuffer;
import org.flashgrove.storage.node.NodeDevice;

/**
 * The buffer of F-KDB, the K-D-B-tree over flash memory (Li, Zhao and others, <em>Efficient
 * implementation of a multi-dimensional index structure over flash memory storage systems</em>,
 * Journal of Supercomputing, 2011/2013). With the index {@code kdb} it is F-KDB; it serves every
 * tree.
 *
 * <p>A node is a collection of logging entries, each an entry put in or taken out: those in the
 * buffer, and those on pages that several nodes share, which a table lists for each node.
 * Retrieving a node reads its pages one after the other and replays them, then the buffer. When the
 * buffer is full some of its entries are written. {@link WorkloadAdaptation} decides when a node
 * that is retrieved often is merged on one page.
 *
 * <p>From the paper's abstract and the thesis (sections 6.7.3 and 8.2): logging entries, that a
 * flush selects some of them, that a node is scattered over pages, and that an online algorithm
 * adapts to the workload. Judgment, since the text was not at hand:
 *
 * <ul>
 *   <li>which entries a flush selects: those of the nodes that have most, whole nodes, for up to
 *       {@code unit} pages, packed first fit decreasing;
 *   <li>the rule of the online algorithm;
 *   <li>new content of a node (a split) starts its collection anew, which makes it shorter at no
 *       more entries than deletions of what moved would be;
 *   <li>the table is in memory and not charged to the budget; when a store is opened it is rebuilt
 *       from the pages, each read once.
 * </ul>
 *
 * <p>There is no log: operations are durable at the last barrier (flush, sync, close). There is no
 * read buffer: no read is answered from memory but of nodes whose entries are all in the buffer.
 */
public final class FkdbBuffer implements NodeBuffer {
  private final FkdbConfig config;
  private final NodeDevice device;
  private final UnitStore store;
  private final WorkloadAdaptation adaptation;
  private final Publisher publisher = new Publisher();
  private final Need need = new Need();
  private long[] nodeIds = new long[64];
  private long[] byCount = new long[64];
  private long newestFrame;
  private long hits;
  private long misses;
  private long flushedNodes;
  private long merges;

  /** A buffer over a device with {@code placement=free}. */
  public FkdbBuffer(FkdbConfig config, NodeDevice device, TreeLayout layout) {
    this.config = config;
    this.device = device;
    store = new UnitStore(device, layout, Integer.MAX_VALUE);
    adaptation = new WorkloadAdaptation(config);
  }

  @Override
  public boolean holds(long nodeId) {
    return true; // nothing of the device's own reads is announced to it
  }

  @Override
  public NodePage pinBuffered(long nodeId, int level) {
    return pin(nodeId, level);
  }

  @Override
  public NodePage pinLoaded(NodePage stored) {
    throw new IllegalStateException("node " + stored.nodeId() + " was read past its entries");
  }

  @Override
  public NodePage pin(long nodeId, int level) {
    if (!store.contains(nodeId)) {
      throw new DamagedStoreException(
          "nodes.pages", "node " + nodeId, "refers to a node that is not there");
    }
    NodePage image = device.pool().take();
    try {
      int pages = store.retrieve(image, nodeId, level);
      hits += pages == 0 ? 1 : 0;
      misses += pages == 0 ? 0 : 1;
      if (config.adaptive() && adaptation.retrieved(nodeId, pages)) {
        merge(nodeId, image);
      }
      image.pin();
    } finally {
      device.pool().give(image); // at once, or when its reader releases it
    }
    return image;
  }

  /** Writes all of a node on one page. */
  private void merge(long nodeId, NodePage image) {
    store.rewrite(image, newestFrame);
    adaptation.restart(nodeId);
    merges++;
  }

  @Override
  public void makeRoom(Changes changes) {
    long needed = need.of(changes);
    while (store.buffer().nodeCount() > 0
        && store.buffer().usedBytes() + needed > config.bufferBytes()) {
      flushUnit();
    }
  }

  /** Writes the entries of the nodes that have most, until some pages are full. */
  void flushUnit() {
    UnitList buffer = store.buffer();
    int count = buffer.nodeCount();
    if (nodeIds.length < count) {
      nodeIds = new long[2 * count];
      byCount = new long[2 * count];
    }
    buffer.copyNodeIds(nodeIds);
    for (int i = 0; i < count; i++) { // most entries first, of as many the older node
      byCount[i] = (long) -buffer.unitCount(nodeIds[i]) << 32 | i;
    }
    Arrays.sort(byCount, 0, count);
    long[] chosen = new long[count];
    int pageWords = store.area().pageWords();
    int room = config.unit() * pageWords;
    int taken = 0;
    while (taken < count) {
      long nodeId = nodeIds[(int) byCount[taken]];
      int words = store.sectionWords(nodeId);
      if (taken > 0 && words > room) {
        break;
      }
      chosen[taken++] = nodeId;
      room -= words;
    }
    store.flush(chosen, taken, newestFrame);
    flushedNodes += taken;
  }

  @Override
  public ChangeConsumer changes(long frame) {
    newestFrame = frame;
    return publisher;
  }

  private static boolean isEntry(ChangeKind kind) {
    return kind == ChangeKind.ADD
        || kind == ChangeKind.CHANGE
        || kind == ChangeKind.REMOVE
        || kind == ChangeKind.HEADER;
  }

  /** Adds up what an operation's entries take at most. */
  private final class Need implements ChangeConsumer {
    private long bytes;

    long of(Changes changes) {
      bytes = 0;
      changes.forEach(this);
      return bytes;
    }

    @Override
    public void change(ChangeKind kind, long nodeId, int level, long[] words, int at, int count) {
      UnitList buffer = store.buffer();
      if (kind.isContent()) {
        bytes +=
            buffer.needBytes(ChangeKind.CREATE, level)
                + count * buffer.needBytes(ChangeKind.ADD, level);
      } else if (isEntry(kind)) {
        bytes += buffer.needBytes(kind, level);
      }
    }
  }

  /** Turns published changes into logging entries. */
  private final class Publisher implements ChangeConsumer {
    @Override
    public void change(ChangeKind kind, long nodeId, int level, long[] words, int at, int count) {
      if (isEntry(kind)) {
        store.buffer().append(kind, nodeId, level, words, at);
        adaptation.updated(nodeId);
        return;
      }
      if (kind == ChangeKind.STATE) {
        return;
      }
      store.forget(nodeId);
      adaptation.restart(nodeId);
      if (kind != ChangeKind.SEALED) {
        store.forgetImage(nodeId, level, newestFrame);
      }
      if (kind.isContent()) {
        store.buffer().append(ChangeKind.CREATE, nodeId, level, words, at);
        int stride = store.words(level);
        int entry = at + NodeView.HEADER_WORDS;
        for (int i = 0; i < count; i++, entry += stride) {
          store.buffer().append(ChangeKind.ADD, nodeId, level, words, entry);
        }
      }
    }
  }

  @Override
  public void forget(long nodeId) {
    store.forget(nodeId);
    adaptation.restart(nodeId);
  }

  @Override
  public void replaying() {
    store.load();
  }

  @Override
  public void retain(long lastId, long[] freeIds) {
    store.retain(lastId, freeIds);
  }

  @Override
  public void replayed() {
    while (store.buffer().nodeCount() > 0 && store.buffer().usedBytes() > config.bufferBytes()) {
      flushUnit();
    }
  }

  @Override
  public boolean logsFlushes() {
    return false;
  }

  @Override
  public void flush() {
    if (store.buffer().nodeCount() > 0) {
      flushedNodes += store.buffer().nodeCount();
      store.flush(newestFrame);
    }
  }

  @Override
  public long unflushedBytes() {
    return store.buffer().usedBytes();
  }

  @Override
  public void unflushed(ChangeConsumer consumer) {
    store.buffer().forEach(consumer);
  }

  @Override
  public BufferFigures figures() {
    return new BufferFigures(
        "fkdb",
        config.bufferBytes(),
        store.buffer().usedBytes(),
        store.table().usedBytes(),
        hits,
        misses,
        store.flushes(),
        flushedNodes,
        0,
        store.buffer().nodeCount(),
        Map.of("merges", merges));
  }

  /** Nodes merged on one page so far. */
  long merges() {
    return merges;
  }

  /** The logging entries, for tests. */
  UnitStore store() {
    return store;
  }

  /** The credits, for tests. */
  WorkloadAdaptation adaptation() {
    return adaptation;
  }

  @Override
  public void close() {
    // pages go with their pool
  }
}

package org.flashgrove.literature.buffer.fkdb;

import java.util.Arrays;
import java.util.Map;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.literature.buffer.units.UnitBuffer;
import org.flashgrove.literature.buffer.units.UnitList;
import org.flashgrove.literature.buffer.units.UnitStore;
import org.flashgrove.storage.node.buffer.ChangeKind;
import org.flashgrove.storage.node.device.NodeDevice;

/**
 * Buffer of F-KDB, the K-D-B-tree for flash memory (Li, Zhao and others, <em>Efficient
 * implementation of a multi-dimensional index structure over flash memory storage systems</em>,
 * Journal of Supercomputing, 2011/2013). Together with the index {@code kdb} it is F-KDB, but it
 * works with every tree.
 *
 * <p>A node is a collection of logging entries. Each logging entry adds or removes an entry of the
 * node. Logging entries are in the buffer and on pages that several nodes share. A table lists the
 * pages of each node. Reading a node replays the logging entries on its pages, page by page, and
 * then its logging entries in the buffer. When the buffer is full, some of its logging entries are
 * written to pages. {@link WorkloadAdaptation} decides when a frequently read node is merged into
 * one page.
 *
 * <p>The paper's abstract and Carniel's thesis (2019, sections 6.7.3 and 8.2) describe logging
 * entries, partial flushes and scattered nodes. They also mention an online algorithm that adapts
 * to the workload. The full text of the paper was not available, so the rest is our choice:
 *
 * <ul>
 *   <li>A flush selects the nodes with the most logging entries. It writes all logging entries of
 *       these nodes to at most {@code unit} pages, packed first fit decreasing.
 *   <li>{@link WorkloadAdaptation} defines the online algorithm.
 *   <li>When a node gets new content after a split, a new collection is started with this content.
 *       This is shorter than logging the deletion of each moved entry.
 *   <li>The table is in memory, in addition to the buffer's memory limit. Opening a store rebuilds
 *       it by reading each page once.
 * </ul>
 *
 * <p>There is no log. A crash restores the store to its last checkpoint (flush, sync, close). There
 * is no read buffer: a node is read from pages unless all its logging entries are in the write
 * buffer.
 */
public final class FkdbBuffer extends UnitBuffer {
  private final FkdbConfig config;
  private final WorkloadAdaptation adaptation;
  private long[] nodeIds = new long[64];
  private long[] byCount = new long[64];
  private long merges;

  /** Creates a buffer on a device with {@code placement=free}. */
  public FkdbBuffer(FkdbConfig config, NodeDevice device, TreeLayout layout) {
    super(config.bufferBytes(), device, layout, Integer.MAX_VALUE);
    this.config = config;
    adaptation = new WorkloadAdaptation(config);
  }

  @Override
  protected String name() {
    return "fkdb";
  }

  @Override
  protected NodePage handOut(NodePage image, int pages) {
    try {
      if (config.adaptive() && adaptation.retrieved(image.nodeId(), pages)) {
        merge(image);
      }
      image.pin();
    } finally {
      // the image returns to the pool now, or when its reader releases it
      device.pool().give(image);
    }
    return image;
  }

  /** Replaces all logging entries of a node by its whole content on one page. */
  private void merge(NodePage image) {
    store.rewrite(image, newestFrame());
    adaptation.restart(image.nodeId());
    merges++;
  }

  /**
   * Writes all logging entries of some nodes to pages, beginning with the node that has the most.
   * Takes as many nodes as fit into the pages of one flush.
   */
  @Override
  protected void flushSome() {
    UnitList buffer = store.buffer();
    int count = buffer.nodeCount();
    if (nodeIds.length < count) {
      nodeIds = new long[2 * count];
      byCount = new long[2 * count];
    }
    buffer.copyNodeIds(nodeIds);
    for (int i = 0; i < count; i++) { // most entries first, then in order of arrival
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
    store.flush(chosen, taken, newestFrame());
    flushedNodes(taken);
  }

  @Override
  protected void publish(ChangeKind kind, long nodeId, int level, long[] words, int at, int count) {
    if (isUnit(kind)) {
      store.buffer().append(kind, nodeId, level, words, at);
      adaptation.updated(nodeId);
      return;
    }
    if (kind == ChangeKind.STATE) {
      return;
    }
    forget(nodeId);
    if (kind != ChangeKind.SEALED) {
      // New content stays in the buffer, so the deletion must have the version of the previous
      // commit. Otherwise a restart would assume that this commit's changes are on the device.
      long last = kind.isContent() ? newestFrame() - 1 : newestFrame();
      store.forgetImage(nodeId, level, last);
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

  @Override
  public void forget(long nodeId) {
    super.forget(nodeId);
    adaptation.restart(nodeId);
  }

  @Override
  protected Map<String, Long> costs() {
    return Map.of("merges", merges);
  }

  /** Returns the number of times that a node was merged into one page. */
  long merges() {
    return merges;
  }

  /** Returns the logging entries, for tests. */
  UnitStore store() {
    return store;
  }

  /** Returns the object that decides when a node is merged into one page, for tests. */
  WorkloadAdaptation adaptation() {
    return adaptation;
  }
}

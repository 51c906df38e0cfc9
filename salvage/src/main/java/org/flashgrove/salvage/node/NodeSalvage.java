package org.flashgrove.salvage.node;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.salvage.page.ImageIndex;
import org.flashgrove.salvage.page.LoggedPages;
import org.flashgrove.salvage.page.MapSalvage;
import org.flashgrove.salvage.page.PageKind;
import org.flashgrove.salvage.page.SalvagedLog;
import org.flashgrove.salvage.page.SalvagedPages;
import org.flashgrove.salvage.page.SalvagedStore;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.node.Catalog;
import org.flashgrove.storage.node.SalvageStats;
import org.flashgrove.storage.placement.PageMap;
import org.flashgrove.storage.salvage.SalvageLosses;

/**
 * Finds the entries in the leaves of a tree in a damaged store. It does not follow paths from the
 * root. Instead, it uses all intact images of nodes in the slots. The page map and the log show
 * which of these images are current and which nodes exist. The log's changes are then applied to
 * the current images.
 *
 * <p>A leaf is certain if both of the following conditions hold. First, its current image is found,
 * or the log contains its whole content. Second, no frame is missing that is newer than this image
 * or content. Every other leaf is uncertain: it may be outdated or deleted.
 *
 * <p>A certain leaf has the content that it had in the newest commit of which any trace was found
 * ({@link SalvageStats#newestCommit}). If commits at the end of the log are lost without a trace,
 * this loss cannot be noticed, neither by salvage nor when a store is opened.
 *
 * <p>Memory: about 40 bytes per slot, 40 bytes per node that occurs in the log (at most two million
 * nodes), and {@value #REPLAY_BYTES} bytes of pages.
 */
public final class NodeSalvage {
  private static final int REPLAY_BYTES = 64 << 20;

  /** Maximum number of node ids, per slot of the file, that the search for lost nodes examines. */
  private static final int IDS_A_SLOT = 4;

  private final SalvagedStore store;
  private final SalvagedPages pages;
  private final SalvagedLog log;
  private final TreeLayout layout;
  private final SalvageLosses losses;
  private final SalvageLosses uncertainties;
  private final ImageIndex images;
  private final LogFacts facts;
  private final LoggedPages logged;
  private final MapSalvage map;
  private final NodePage page;
  private long[] words = new long[64];
  private long lastMissing;
  private long leaves;
  private long uncertainLeaves;
  private long lostNodes;

  /** Receives the entries that a salvage finds. */
  @FunctionalInterface
  public interface EntrySink {
    /**
     * Receives an entry. All entries of one leaf are passed before the first entry of the next
     * leaf.
     *
     * @param nodeId the leaf's id
     * @param words words of the entry in the layout of leaves, from index 0; valid only during the
     *     call
     */
    void entry(long nodeId, long[] words);
  }

  /**
   * Creates the salvage of one tree, and registers it with the salvage of the store's files.
   *
   * @param tree number of the tree in the store
   * @param tag tag that binds nodes to the tree
   * @param uncertainties receives a message for each leaf that may be outdated, deleted or
   *     incomplete
   */
  public NodeSalvage(
      SalvagedStore store, TreeLayout layout, int tree, long tag, SalvageLosses uncertainties) {
    this.store = store;
    this.layout = layout;
    this.uncertainties = uncertainties;
    losses = store.losses();
    page =
        new NodePage(
            AlignedBuffers.allocate(store.slots().pageSize()).order(ByteOrder.LITTLE_ENDIAN));
    pages = store.add(tree, tag, new Nodes());
    images = pages.images();
    map = pages.map();
    log = pages.log();
    logged = pages.logged();
    facts = new LogFacts(layout, pages);
  }

  /**
   * Reads the page map and the log. Must be called after {@link SalvagedStore#look}, and before all
   * other methods of this class.
   */
  public void look() {
    pages.settle();
    facts.read();
    pages.reportLosses(facts.isBaseKnown());
    lastMissing = log.lastMissing();
  }

  /** Recognizes nodes of this tree among the pages in the slots. */
  private final class Nodes implements PageKind {
    @Override
    public boolean isOne(ByteBuffer found) {
      return NodePage.levelAt(found, 0) != NodePage.NO_NODE;
    }

    @Override
    public long tag(ByteBuffer found) {
      return NodePage.storeTagOf(found);
    }

    @Override
    public boolean take(long slot, ByteBuffer found, ImageIndex into) {
      page.bytes().put(0, found, 0, found.capacity());
      page.adopt(layout);
      long nodeId = page.nodeId();
      boolean isSound =
          nodeId >= 0
              && page.openAnyLevel(layout, nodeId, pages.tag())
              && (!store.isInPlace() || nodeId == slot);
      if (isSound) {
        into.add(nodeId, page.version(), slot, page.storedChecksum(), page.level());
      }
      return isSound;
    }
  }

  /** Facts about one node at a time, which come from the page map, the log and the slots. */
  private final class Node {
    private int noted;
    private int image;
    private boolean confirmed;
    private boolean alive;
    private boolean aliveForSure;

    Node of(long nodeId) {
      noted = logged.find(nodeId);
      image = pages.current(nodeId);
      confirmed = pages.isConfirmed(nodeId, image);
      findLife(nodeId);
      return this;
    }

    private void findLife(long nodeId) {
      long changed = logged.lastChange(noted);
      long version = images.version(image);
      boolean deletedImage = image != ImageIndex.NONE && images.level(image) < 0;
      if (changed > 0) {
        alive = logged.isAlive(noted);
        aliveForSure = logged.lastFrame(noted) > lastMissing;
      } else if (facts.isBaseKnown() && (lastMissing == 0 || version <= facts.baseFrame())) {
        alive = facts.isInBase(nodeId);
        aliveForSure = lastMissing == 0;
      } else {
        alive = !deletedImage && map.place(nodeId) != PageMap.DELETED;
      }
      if (!aliveForSure && lastMissing > 0 && version >= Math.max(lastMissing, changed)) {
        alive = !deletedImage;
        aliveForSure = confirmed;
      }
    }

    boolean isReplayed() {
      return logged.lastChange(noted) > images.version(image);
    }

    /**
     * Returns whether the image is certainly the node's content. This is so if no missing frame can
     * have changed the node after the image was written.
     */
    boolean isCertain() {
      long version = images.version(image);
      long last = logged.lastFrame(noted);
      boolean saidSince = last > logged.lastChange(noted) && version >= logged.lastChange(noted);
      return aliveForSure && confirmed && Math.max(version, saidSince ? last : 0) >= lastMissing;
    }
  }

  /**
   * Visits the entries of all leaves whose content is certain, or of all leaves whose content is
   * uncertain.
   *
   * @param certain whether to visit the leaves whose content is certain
   * @return number of visited entries
   */
  public long entries(boolean certain, EntrySink sink) {
    long[] count = {0};
    EntrySink counting =
        (nodeId, entry) -> {
          count[0]++;
          sink.entry(nodeId, entry);
        };
    Node node = new Node();
    for (int i = 0; i < images.count(); i++) {
      if (images.isFirst(i)) {
        node.of(images.pageId(i));
        boolean wanted = node.alive && !node.isReplayed() && node.image != ImageIndex.NONE;
        if (wanted && images.level(node.image) == 0 && node.isCertain() == certain) {
          if (!read(page, node.image)) {
            losses.add("page " + images.slot(node.image) + ": cannot be read any more");
            continue;
          }
          visitEntries(page, certain, counting);
        }
      }
    }
    replayAll(certain, counting);
    if (certain) {
      noteLost(node);
    }
    return count[0];
  }

  private boolean read(NodePage into, int image) {
    return pages.read(image, into.bytes())
        && into.openAnyLevel(layout, images.pageId(image), pages.tag());
  }

  private void visitEntries(NodePage leaf, boolean certain, EntrySink sink) {
    if (certain) {
      leaves++;
    } else {
      uncertainLeaves++;
      uncertainties.add("node " + leaf.nodeId() + ": " + leaf.count() + " entries");
    }
    for (int slot = 0; slot < leaf.count(); slot++) {
      leaf.copyEntry(slot, words, 0);
      sink.entry(leaf.nodeId(), words);
    }
  }

  /**
   * Visits the leaves whose images lack changes in the log, after applying these changes. Processes
   * as many nodes at a time as fit into memory, and reads the log once for each group of nodes.
   */
  private void replayAll(boolean certain, EntrySink sink) {
    int pageSize = store.slots().pageSize();
    NodeReplay replay = new NodeReplay(layout, pageSize, Math.max(16, REPLAY_BYTES / pageSize));
    Node node = new Node();
    for (int i = 0; i < logged.count(); i++) {
      long nodeId = logged.pageId(i);
      node.of(nodeId);
      if (node.alive && node.isReplayed()) {
        boolean based = node.image != ImageIndex.NONE && read(page, node.image);
        replay.add(
            nodeId,
            based ? page : null,
            node.confirmed && images.version(node.image) >= lastMissing,
            node.aliveForSure);
      }
      if (replay.isFull() || i == logged.count() - 1) {
        replay(replay, certain, sink);
      }
    }
  }

  private void replay(NodeReplay replay, boolean certain, EntrySink sink) {
    Catalog catalog = new Catalog();
    pages.readLog(
        (frame, kind, content, size) -> {
          LogFacts.FrameChanges changes = LogFacts.changes(layout, catalog, kind, content, size);
          if (changes != null) {
            boolean isContent = kind == StoreLog.CONTENT;
            replay.frame(
                frame, changes.words(), changes.from(), changes.to(), isContent, lastMissing);
          }
        });
    replay.finish(
        certain,
        (leaf, complete) -> {
          visitEntries(leaf, certain, sink);
          if (!complete) {
            losses.add("node " + leaf.nodeId() + ": only what the log holds of it");
          }
        },
        sink);
  }

  /**
   * Reports nodes that are lost. A node is lost if it exists according to the page map or the log,
   * but was not found. It is found if there is an image of it or if the log contains its content.
   */
  private void noteLost(Node node) {
    if (!store.isInPlace() && map.isComplete() && map.unreadableChunks().length == 0) {
      map.forEachStored(nodeId -> noteIfLost(node, nodeId));
      return;
    }
    long slots = store.slots().count();
    long end = Math.min(facts.baseLast() + 1, IDS_A_SLOT * slots);
    for (long nodeId = 0; nodeId < Math.max(end, store.isInPlace() ? slots : 0); nodeId++) {
      noteIfLost(node, nodeId);
    }
  }

  private void noteIfLost(Node node, long nodeId) {
    node.of(nodeId);
    if (node.image == ImageIndex.NONE && node.alive && !node.isReplayed()) {
      lostNodes++;
      losses.add("node " + nodeId + ": lost; its level is not known");
    }
  }

  /**
   * Returns the statistics. {@link #entries} must have been called before, for certain and for
   * other leaves.
   */
  public SalvageStats figures() {
    return new SalvageStats(
        images.count(),
        leaves,
        uncertainLeaves,
        lostNodes,
        log.newestFrame(),
        lastMissing > log.lastFrame() ? -1 : facts.entries());
  }
}

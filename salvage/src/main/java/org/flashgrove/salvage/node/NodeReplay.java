package org.flashgrove.salvage.node;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeFullException;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.replacement.LongIntMap;
import org.flashgrove.storage.node.buffer.ChangeKind;
import org.flashgrove.storage.node.buffer.Changes;
import org.flashgrove.storage.node.buffer.OwnFrames;
import org.flashgrove.storage.node.buffer.PageChanges;

/**
 * Applies the changes in a log to the images of some nodes. Frames and images may be missing.
 *
 * <p>A compaction writes a node's changes in the order in which the buffer stores them. An addition
 * of an entry may therefore come before the removal that made room for the entry. In this case the
 * added entry waits until the node has room.
 */
final class NodeReplay {
  /** Receives leaves. */
  @FunctionalInterface
  interface LeafSink {
    /**
     * Receives a leaf.
     *
     * @param complete whether no entry of the leaf can be missing
     */
    void leaf(NodePage leaf, boolean complete);
  }

  /** A node to which changes are applied: its image, and facts about the image. */
  private static final class Target {
    private final NodePage page;
    private final long version;
    private final boolean aliveForSure;
    private boolean certain;
    private boolean complete;

    /** Added entries that wait until the node has room for them, or null if there are none. */
    private EntryList waiting;

    Target(NodePage page, long version, boolean certain, boolean complete, boolean aliveForSure) {
      this.page = page;
      this.version = version;
      this.certain = certain;
      this.complete = complete;
      this.aliveForSure = aliveForSure;
    }
  }

  private final TreeLayout layout;
  private final int pageSize;
  private final int most;
  private final List<Target> targets = new ArrayList<>();
  private final List<NodePage> spare = new ArrayList<>();
  private LongIntMap numbers = new LongIntMap(64);
  private final long[] entry = new long[64];
  private final OwnFrames ownFrames = new OwnFrames();

  /** Creates a replay for at most {@code most} nodes at a time. */
  NodeReplay(TreeLayout layout, int pageSize, int most) {
    this.layout = layout;
    this.pageSize = pageSize;
    this.most = most;
  }

  boolean isFull() {
    return targets.size() >= most;
  }

  /**
   * Adds a node to which changes will be applied.
   *
   * @param base image of the node, which is copied, or null if no image was found
   * @param certain whether the image certainly is the node's content as of the image's version
   * @param aliveForSure whether the node certainly exists in the newest commit
   */
  void add(long nodeId, NodePage base, boolean certain, boolean aliveForSure) {
    NodePage page =
        spare.isEmpty()
            ? new NodePage(AlignedBuffers.allocate(pageSize).order(ByteOrder.LITTLE_ENDIAN))
            : spare.remove(spare.size() - 1);
    if (base == null) {
      page.formatDeleted(layout.leaf(), nodeId);
    } else {
      page.bytes().put(0, base.bytes(), 0, pageSize);
      page.adopt(layout);
    }
    numbers.put(nodeId, targets.size());
    targets.add(
        new Target(page, base == null ? -1 : base.version(), certain, base != null, aliveForSure));
  }

  /**
   * Applies the changes of a frame. An added entry is skipped if the node already contains an equal
   * entry and may already contain the change. This is the case if the content of the node is
   * uncertain, or because of {@code isContent}.
   *
   * @param isContent whether a compaction wrote the frame. If such a frame lacks the numbers of the
   *     original frames, images may already contain its changes
   * @param lastMissing number of the last missing frame. If a frame with a greater number replaces
   *     the whole content of a node, this content is certain again
   */
  void frame(long number, long[] words, int from, int to, boolean isContent, long lastMissing) {
    if (targets.isEmpty()) {
      return;
    }
    Changes.decode(layout, words, from, to, (kind, nodeId, level, source, at, count) -> {});
    ownFrames.start();
    Changes.decode(
        layout,
        words,
        from,
        to,
        (kind, nodeId, level, source, at, count) -> {
          if (ownFrames.note(kind, nodeId, source, at, number)) {
            return;
          }
          int target = numbers.get(nodeId);
          long frame = ownFrames.frameOf(nodeId, number);
          if (target != LongIntMap.ABSENT && frame > targets.get(target).version) {
            Target node = targets.get(target);
            // If a frame is missing, it may have removed an equal entry before this one was added.
            boolean again = isContent && !ownFrames.isKnown(nodeId) || !node.certain;
            ChangeKind applied = again && kind == ChangeKind.ADD ? ChangeKind.CHANGE : kind;
            if (applied.isContent()) {
              node.certain = number > lastMissing;
            }
            change(node, applied, level, source, at, count);
          }
        });
  }

  private void change(Target node, ChangeKind kind, int level, long[] words, int at, int count) {
    NodePage page = node.page;
    if (kind == ChangeKind.STATE) {
      return;
    }
    if (kind == ChangeKind.DELETE) {
      page.formatDeleted(layout.leaf(), page.nodeId());
      node.complete = false;
      node.waiting = null;
      return;
    }
    if (kind.isContent()) {
      page.format(layout.at(level), page.nodeId(), level);
      node.complete = true;
      node.waiting = null;
    } else if (page.level() != level) {
      page.format(layout.at(level), page.nodeId(), level);
      node.complete = false;
      node.waiting = null;
    }
    if (kind == ChangeKind.PATCH && !node.certain) {
      node.complete = false; // a patch fits only the content for which it was made
      return;
    }
    if (kind == ChangeKind.SEALED) {
      return; // the content was not logged: it is in the image, if one was found
    }
    if (kind == ChangeKind.ADD || kind == ChangeKind.CHANGE) {
      put(node, kind, words, at);
    } else {
      boolean isThere = kind == ChangeKind.REMOVE && page.find(words, at) >= 0;
      try {
        PageChanges.apply(page, kind, words, at, count);
      } catch (NodeFullException e) {
        node.complete = false; // the content does not fit a page
      }
      if (kind == ChangeKind.REMOVE) {
        if (!isThere || !page.layout().repeats()) {
          waitNoMore(node, words, at);
        }
        putWaiting(node);
      }
    }
  }

  /**
   * Puts an entry into a node. If the node has no room, the entry waits in {@link Target#waiting}
   * until a removal makes room.
   */
  private static void put(Target node, ChangeKind kind, long[] words, int at) {
    NodePage page = node.page;
    boolean isCopy = kind == ChangeKind.ADD && page.layout().repeats();
    if (!isCopy) {
      waitNoMore(node, words, at);
    }
    if (page.count() < page.capacity() || !isCopy && page.find(words, at) >= 0) {
      if (isCopy) {
        page.add(words, at);
      } else {
        page.put(words, at);
      }
    } else {
      delay(node, words, at);
    }
  }

  private static void delay(Target node, long[] words, int at) {
    if (node.waiting == null) {
      node.waiting = new EntryList(node.page.layout().words(), 1);
    }
    node.waiting.add(words, at);
  }

  /**
   * Removes an entry from {@link Target#waiting} whose identity words equal the words at {@code
   * words[at]}, if there is such an entry.
   */
  private static void waitNoMore(Target node, long[] words, int at) {
    EntryList waiting = node.waiting;
    int identity = node.page.layout().identityWords();
    for (int i = waiting == null ? -1 : waiting.count() - 1; i >= 0; i--) {
      int from = i * node.page.layout().words();
      if (Arrays.equals(waiting.words(), from, from + identity, words, at, at + identity)) {
        waiting.remove(i);
        return;
      }
    }
  }

  private static void putWaiting(Target node) {
    NodePage page = node.page;
    while (node.waiting != null && node.waiting.count() > 0 && page.count() < page.capacity()) {
      page.add(node.waiting.words(), 0);
      node.waiting.remove(0);
    }
  }

  /**
   * Passes to the sink all leaves whose content is certain, or all leaves whose content is
   * uncertain. Then removes all nodes.
   *
   * @param certain whether to pass the leaves whose content is certain
   * @param spilled receives the entries that still wait because their leaf has no room for them
   */
  void finish(boolean certain, LeafSink sink, NodeSalvage.EntrySink spilled) {
    for (Target node : targets) {
      int left = node.waiting == null ? 0 : node.waiting.count();
      node.complete &= left == 0;
      boolean known = node.certain && node.complete && node.aliveForSure;
      if (node.page.level() == 0 && known == certain) {
        sink.leaf(node.page, node.complete);
        spill(node, left, spilled);
      }
      spare.add(node.page);
    }
    targets.clear();
    numbers = new LongIntMap(64);
  }

  private void spill(Target node, int count, NodeSalvage.EntrySink spilled) {
    int stride = node.page.layout().words();
    for (int i = 0; i < count; i++) {
      System.arraycopy(node.waiting.words(), i * stride, entry, 0, stride);
      spilled.entry(node.page.nodeId(), entry);
    }
  }
}

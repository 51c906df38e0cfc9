package org.flashgrove.storage.node;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.replacement.LongIntMap;

/** Applies a log's changes to the images of some nodes, whatever is missing of either. */
final class NodeReplay {
  /** Gets leaves. */
  @FunctionalInterface
  interface LeafSink {
    /** A leaf; {@code complete} if all of it is there, not only what the log added. */
    void leaf(NodePage leaf, boolean complete);
  }

  /** A node and what is known of its image. */
  private static final class Target {
    private final NodePage page;
    private final long version;
    private final boolean aliveForSure;
    private boolean certain;
    private boolean complete;

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
  private final long[] overflow = new long[64];
  private final OwnFrames ownFrames = new OwnFrames();

  /** A replay of so many nodes at a time. */
  NodeReplay(TreeLayout layout, int pageSize, int most) {
    this.layout = layout;
    this.pageSize = pageSize;
    this.most = most;
  }

  boolean isFull() {
    return targets.size() >= most;
  }

  /**
   * Adds a node.
   *
   * @param base its image, or null if there is none; copied
   * @param certain whether the image is current as far as its version goes
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
   * Applies the changes of a frame.
   *
   * @param lastMissing a node whose content is new after this frame is certain again
   * @param spilled gets entries that find no room in their node
   */
  void frame(
      long number,
      long[] words,
      int from,
      int to,
      long lastMissing,
      NodeSalvage.EntrySink spilled) {
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
          long frame = ownFrames.of(nodeId, number);
          if (target != LongIntMap.ABSENT && frame > targets.get(target).version) {
            change(targets.get(target), kind, level, source, at, count, number > lastMissing);
            if (isRefused) {
              refused(targets.get(target), kind, level, source, at, spilled);
            }
          }
        });
  }

  private boolean isRefused;

  private void change(
      Target node, ChangeKind kind, int level, long[] words, int at, int count, boolean recent) {
    NodePage page = node.page;
    isRefused = false;
    if (kind == ChangeKind.STATE) {
      return;
    }
    if (kind == ChangeKind.DELETE) {
      page.formatDeleted(layout.leaf(), page.nodeId());
      node.complete = false;
      return;
    }
    if (kind.isContent()) {
      page.format(layout.at(level), page.nodeId(), level);
      node.complete = true;
      node.certain = recent;
    } else if (page.level() != level) {
      page.format(layout.at(level), page.nodeId(), level);
      node.complete = false;
    }
    if (kind == ChangeKind.SEALED) {
      return; // its content is the image, if there is one
    }
    try {
      PageChanges.apply(page, kind, words, at, count);
    } catch (IllegalStateException e) {
      node.complete = false;
      isRefused = true;
    }
  }

  private void refused(
      Target node,
      ChangeKind kind,
      int level,
      long[] words,
      int at,
      NodeSalvage.EntrySink spilled) {
    if (level == 0 && (kind == ChangeKind.ADD || kind == ChangeKind.CHANGE)) {
      System.arraycopy(words, at, overflow, 0, node.page.layout().words());
      spilled.entry(overflow);
    }
  }

  /** Hands over the leaves that are certain, or the others, and forgets all nodes. */
  void finish(boolean certain, LeafSink sink) {
    for (Target node : targets) {
      boolean known = node.certain && node.complete && node.aliveForSure;
      if (node.page.level() == 0 && known == certain) {
        sink.leaf(node.page, node.complete);
      }
      spare.add(node.page);
    }
    targets.clear();
    numbers = new LongIntMap(64);
  }
}

package org.flashgrove.storage.node;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.storage.node.buffer.BufferStats;
import org.flashgrove.storage.node.buffer.ChangeConsumer;
import org.flashgrove.storage.node.buffer.ChangeKind;
import org.flashgrove.storage.node.buffer.Changes;
import org.flashgrove.storage.node.buffer.NodeBuffer;
import org.flashgrove.storage.node.buffer.PageChanges;
import org.flashgrove.storage.node.device.NodeDevice;

/**
 * A buffer that keeps all nodes and changes in memory and writes nothing before a flush. It is
 * written after the Javadoc of {@link NodeBuffer} alone, and shows that the port can be implemented
 * from that.
 */
public final class KeepingBuffer implements NodeBuffer {
  /** A published change. */
  private record Kept(long frame, ChangeKind kind, int level, long[] words, int count) {}

  /** What is known of a node: its stored page, later changes, and the image that both give. */
  private static final class Node {
    private NodePage stored;
    private NodePage image;
    private final List<Kept> changes = new ArrayList<>();

    boolean isWhole() {
      return !changes.isEmpty() && changes.get(0).kind().isContent();
    }

    boolean isDeleted() {
      return !changes.isEmpty() && changes.get(0).kind() == ChangeKind.DELETE;
    }

    long newestFrame() {
      return changes.get(changes.size() - 1).frame();
    }
  }

  private final NodeDevice device;
  private final TreeLayout layout;
  private final Map<Long, Node> nodes = new HashMap<>();
  private long publishing;
  private long hits;
  private long misses;
  private long flushes;
  private long flushedNodes;

  /** Creates an empty buffer. */
  public KeepingBuffer(NodeDevice device, TreeLayout layout) {
    this.device = device;
    this.layout = layout;
  }

  @Override
  public NodePage pinBuffered(long nodeId, int level) {
    Node node = nodes.get(nodeId);
    if (node == null || !node.isDeleted() && !node.isWhole() && node.stored == null) {
      return null;
    }
    NodePage image = image(nodeId, node);
    if (image == null || image.level() != level) {
      throw new DamagedStoreException("nodes", "node " + nodeId, "no node of level " + level);
    }
    hits++;
    image.pin();
    return image;
  }

  @Override
  public NodePage pinLoaded(NodePage stored) {
    misses++;
    Node node = nodes.computeIfAbsent(stored.nodeId(), id -> new Node());
    node.stored = stored;
    NodePage image = image(stored.nodeId(), node);
    image.pin();
    return image;
  }

  @Override
  public NodePage pin(long nodeId, int level) {
    NodePage image = pinBuffered(nodeId, level);
    if (image != null) {
      return image;
    }
    NodePage stored = device.pool().take();
    try {
      device.read(stored, layout.at(level), nodeId, level);
    } catch (RuntimeException e) {
      device.pool().give(stored);
      throw e;
    }
    return pinLoaded(stored);
  }

  /** Returns the current image of a node, or null of a deleted one. */
  private NodePage image(long nodeId, Node node) {
    if (node.isDeleted()) {
      return null;
    }
    long contained = node.isWhole() ? -1 : node.stored.version();
    if (node.image == null && (node.changes.isEmpty() || node.newestFrame() <= contained)) {
      return node.stored;
    }
    if (node.image == null) {
      NodePage image = device.pool().take();
      if (node.isWhole()) {
        int level = node.changes.get(0).level();
        image.format(layout.at(level), nodeId, level);
      } else {
        image.copyFrom(node.stored);
      }
      for (Kept change : node.changes) {
        if (change.frame() > contained) {
          PageChanges.apply(image, change.kind(), change.words(), 0, change.count());
        }
      }
      image.version(node.newestFrame());
      node.image = image;
    }
    return node.image;
  }

  @Override
  public void makeRoom(Changes changes) {
    // there is always room
  }

  @Override
  public ChangeConsumer changes(long frame) {
    publishing = frame;
    return this::publish;
  }

  private void publish(ChangeKind kind, long nodeId, int level, long[] words, int at, int count) {
    if (kind == ChangeKind.SEALED) {
      forget(nodeId);
      return;
    }
    if (kind == ChangeKind.STATE) {
      return;
    }
    Node node = nodes.computeIfAbsent(nodeId, id -> new Node());
    if (node.image != null) {
      device.pool().give(node.image);
      node.image = null;
    }
    if (kind.isContent() || kind == ChangeKind.DELETE) {
      node.changes.clear();
    }
    int length = (int) kind.payloadWords(layout.at(level), count);
    long[] kept = Arrays.copyOfRange(words, at, at + length);
    node.changes.add(new Kept(publishing, kind, level, kept, count));
  }

  @Override
  public void forget(long nodeId) {
    Node node = nodes.remove(nodeId);
    if (node != null) {
      drop(node.image);
      drop(node.stored);
    }
  }

  private void drop(NodePage page) {
    if (page != null) {
      device.pool().give(page);
    }
  }

  @Override
  public void replaying() {
    // changes are kept as they come
  }

  /** Drops changes that stored pages hold already: a compacted log must not count them anew. */
  @Override
  public void replayed() {
    NodePage page = device.pool().take();
    for (Map.Entry<Long, Node> entry : nodes.entrySet()) {
      Node node = entry.getValue();
      boolean isOverStored = !node.isWhole() && !node.isDeleted();
      if (isOverStored && device.readIfStored(page, layout, entry.getKey())) {
        long contained = page.version();
        node.changes.removeIf(change -> change.frame() <= contained);
      }
    }
    device.pool().give(page);
    nodes.values().removeIf(node -> node.changes.isEmpty());
  }

  @Override
  public boolean logsFlushes() {
    return false;
  }

  private TreeMap<Long, Node> changed() {
    TreeMap<Long, Node> changed = new TreeMap<>(nodes);
    changed.values().removeIf(node -> node.changes.isEmpty());
    return changed;
  }

  @Override
  public void flush() {
    TreeMap<Long, Node> changed = changed();
    if (changed.isEmpty()) {
      return;
    }
    NodePage deletion = device.pool().take();
    for (Map.Entry<Long, Node> entry : changed.entrySet()) {
      if (!entry.getValue().isDeleted()) {
        pinAndRelease(entry.getKey(), entry.getValue());
      }
    }
    device.startBatch();
    for (Map.Entry<Long, Node> entry : changed.entrySet()) {
      Node node = entry.getValue();
      if (!node.isDeleted()) {
        device.append(image(entry.getKey(), node), node.newestFrame());
      } else if (device.readIfStored(deletion, layout, entry.getKey())) {
        deletion.formatDeleted(layout.leaf(), entry.getKey());
        device.append(deletion, node.newestFrame());
      }
    }
    device.finishBatch();
    device.pool().give(deletion);
    flushes++;
    flushedNodes += changed.size();
    changed.forEach(this::settle);
  }

  /** Reads the stored page of a node if its image needs it. */
  private void pinAndRelease(long nodeId, Node node) {
    device.pool().release(pin(nodeId, node.changes.get(0).level()));
  }

  /** Notes that the newest image of a node is its stored page now. */
  private void settle(long nodeId, Node node) {
    if (node.isDeleted()) {
      forget(nodeId);
      return;
    }
    if (node.image != null) {
      drop(node.stored);
      node.stored = node.image;
      node.image = null;
    }
    node.changes.clear();
  }

  @Override
  public long unflushedBytes() {
    long bytes = 0;
    for (Node node : nodes.values()) {
      for (Kept change : node.changes) {
        bytes += (2L + change.words().length) * Long.BYTES;
      }
    }
    return bytes;
  }

  @Override
  public void unflushed(ChangeConsumer consumer) {
    changed()
        .forEach(
            (nodeId, node) -> {
              int level = node.changes.get(0).level();
              long[] version = {node.newestFrame()};
              consumer.change(ChangeKind.VERSION, nodeId, level, version, 0, 0);
              for (Kept change : node.changes) {
                consumer.change(
                    change.kind(), nodeId, change.level(), change.words(), 0, change.count());
              }
            });
  }

  @Override
  public BufferStats figures() {
    long used = device.pool().usedBytes();
    return new BufferStats(
        "keeping",
        Long.MAX_VALUE,
        used,
        0,
        hits,
        misses,
        flushes,
        flushedNodes,
        0,
        changed().size());
  }

  @Override
  public void close() {
    nodes.clear();
  }
}

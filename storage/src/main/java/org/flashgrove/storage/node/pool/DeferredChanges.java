package org.flashgrove.storage.node.pool;

import java.util.Arrays;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.replacement.LongIntMap;
import org.flashgrove.storage.node.buffer.ChangeConsumer;
import org.flashgrove.storage.node.buffer.ChangeKind;
import org.flashgrove.storage.node.buffer.Changes;
import org.flashgrove.storage.node.buffer.NodeBuffer;
import org.flashgrove.storage.node.buffer.PageChanges;
import org.flashgrove.storage.node.device.NodeDevice;

/**
 * Holds changes of nodes that are not in memory, until these nodes are read. Such a node is called
 * a deferred node. Several deferred nodes are read together when room is short. A single one is
 * read when it is needed. For each deferred node, this set contains all changes that the node's
 * stored page lacks.
 */
final class DeferredChanges {
  /** At most 1/{@value} as many nodes as the cache has frames may have deferred changes. */
  private static final int FRAMES_AN_UNREAD_NODE = 4;

  /**
   * Number of words reserved, on average, for the deferred changes of a node. If the changes need
   * more words, the nodes are read earlier.
   */
  private static final int WORDS = 64;

  /** Bytes of memory for the deferred changes of one node and their positions. */
  static final int NODE_BYTES = Long.BYTES * (WORDS + 8);

  private static final int NONE = -1;

  private final int mostNodes;
  private final Changes changes;
  private final LongIntMap places;
  private final PageChanges applied = new PageChanges();
  private final long[] nodes;
  private final long[] frames; // frame of the newest change of each node
  private final int[] newest; // number of the newest change of each node
  private int nodeCount; // includes nodes that were removed since the last reset
  private int taken;
  private int[] starts = new int[16];
  private int[] before = new int[16]; // number of the node's previous change, or NONE
  private int[] chain = new int[16];
  private int count;
  private long frame; // frame of the changes that are added

  /** Returns the maximum number of nodes outside the cache that may have deferred changes. */
  static int nodes(NodeDevice device, int together, int frameCount) {
    int most = Math.min(together, frameCount / FRAMES_AN_UNREAD_NODE);
    return device.readsTogether() && most > 1 ? most : 0;
  }

  /**
   * Creates an empty set of changes.
   *
   * @param mostNodes maximum number of nodes with deferred changes; 0 for none
   */
  DeferredChanges(TreeLayout layout, int mostNodes) {
    this.mostNodes = mostNodes;
    changes = new Changes(layout);
    changes.clear(0);
    places = new LongIntMap(mostNodes);
    nodes = new long[mostNodes];
    frames = new long[mostNodes];
    newest = new int[mostNodes];
  }

  boolean isEmpty() {
    return nodes() == 0;
  }

  /** Returns the number of nodes that have deferred changes. */
  int nodes() {
    return nodeCount - taken;
  }

  /** Returns the size of all deferred changes in bytes. */
  long bytes() {
    return isEmpty() ? 0 : (long) Long.BYTES * changes.length();
  }

  /**
   * Returns whether there is room for the changes of {@code more} nodes in addition to the nodes
   * that already have deferred changes.
   */
  boolean hasRoom(int more) {
    return nodeCount + more <= mostNodes && changes.length() <= WORDS * (mostNodes - more);
  }

  /** Returns whether a node has deferred changes. */
  boolean contains(long nodeId) {
    return !isEmpty() && places.get(nodeId) != LongIntMap.ABSENT;
  }

  /** Sets the number of the log frame with the changes that will be added. */
  void frame(long number) {
    frame = number;
  }

  /**
   * Adds a change of a node. The caller makes sure that the set already contains changes of this
   * node, or that there is room for one more node.
   */
  void add(ChangeKind kind, long nodeId, int level, long[] words, int at, int entries) {
    int place = places.get(nodeId);
    int earlier = NONE;
    if (place == LongIntMap.ABSENT) {
      place = nodeCount++;
      nodes[place] = nodeId;
      places.put(nodeId, place);
    } else {
      earlier = newest[place];
    }
    if (count == starts.length) {
      starts = Arrays.copyOf(starts, 2 * count);
      before = Arrays.copyOf(before, 2 * count);
    }
    starts[count] = changes.length();
    before[count] = earlier;
    newest[place] = count++;
    frames[place] = frame;
    changes.append(kind, nodeId, level, words, at, entries);
  }

  /**
   * Applies the deferred changes of the page's node to the page, and removes these changes from
   * this set. The page's version becomes the frame number of the newest of these changes.
   *
   * @return whether the node had deferred changes
   */
  boolean applyTo(NodePage page) {
    if (!contains(page.nodeId())) {
      return false;
    }
    int place = places.get(page.nodeId());
    applied.target(page);
    pass(place, applied);
    page.version(frames[place]);
    forget(page.nodeId());
    return true;
  }

  /** Passes the changes of a node to a consumer. */
  private void pass(int place, ChangeConsumer consumer) {
    int links = 0;
    for (int i = newest[place]; i != NONE; i = before[i]) {
      if (links == chain.length) {
        chain = Arrays.copyOf(chain, 2 * links);
      }
      chain[links++] = starts[i];
    }
    while (links > 0) {
      changes.at(chain[--links], consumer);
    }
  }

  /** Removes the changes of a node, if there are any. */
  void forget(long nodeId) {
    if (contains(nodeId)) {
      places.remove(nodeId);
      taken++;
      if (isEmpty()) {
        nodeCount = 0;
        taken = 0;
        count = 0;
        changes.clear(0);
      }
    }
  }

  /**
   * Copies the ids of all nodes that have deferred changes to the front of an array. Returns the
   * number of these nodes.
   */
  int copyNodes(long[] into) {
    int left = 0;
    for (int place = 0; place < nodeCount; place++) {
      if (places.get(nodes[place]) == place) {
        into[left++] = nodes[place];
      }
    }
    return left;
  }

  /** Returns the level of a node that has deferred changes. */
  int level(long nodeId) {
    return (int) (changes.words()[starts[newest[places.get(nodeId)]]] >>> 8 & 0xFFFF);
  }

  /** Passes all changes to a consumer, in the form of {@link NodeBuffer#unflushed}. */
  void forEach(ChangeConsumer consumer) {
    for (int place = 0; place < nodeCount; place++) {
      long nodeId = nodes[place];
      if (places.get(nodeId) == place) {
        long[] version = {frames[place]};
        consumer.change(ChangeKind.VERSION, nodeId, level(nodeId), version, 0, 0);
        pass(place, consumer);
      }
    }
  }
}

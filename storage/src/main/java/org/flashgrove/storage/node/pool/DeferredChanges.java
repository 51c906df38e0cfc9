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

/**
 * Changes of nodes that are not in memory, in their order, until the nodes are read: many at once,
 * or one on demand. For each node it has either all changes since the page was written or none.
 */
final class DeferredChanges {
  /** Words of changes for each node that may wait, on average: more are read sooner. */
  private static final int WORDS = 64;

  /** Bytes that each node takes that may wait: its changes and where they are. */
  static final int NODE_BYTES = Long.BYTES * (WORDS + 8);

  private static final int NONE = -1;

  private final TreeLayout layout;
  private final int mostNodes;
  private final Changes changes;
  private final LongIntMap places;
  private final PageChanges applied = new PageChanges();
  private final long[] nodes;
  private final long[] frames; // of the newest change of each node
  private final int[] newest; // number of the newest change of each node
  private int nodeCount; // those that were taken out since the start included
  private int taken;
  private int[] starts = new int[16];
  private int[] before = new int[16]; // number of the change before of the same node, or NONE
  private int[] chain = new int[16];
  private int count;

  /**
   * Makes room for changes.
   *
   * @param mostNodes how many nodes may wait; 0 for none
   */
  DeferredChanges(TreeLayout layout, int mostNodes) {
    this.layout = layout;
    this.mostNodes = mostNodes;
    changes = new Changes(layout);
    changes.clear(0);
    places = new LongIntMap(mostNodes);
    nodes = new long[mostNodes];
    frames = new long[mostNodes];
    newest = new int[mostNodes];
  }

  /** Returns whether no node waits. */
  boolean isEmpty() {
    return nodes() == 0;
  }

  /** Returns how many nodes wait. */
  int nodes() {
    return nodeCount - taken;
  }

  /** Returns the bytes of the changes. */
  long bytes() {
    return isEmpty() ? 0 : (long) Long.BYTES * changes.length();
  }

  /** Returns whether there is room for changes of a number of further nodes. */
  boolean hasRoom(int more) {
    return nodeCount + more <= mostNodes && changes.length() <= WORDS * (mostNodes - more);
  }

  /** Returns whether there are changes of a node. */
  boolean contains(long nodeId) {
    return !isEmpty() && places.get(nodeId) != LongIntMap.ABSENT;
  }

  /** Adds a change of a node that there is room for, or that waits already. */
  void add(ChangeKind kind, long nodeId, int level, long[] words, int at, int entries, long frame) {
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
   * Applies the changes of a node to its page, which gets the version of the newest one, and
   * forgets them; returns whether there were any.
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

  /** Hands the changes of a node to a consumer. */
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

  /** Forgets the changes of a node, if there are any. */
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

  /** Copies the ids of the nodes; returns their number. */
  int copyNodes(long[] into) {
    int left = 0;
    for (int place = 0; place < nodeCount; place++) {
      if (places.get(nodes[place]) == place) {
        into[left++] = nodes[place];
      }
    }
    return left;
  }

  /** Returns the level of a node that has changes here. */
  int level(long nodeId) {
    return (int) (changes.words()[starts[newest[places.get(nodeId)]]] >>> 8 & 0xFFFF);
  }

  /** Passes all changes on in the form of {@link NodeBuffer#unflushed}. */
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

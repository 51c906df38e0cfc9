package org.flashgrove.salvage.node;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.Consumer;
import org.flashgrove.core.node.NodeIds;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.replacement.LongIntMap;
import org.flashgrove.salvage.page.ImageIndex;
import org.flashgrove.salvage.page.SalvagedPages;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.node.Catalog;
import org.flashgrove.storage.node.buffer.ChangeConsumer;
import org.flashgrove.storage.node.buffer.ChangeKind;
import org.flashgrove.storage.node.buffer.Changes;
import org.flashgrove.storage.node.buffer.OwnFrames;
import org.flashgrove.storage.node.compact.BriefForm;

/**
 * State of a tree's nodes according to the remaining log of a damaged store. It tells which nodes
 * exist, which slots contain their images, and which frame changed each node last.
 */
final class LogFacts {
  static final int NONE = -1;

  /** Maximum number of nodes, which limits the memory even if the log is damaged. */
  private static final int MOST_NODES = 2_000_000;

  private static final ChangeConsumer NOTHING = (kind, nodeId, level, words, at, count) -> {};

  private final TreeLayout layout;
  private final SalvagedPages pages;
  private final Consumer<String> losses;
  private final LongIntMap touched = new LongIntMap(1024);
  private long[] nodeIds = new long[1024];
  private long[] lastChange = new long[1024];
  private long[] lastFrame = new long[1024];
  private final OwnFrames ownFrames = new OwnFrames();
  private int[] movedTo = new int[1024];
  private final BitSet alive = new BitSet();
  private final BitSet movedAway = new BitSet();
  private int count;
  private boolean baseKnown;
  private long baseFrame;
  private long baseLast = -1;
  private LongIntMap baseFree = new LongIntMap(16);
  private long entries = -1;
  private boolean isFull;

  /**
   * Creates an empty object.
   *
   * @param losses receives a message if the log contains more nodes than the maximum
   */
  LogFacts(TreeLayout layout, SalvagedPages pages, Consumer<String> losses) {
    this.layout = layout;
    this.pages = pages;
    this.losses = losses;
  }

  /** Reads the log. */
  void read() {
    baseKnown = pages.log().isFromTheStart();
    boolean[] first = {true};
    pages.readLog(
        this::move,
        (frame, kind, content, size) -> {
          facts(frame, kind, content, size, first[0]);
          first[0] = false;
        });
    if (isFull) {
      pages.log().missAll();
    }
  }

  /**
   * Returns the changes of nodes that a frame contains, or null if it contains none.
   *
   * @param type type of the frame
   * @param words words of the frame, of which the first {@code length} are valid
   */
  static FrameChanges changes(
      TreeLayout layout, Catalog catalog, int type, long[] words, int length) {
    if (type == StoreLog.CONTENT) {
      return new FrameChanges(words, 0, length);
    }
    if (type != StoreLog.OPERATION && type != StoreLog.BRIEF) {
      return null;
    }
    int end = length - catalog.readFrame(words, length);
    if (type == StoreLog.OPERATION) {
      return new FrameChanges(words, Catalog.FRAME_WORDS, end);
    }
    long[] full = BriefForm.inFull(layout, words, Catalog.FRAME_WORDS, end);
    return new FrameChanges(full, 0, full.length);
  }

  /** The changes of nodes in a frame, which are {@code words[from, to)}. */
  record FrameChanges(long[] words, int from, int to) {}

  private void facts(long number, int type, long[] words, int length, boolean first) {
    Catalog catalog = new Catalog();
    if (type == StoreLog.CATALOG) {
      NodeIds ids = new NodeIds();
      catalog.read(words, length, ids);
      if (first) {
        baseKnown = true;
        baseFrame = number;
        baseLast = ids.last();
        for (long free : ids.freeIds()) {
          baseFree.put(free, 1);
        }
      }
      entries = catalog.entries();
      return;
    }
    FrameChanges changes = changes(layout, catalog, type, words, length);
    if (changes == null) {
      return;
    }
    Changes.decode(
        layout,
        changes.words,
        changes.from,
        changes.to,
        NOTHING); // throws before any change is noted
    ownFrames.start();
    Changes.decode(
        layout,
        changes.words,
        changes.from,
        changes.to,
        (kind, nodeId, level, source, at, some) -> {
          if (ownFrames.note(kind, nodeId, source, at, number)) {
            return;
          }
          int node = note(nodeId);
          if (node != NONE && kind != ChangeKind.STATE) {
            lastChange[node] = ownFrames.frameOf(nodeId, number);
            lastFrame[node] = number;
            alive.set(node, kind != ChangeKind.DELETE);
          }
        });
    entries = type != StoreLog.CONTENT ? catalog.entries() : entries;
  }

  private void move(long nodeId, int image, long version) {
    int node = note(nodeId);
    if (node != NONE) {
      movedTo[node] = image;
      movedAway.set(node, image == ImageIndex.NONE);
    }
  }

  private int note(long nodeId) {
    int node = touched.get(nodeId);
    if (node != LongIntMap.ABSENT) {
      return node;
    }
    if (count == MOST_NODES || nodeId < 0) {
      if (!isFull) {
        losses.accept("log: names more nodes than can be looked after, or impossible ones");
      }
      isFull = true;
      return NONE;
    }
    if (count == nodeIds.length) {
      nodeIds = Arrays.copyOf(nodeIds, 2 * count);
      lastChange = Arrays.copyOf(lastChange, 2 * count);
      lastFrame = Arrays.copyOf(lastFrame, 2 * count);
      movedTo = Arrays.copyOf(movedTo, 2 * count);
    }
    nodeIds[count] = nodeId;
    movedTo[count] = ImageIndex.NONE;
    touched.put(nodeId, count);
    return count++;
  }

  /** Returns the number of nodes that occur in the log. */
  int count() {
    return count;
  }

  /**
   * Returns the index of a node in this object, or {@link #NONE} if the node does not occur in the
   * log.
   */
  int find(long nodeId) {
    return touched.get(nodeId);
  }

  long nodeId(int node) {
    return nodeIds[node];
  }

  /**
   * Returns the number of the frame of a node's last change, or 0 if there is none. An image of the
   * node contains this change if the image's version is at least this number.
   *
   * @param node index of the node in this object
   */
  long lastChange(int node) {
    return node == NONE ? 0 : lastChange[node];
  }

  /**
   * Returns the number of the last frame in which a change of a node is written, or 0 if there is
   * none. This number can be greater than {@link #lastChange}, because a compaction writes earlier
   * changes again in later frames.
   *
   * @param node index of the node in this object
   */
  long lastFrame(int node) {
    return node == NONE ? 0 : lastFrame[node];
  }

  /**
   * Returns whether a node still exists after its last change in the log.
   *
   * @param node index of the node in this object
   */
  boolean isAlive(int node) {
    return alive.get(node);
  }

  /**
   * Returns the image in the slot to which a node was last moved, or {@link ImageIndex#NONE} if
   * there is none. A move is a log record of the node's new slot. Moves to slots without an intact
   * image do not count.
   *
   * @param node index of the node in this object
   */
  int movedTo(int node) {
    return node == NONE ? ImageIndex.NONE : movedTo[node];
  }

  /**
   * Returns whether the newest move of a node says that the node was deleted. A move is a log
   * record of the node's new slot.
   *
   * @param node index of the node in this object
   */
  boolean isMovedAway(int node) {
    return node != NONE && movedAway.get(node);
  }

  /**
   * Returns whether the log starts with a frame that lists the nodes that existed when the log
   * began.
   */
  boolean isBaseKnown() {
    return baseKnown;
  }

  /** Returns whether a node existed when the log began. Valid only if {@link #isBaseKnown}. */
  boolean isInBase(long nodeId) {
    return nodeId <= baseLast && baseFree.get(nodeId) == LongIntMap.ABSENT;
  }

  /** Returns the highest id of a node that existed when the log began, or -1. */
  long baseLast() {
    return baseLast;
  }

  /** Returns the number of the frame that lists the nodes that existed when the log began. */
  long baseFrame() {
    return baseFrame;
  }

  /**
   * Returns the number of entries of the tree after the last operation in the log, or -1 if
   * unknown.
   */
  long entries() {
    return entries;
  }
}

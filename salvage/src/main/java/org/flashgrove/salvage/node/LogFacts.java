package org.flashgrove.salvage.node;

import org.flashgrove.core.node.NodeIds;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.replacement.LongIntMap;
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
  private static final ChangeConsumer NOTHING = (kind, nodeId, level, words, at, count) -> {};

  private final TreeLayout layout;
  private final SalvagedPages pages;
  private final OwnFrames ownFrames = new OwnFrames();
  private boolean baseKnown;
  private long baseFrame;
  private long baseLast = -1;
  private LongIntMap baseFree = new LongIntMap(16);
  private long entries = -1;

  LogFacts(TreeLayout layout, SalvagedPages pages) {
    this.layout = layout;
    this.pages = pages;
  }

  /** Reads the log. */
  void read() {
    baseKnown = pages.log().isFromTheStart();
    boolean[] first = {true};
    pages.readLog(
        (frame, kind, content, size) -> {
          facts(frame, kind, content, size, first[0]);
          first[0] = false;
        });
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
          if (kind != ChangeKind.STATE) {
            boolean isAlive = kind != ChangeKind.DELETE;
            pages.logged().change(nodeId, number, ownFrames.frameOf(nodeId, number), isAlive);
          }
        });
    entries = type != StoreLog.CONTENT ? catalog.entries() : entries;
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

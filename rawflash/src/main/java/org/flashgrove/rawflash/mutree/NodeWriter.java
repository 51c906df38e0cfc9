package org.flashgrove.rawflash.mutree;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.flashgrove.rawflash.mutree.buffer.ReadBuffer;
import org.flashgrove.rawflash.mutree.layout.PageLayout;

/**
 * Puts changed nodes into pages and programs these pages. Children come before their parents, and
 * the path of the last change comes last. A node goes to the current page; if this page already has
 * a node of the same level, a new page starts. All nodes of the last path are therefore in the last
 * page, and nodes that were split off from them are in the page before it (Kang et al. 2007). No
 * page refers to a later page. The page number of a child is therefore known when its parent is
 * programmed, even if a block fails in between.
 *
 * <p>The last page contains the root and a commit flag. Until the last page is programmed, recovery
 * ignores the other pages.
 */
final class NodeWriter {
  private final FlashPages pages;
  private final BlockSpace space;
  private final PageLayout layout;
  private final MuTreeOptions options;
  private final NodePool pool;
  private final ReadBuffer buffer;
  private final EntryFormat format;

  private final Node[] page = new Node[PageLayout.MAX_HEIGHT + 1];
  private final List<Node> written = new ArrayList<>();
  private int[] writtenTo = new int[16];
  private int[] released = new int[16];
  private int releasedSize;
  private int nodesInPage;
  private int height;
  private long entries;

  NodeWriter(
      FlashPages pages,
      BlockSpace space,
      PageLayout layout,
      MuTreeOptions options,
      NodePool pool,
      ReadBuffer buffer) {
    this.pages = pages;
    this.space = space;
    this.layout = layout;
    this.options = options;
    this.pool = pool;
    this.buffer = buffer;
    format = new EntryFormat(options.widths());
  }

  /**
   * Notes that a node was removed from the tree. The copy of the node on flash remains valid until
   * the next commit.
   */
  void release(Node node) {
    if (node.page != Node.NONE) {
      if (releasedSize + 2 > released.length) {
        released = Arrays.copyOf(released, releasedSize * 2);
      }
      released[releasedSize++] = node.level;
      released[releasedSize++] = node.page;
    }
  }

  /**
   * Programs the root and all dirty nodes below it.
   *
   * @param lastKey a key; the nodes on the path to this key are written to the last page
   * @param treeEntries number of entries in the tree
   * @return number of pages programmed
   */
  int write(Node root, long lastKey, long treeEntries) {
    long before = pages.programs();
    height = root.level;
    entries = treeEntries;
    written.clear();
    take(root, lastKey, true);
    emit(true);
    commit(root);
    return (int) (pages.programs() - before);
  }

  private void take(Node node, long lastKey, boolean onLastPath) {
    if (node.level > 1) {
      int last = onLastPath ? node.childIndex(lastKey) : Node.NONE;
      for (int index = 0; index < node.count; index++) {
        if (index != last) {
          takeChild(node, index, lastKey, false);
        }
      }
      if (onLastPath) {
        takeChild(node, last, lastKey, true);
      }
    }
    if (page[node.level] != null) {
      emit(false);
    }
    page[node.level] = node;
    nodesInPage++;
  }

  private void takeChild(Node node, int index, long lastKey, boolean onLastPath) {
    int child = node.child(index);
    if (child < 0) {
      Node changed = pool.get(~child);
      changed.parent = node;
      changed.indexInParent = index;
      take(changed, lastKey, onLastPath);
    }
  }

  private void emit(boolean commit) {
    int layoutHeight = Math.max(height, options.layoutHeight());
    boolean programmed = false;
    int number = Node.NONE;
    while (!programmed) {
      number = space.allocate();
      for (int level = 1; level < height; level++) {
        if (page[level] != null) {
          page[level].parent.child(page[level].indexInParent, number);
        }
      }
      pages.begin(options, height, entries, commit);
      for (int level = 1; level <= height; level++) {
        Node node = page[level];
        if (node != null) {
          pages
              .content()
              .put(
                  layout.offset(level, layoutHeight),
                  node.entries(),
                  0,
                  node.count * format.stride(level));
          pages.header().node(level, node.count);
        }
      }
      programmed = pages.program(number);
      if (!programmed) {
        space.fail();
      }
    }
    if (written.size() + nodesInPage > writtenTo.length) {
      writtenTo = Arrays.copyOf(writtenTo, (written.size() + nodesInPage) * 2);
    }
    for (int level = 1; level <= height; level++) {
      if (page[level] != null) {
        writtenTo[written.size()] = number;
        written.add(page[level]);
        page[level] = null;
      }
    }
    nodesInPage = 0;
  }

  /**
   * Makes the copies of nodes that were just programmed valid, and the previous copies of these
   * nodes invalid.
   */
  private void commit(Node root) {
    for (int i = 0; i < written.size(); i++) {
      Node node = written.get(i);
      if (node.page != Node.NONE) {
        space.unmark(node.level, node.page);
        buffer.supersede(node.level, node.page);
      }
    }
    for (int i = 0; i < releasedSize; i += 2) {
      space.unmark(released[i], released[i + 1]);
      buffer.supersede(released[i], released[i + 1]);
    }
    releasedSize = 0;
    for (int i = 0; i < written.size(); i++) {
      Node node = written.get(i);
      node.page = writtenTo[i];
      node.dirty = false;
      space.mark(node.level, node.page);
      if (node != root) {
        pool.give(node);
      }
    }
  }
}

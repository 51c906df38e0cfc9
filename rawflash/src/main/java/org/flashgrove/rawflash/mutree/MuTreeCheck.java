package org.flashgrove.rawflash.mutree;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.rawflash.mutree.layout.PageLayout;

/** Reads a complete tree and checks its invariants and the state of its pages. */
final class MuTreeCheck {
  private static final int MOST_PROBLEMS = 100;

  private final MuTree tree;
  private final PageLayout layout;
  private final FlashPages pages;
  private final BlockSpace space;
  private final NodePool pool;
  private final List<String> problems = new ArrayList<>();
  private final byte[] referred;
  private long entries;
  private boolean changed;

  MuTreeCheck(MuTree tree, PageLayout layout, FlashPages pages, BlockSpace space, NodePool pool) {
    this.tree = tree;
    this.layout = layout;
    this.pages = pages;
    this.space = space;
    this.pool = pool;
    referred = new byte[pages.geometry().pageCount()];
  }

  List<String> run() {
    Node root = tree.root();
    if (root.page != Node.NONE) {
      refer(root.level, root.page);
    }
    visit(root, Long.MIN_VALUE, Long.MAX_VALUE, true);
    if (entries != tree.size()) {
      problem("tree: %d entries, but %d are counted", entries, tree.size());
    }
    // While changes are pending, the state of the pages does not reflect them yet.
    if (!changed) {
      comparePages();
      if (pool.inUse() != 1) {
        problem("memory: %d nodes (allowed: 1, the root)", pool.inUse());
      }
    }
    return problems;
  }

  private void problem(String message, Object... values) {
    if (problems.size() < MOST_PROBLEMS) {
      problems.add(String.format(message, values));
    }
  }

  private void refer(int level, int page) {
    int bit = 1 << (level - 1);
    if ((referred[page] & bit) != 0) {
      problem("page %d: its node of level %d has two parents", page, level);
    }
    referred[page] |= (byte) bit;
  }

  private void visit(Node node, long lower, long upper, boolean last) {
    String name = "level " + node.level + ", page " + node.page;
    if (node.count > tree.most(node.level)) {
      problem("%s: %d entries (allowed: at most %d)", name, node.count, tree.most(node.level));
    }
    if (node.count == 0 && (node != tree.root() || node.level > 1)) {
      problem("%s: no entries", name);
    }
    compareKeys(node, name, lower, upper, last);
    if (node.level == 1) {
      entries += node.count;
      return;
    }
    for (int index = 0; index < node.count; index++) {
      long from = index == 0 ? lower : node.key(index);
      boolean lastChild = index + 1 == node.count;
      visitChild(
          node.level - 1,
          node.child(index),
          from,
          lastChild ? upper : node.key(index + 1),
          last && lastChild);
    }
  }

  private void compareKeys(Node node, String name, long lower, long upper, boolean last) {
    for (int index = 0; index < node.count; index++) {
      long key = node.key(index);
      boolean ordered = index == 0 || key > node.key(index - 1);
      boolean bounded = key >= lower && (last || key < upper);
      if (!ordered || !bounded) {
        problem("%s: key %d at %d is out of order", name, key, index);
      }
    }
  }

  private void visitChild(int level, int child, long lower, long upper, boolean last) {
    if (child < 0) {
      changed = true;
      visit(pool.get(~child), lower, upper, last);
      return;
    }
    refer(level, child);
    Node node = pool.take(level, child);
    try {
      pages.read(child, level);
      node.load(pages.content(), layout.offset(level), pages.header().count(level));
      visit(node, lower, upper, last);
    } catch (StoreException e) {
      problem("%s", e.getMessage());
    } finally {
      pool.give(node);
    }
  }

  private void comparePages() {
    for (int page = 0; page < referred.length; page++) {
      if ((referred[page] & 0xFF) != (space.valid(page) & 0xFF)) {
        problem(
            "page %d: levels %s are the newest, but %s are marked",
            page,
            Integer.toBinaryString(referred[page] & 0xFF),
            Integer.toBinaryString(space.valid(page) & 0xFF));
      }
    }
  }
}

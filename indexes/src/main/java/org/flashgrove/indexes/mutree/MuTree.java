package org.flashgrove.indexes.mutree;

import java.nio.ByteBuffer;
import java.util.List;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.flash.FlashGeometry;
import org.flashgrove.core.flash.RawFlash;
import org.flashgrove.core.index.StoppingPairVisitor;
import org.flashgrove.core.index.VisitResult;
import org.flashgrove.indexes.mutree.buffer.ReadBuffer;
import org.flashgrove.indexes.mutree.buffer.ReadBuffers;
import org.flashgrove.indexes.mutree.layout.PageLayout;

/**
 * The μ-tree (Kang, Jung, Kang, Kim, <em>μ-Tree: an ordered index structure for NAND flash
 * memory</em>, EMSOFT 2007) and the kμ-tree (Yang et al., <em>An efficient buffer scheme for
 * flash-based databases</em>): a B+-tree on raw NAND flash in which a change takes one page
 * program, because all nodes of the path that changed fit into one page. It collects garbage,
 * levels wear and recovers from power loss by itself.
 *
 * <p>Keys are signed and unique, each has a value; {@link EntryWidths} defines their widths. As in
 * the original, nodes are not merged: a leaf goes when its last entry goes. Differences to the
 * papers:
 *
 * <ul>
 *   <li>The root is always in memory, and a write buffer keeps nodes rather than pages: what
 *       several operations changed is put into pages when it is written, all of it or nothing.
 *   <li>When the root is split into nodes of the smaller size that its level has from then on,
 *       these may be more than two (for k up to 0.5 they nearly always are).
 *   <li>A root with a single child gives way to it.
 * </ul>
 *
 * <p>What {@link #flush} has written, and with {@code write=0} what an operation has written when
 * it returns, survives a power loss. After a failed write the tree refuses further work until it is
 * opened again.
 *
 * <p>For one thread at a time.
 */
public final class MuTree {
  private final MuTreeOptions options;
  private final PageLayout layout;
  private final EntryFormat format;
  private final FlashPages pages;
  private final BlockSpace space;
  private final NodePool pool;
  private final NodeWriter writer;
  private final Collector collector;
  private final ReadBuffer buffer;
  private final int pagesForEntries;
  private final long recoveryPages;
  private final long tornPages;

  /** Nodes of the path that an operation has loaded, and their places in their parents. */
  private final Node[] path = new Node[PageLayout.MAX_HEIGHT + 2];

  private final int[] at = new int[PageLayout.MAX_HEIGHT + 2];

  private Node root;
  private long entries;
  private int dirtyLeaves;
  private boolean pending;
  private long lastKey;
  private long splits;
  private long movedPages;
  private RuntimeException failure;

  // Where a descent has arrived.
  private ByteBuffer leafEntries;
  private int leafBase;
  private int leafCount;

  /** The least key that belongs to a later leaf, unless this is the last one. */
  private long leafEnd;

  private boolean leafIsLast;

  private MuTree(RawFlash flash, MuTreeOptions options, PageLayout layout, ReadBuffer buffer) {
    this.options = options;
    this.layout = layout;
    this.buffer = buffer;
    format = new EntryFormat(options.widths());
    FlashGeometry geometry = flash.geometry();
    pages = new FlashPages(flash);
    space = new BlockSpace(flash);
    pool = new NodePool(format, geometry.pageBytes());
    writer = new NodeWriter(pages, space, layout, options, pool, buffer, format);
    collector = new Collector(this, space, buffer, geometry, options);
    Recovery recovery = new Recovery(flash, pages, space, options, layout, pool);
    root = recovery.run();
    root.dirty = true;
    entries = recovery.entries();
    recoveryPages = recovery.scanned();
    tornPages = recovery.torn();
    buffer.height(root.level);
    int reserve = Collector.reserveBlocks(options, geometry);
    pagesForEntries = (geometry.blockCount() - reserve) * geometry.pagesPerBlock();
    if (pagesForEntries <= 0) {
      throw new IllegalArgumentException(
          geometry.blockCount() + " blocks (allowed: more than the " + reserve + " in reserve)");
    }
    collect();
  }

  /**
   * Opens the tree on a flash, or an empty one on an erased flash.
   *
   * @throws org.flashgrove.core.spec.SpecException if the tree on the flash has other options
   * @throws org.flashgrove.core.failure.StoreException if it is damaged or of a newer version, or
   *     the flash holds something else
   */
  public static MuTree open(RawFlash flash, MuTreeOptions options) {
    int pageBytes = flash.geometry().pageBytes();
    PageLayout layout = options.layout(pageBytes);
    return new MuTree(
        flash,
        options,
        layout,
        ReadBuffers.named(options.readBuffer(), options.readBufferPages(), pageBytes, layout));
  }

  /** Opens the tree on a flash with an empty read buffer of the caller's, for its layout. */
  public static MuTree open(RawFlash flash, MuTreeOptions options, ReadBuffer buffer) {
    return new MuTree(flash, options, options.layout(flash.geometry().pageBytes()), buffer);
  }

  /** Returns the read buffer, for its figures. */
  public ReadBuffer readBuffer() {
    return buffer;
  }

  /** Returns the number of entries. */
  public long size() {
    return entries;
  }

  /** Returns what the tree is and has done since it was opened. */
  public MuTreeFigures figures() {
    return new MuTreeFigures(
        entries,
        root.level,
        layoutHeight(),
        space.livePages(),
        space.freePages(),
        pages.reads(),
        pages.programs(),
        space.erases(),
        movedPages,
        collector.wearMoves(),
        splits,
        recoveryPages,
        tornPages);
  }

  /**
   * Returns the stamp of the newest page that completes a write, or the one set since; 0 if none
   * was ever set.
   */
  public long stamp() {
    return pages.stamp();
  }

  /**
   * Gives the tree a number of its owner's, such as that of the newest log frame whose changes it
   * holds. Each write from now on carries it, so that {@link #stamp} returns it when the tree is
   * opened again, if nothing was written since with another.
   */
  public void stamp(long number) {
    pages.stamp(number);
  }

  /**
   * Returns whether the flash takes a number of insertions, whatever their keys, together with what
   * waits in memory.
   */
  public boolean hasRoomFor(int insertions) {
    int leafEntries = capacity(1) / 2;
    long split = Math.min(insertions, space.livePages()) + 2L * insertions / leafEntries;
    return space.livePages() + dirtyLeaves + split + layoutHeight() + 2 <= roomForNodes()
        && space.freePages() >= Collector.pagesOfAnOperation(options)
        && (root.count + insertions <= capacity(root.level) || mayGrow());
  }

  /** Returns the number of pages that may hold nodes. */
  private int roomForNodes() {
    int lost = pages.geometry().blockCount() - space.usableBlocks();
    return pagesForEntries - lost * pages.geometry().pagesPerBlock();
  }

  private int layoutHeight() {
    return Math.max(root.level, options.layoutHeight());
  }

  private int capacity(int level) {
    return layout.capacity(level, layoutHeight());
  }

  // --- searches

  /**
   * Returns the value of a key.
   *
   * @param absent what to return if there is no such key
   */
  public long find(long key, long absent) {
    requireUsable();
    descend(key);
    int index = format.floor(leafEntries, leafBase, leafCount, 1, key);
    return index >= 0 && format.key(leafEntries, leafBase, 1, index) == key
        ? format.value(leafEntries, leafBase, index)
        : absent;
  }

  /** Goes down to the leaf where a key belongs. */
  private void descend(long key) {
    ByteBuffer node = root.entries();
    int base = 0;
    int count = root.count;
    leafIsLast = true;
    for (int level = root.level; level > 1; level--) {
      int index = format.childIndex(node, base, count, level, key);
      if (index + 1 < count) {
        leafEnd = format.key(node, base, level, index + 1);
        leafIsLast = false;
      }
      int child = format.child(node, base, index);
      if (child < 0) {
        Node changed = pool.get(~child);
        node = changed.entries();
        base = 0;
        count = changed.count;
      } else {
        int frame = fetch(level - 1, child);
        node = buffer.frame(frame);
        base = layout.offset(level - 1);
        count = buffer.count(level - 1, frame);
      }
    }
    leafEntries = node;
    leafBase = base;
    leafCount = count;
  }

  /**
   * Returns the frame of the read buffer that holds a node, after a read of its page if need be.
   */
  private int fetch(int level, int page) {
    int frame = buffer.access(level, page);
    if (frame != ReadBuffer.MISS) {
      return frame;
    }
    int belowRoot = (1 << (root.level - 1)) - 1;
    frame = buffer.admit(level, page, space.valid(page) & belowRoot);
    boolean read = false;
    try {
      pages.read(page, level, buffer.frame(frame));
      read = true;
    } finally {
      if (!read) {
        buffer.forget(page);
      }
    }
    for (int each = 1; each < root.level; each++) {
      buffer.count(each, frame, pages.header().count(each));
    }
    return frame;
  }

  /**
   * Visits the entries of a range in ascending order of their keys.
   *
   * @param from least key
   * @param to greatest key
   * @return false if the visitor stopped
   */
  public boolean range(long from, long to, StoppingPairVisitor visitor) {
    requireUsable();
    long lower = from;
    while (lower <= to) {
      descend(lower);
      int index = format.floor(leafEntries, leafBase, leafCount, 1, lower);
      if (index < 0 || format.key(leafEntries, leafBase, 1, index) < lower) {
        index++;
      }
      for (; index < leafCount; index++) {
        long key = format.key(leafEntries, leafBase, 1, index);
        if (key > to) {
          return true;
        }
        if (visitor.found(key, format.value(leafEntries, leafBase, index)) == VisitResult.STOP) {
          return false;
        }
      }
      if (leafIsLast) {
        return true;
      }
      lower = leafEnd;
    }
    return true;
  }

  // --- changes

  /**
   * Adds an entry.
   *
   * @return false if there is one of this key: nothing is changed then
   * @throws FlashFullException if there is no room; nothing is changed then
   */
  public boolean insert(long key, long value) {
    requireUsable();
    options.widths().requireKey(key);
    options.widths().requireValue(value);
    requireRoom();
    loadPath(key, true);
    Node leaf = path[1];
    int index = leaf.floor(key);
    boolean present = index >= 0 && leaf.key(index) == key;
    if (present || !fits()) {
      leavePath();
      if (present) {
        return false;
      }
      throw new FlashFullException(
          String.format(
              "k=%s leaves the root of a tree of %d levels no room (allowed: less k)",
              options.k(), root.level + 1));
    }
    dirtyPath();
    leaf.insertValue(index + 1, key, value);
    entries++;
    splitUpwards();
    complete(key);
    return true;
  }

  /**
   * Gives an entry another value.
   *
   * @return false if there is none of this key
   */
  public boolean update(long key, long value) {
    requireUsable();
    options.widths().requireValue(value);
    requireFreePages();
    loadPath(key, true);
    Node leaf = path[1];
    int index = leaf.floor(key);
    if (index < 0 || leaf.key(index) != key) {
      leavePath();
      return false;
    }
    dirtyPath();
    leaf.value(index, value);
    complete(key);
    return true;
  }

  /**
   * Removes an entry.
   *
   * @return false if there is none of this key
   */
  public boolean delete(long key) {
    requireUsable();
    requireFreePages();
    loadPath(key, true);
    int index = path[1].floor(key);
    if (index < 0 || path[1].key(index) != key) {
      leavePath();
      return false;
    }
    dirtyPath();
    path[1].remove(index);
    entries--;
    removeEmpty();
    complete(key);
    return true;
  }

  /** Writes everything that waits in memory. */
  public void flush() {
    requireUsable();
    if (pending) {
      try {
        write();
      } catch (RuntimeException e) {
        failure = e;
        throw e;
      }
      collect();
    }
  }

  private int write() {
    int programs = writer.write(root, lastKey, entries);
    root.dirty = true;
    pending = false;
    dirtyLeaves = 0;
    return programs;
  }

  private void complete(long key) {
    lastKey = key;
    pending = true;
    if (options.writeBufferPages() == 0 || dirtyLeaves > options.writeBufferPages()) {
      flush();
    }
  }

  private void requireUsable() {
    if (failure != null) {
      throw new StoreClosedException(
          "mutree: open it again, after a write that failed: " + failure.getMessage(), failure);
    }
  }

  private void requireRoom() {
    requireFreePages();
    int needed = space.livePages() + dirtyLeaves + 2;
    if (needed > roomForNodes()) {
      throw new FlashFullException(
          String.format("flash is full: %d of %d pages hold nodes", needed - 2, roomForNodes()));
    }
  }

  private void requireFreePages() {
    if (space.freePages() < Collector.pagesOfAnOperation(options)) {
      throw new FlashFullException(
          String.format(
              "flash is full: %d free pages, and no block is worth collecting", space.freePages()));
    }
  }

  // --- paths

  /** Loads the nodes on the way to a key into memory; nothing if one of them cannot be read. */
  private void loadPath(long key, boolean counted) {
    path[root.level] = root;
    int level = root.level;
    try {
      while (level > 1) {
        Node parent = path[level];
        at[level - 1] = parent.childIndex(key);
        int child = parent.child(at[level - 1]);
        path[level - 1] = child < 0 ? pool.get(~child) : load(level - 1, child, counted);
        level--;
      }
    } finally {
      if (level > 1) {
        leavePath(level);
      }
    }
  }

  /** Copies a node into memory; garbage collection does so without a trace in the read buffer. */
  private Node load(int level, int page, boolean counted) {
    int frame = counted ? fetch(level, page) : buffer.peek(level, page);
    if (frame == ReadBuffer.MISS) {
      pages.read(page, level);
    }
    Node node = pool.take(level, page);
    if (frame == ReadBuffer.MISS) {
      node.load(pages.content(), layout.offset(level), pages.header().count(level));
    } else {
      node.load(buffer.frame(frame), layout.offset(level), buffer.count(level, frame));
    }
    return node;
  }

  /** Gives back what {@link #loadPath} has loaded. */
  private void leavePath() {
    leavePath(1);
  }

  private void leavePath(int lowest) {
    for (int level = root.level - 1; level >= lowest; level--) {
      if (!path[level].dirty) {
        pool.give(path[level]);
      }
    }
  }

  /** Marks the nodes of the path as to be written. */
  private void dirtyPath() {
    for (int level = root.level; level >= 1; level--) {
      Node node = path[level];
      if (level < root.level) {
        path[level + 1].child(at[level], ~node.id);
        dirtyLeaves += level == 1 && !node.dirty ? 1 : 0;
      }
      node.dirty = true;
    }
  }

  /**
   * Returns whether an entry fits on the path that was loaded: some node has room, or the root can
   * be split and the tree grow.
   */
  private boolean fits() {
    for (int level = 1; level <= root.level; level++) {
      if (path[level].count < capacity(level)) {
        return true;
      }
    }
    return mayGrow();
  }

  /** Returns whether the tree may get a level more, for its pages have room for that. */
  private boolean mayGrow() {
    int newHeight = root.level + 1;
    int newLayout = Math.max(newHeight, options.layoutHeight());
    return layout.allows(newLayout)
        && partsOfRoot(root.count + 1, newLayout) <= layout.capacity(newHeight, newLayout);
  }

  private int partsOfRoot(int count, int newLayout) {
    int capacity = layout.capacity(root.level, newLayout);
    return Math.max(2, (count + capacity - 1) / capacity);
  }

  // --- splits

  private void splitUpwards() {
    int level = 1;
    while (level < root.level && path[level].count > capacity(level)) {
      Node node = path[level];
      Node sibling = splitOff(node, node.count / 2, node.count - node.count / 2);
      Node parent = path[level + 1];
      if (at[level] == 0) {
        // Keys below the first separator belong to the first child: it may be too high by now.
        parent.key(0, node.key(0));
      }
      parent.insertChild(at[level] + 1, sibling.key(0), ~sibling.id);
      level++;
    }
    if (level == root.level && root.count > capacity(level)) {
      splitRoot();
    }
  }

  /**
   * Returns a new node with {@code length} entries of a node from {@code from} on, the last ones it
   * has.
   */
  private Node splitOff(Node node, int from, int length) {
    splits++;
    Node sibling = pool.take(node.level, Node.NONE);
    sibling.dirty = true;
    node.copyTo(sibling, from, length);
    node.count = from;
    dirtyLeaves += node.level == 1 ? 1 : 0;
    return sibling;
  }

  private void splitRoot() {
    Node old = root;
    int newHeight = old.level + 1;
    int count = old.count;
    int parts = partsOfRoot(count, Math.max(newHeight, options.layoutHeight()));
    root = pool.take(newHeight, Node.NONE);
    root.dirty = true;
    dirtyLeaves += old.level == 1 ? 1 : 0;
    for (int part = parts - 1; part > 0; part--) {
      int from = (int) ((long) part * count / parts);
      Node sibling = splitOff(old, from, old.count - from);
      root.insertChild(0, sibling.key(0), ~sibling.id);
    }
    root.insertChild(0, old.key(0), ~old.id);
    buffer.height(newHeight);
  }

  // --- removals

  /** Takes nodes without entries out of the tree, and roots with a single child. */
  private void removeEmpty() {
    int level = 1;
    while (level < root.level && path[level].count == 0) {
      path[level + 1].remove(at[level]);
      drop(path[level]);
      level++;
    }
    int height = root.level;
    if (height > 1 && root.count == 0) {
      drop(root);
      root = pool.take(1, Node.NONE);
      root.dirty = true;
    }
    while (root.level > 1 && root.count == 1) {
      int child = root.child(0);
      Node heir = child < 0 ? pool.get(~child) : load(root.level - 1, child, true);
      dirtyLeaves -= heir.level == 1 && heir.dirty ? 1 : 0;
      heir.dirty = true;
      drop(root);
      root = heir;
    }
    if (root.level != height) {
      buffer.height(root.level);
    }
  }

  private void drop(Node node) {
    dirtyLeaves -= node.level == 1 ? 1 : 0;
    writer.release(node);
    pool.give(node);
  }

  // --- garbage collection

  private void collect() {
    try {
      collector.restore();
    } catch (RuntimeException e) {
      failure = e;
      throw e;
    }
  }

  /** Writes the node of a level in a page again, with its path; everything else is on flash. */
  void relocate(int page, int level) {
    long key = 0;
    if (level < root.level) {
      pages.read(page, level);
      key = format.key(pages.content(), layout.offset(level), level, 0);
    }
    loadPath(key, false);
    if (path[level].page != page) {
      throw pages.damage(page, "its node of level " + level + " is not found by its first key");
    }
    dirtyPath();
    lastKey = key;
    movedPages += write();
  }

  /**
   * Verifies the tree and what is known of the flash.
   *
   * @return what is wrong, nothing if all is well
   */
  public List<String> check() {
    requireUsable();
    return new MuTreeCheck(this, layout, pages, space, pool).run();
  }

  Node root() {
    return root;
  }

  /** Returns the number of entries that a node of a level holds at most. */
  int most(int level) {
    return capacity(level);
  }
}

package org.flashgrove.rawflash.mutree;

import java.nio.ByteBuffer;
import java.util.List;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.flash.FlashGeometry;
import org.flashgrove.core.flash.RawFlash;
import org.flashgrove.core.index.PairVisitor;
import org.flashgrove.core.index.VisitResult;
import org.flashgrove.rawflash.mutree.buffer.ReadBuffer;
import org.flashgrove.rawflash.mutree.buffer.ReadBuffers;
import org.flashgrove.rawflash.mutree.layout.PageLayout;

/**
 * The μ-tree (Kang, Jung, Kang, Kim, <em>μ-Tree: an ordered index structure for NAND flash
 * memory</em>, EMSOFT 2007) and the kμ-tree (Yang et al., <em>An efficient buffer scheme for
 * flash-based databases</em>). Both are B+-trees on raw NAND flash in which a change takes one page
 * program, because all changed nodes of the path fit into one page. This class performs garbage
 * collection, wear levelling and recovery from power loss.
 *
 * <p>Keys are signed and unique, and each key has a value; {@link EntryWidths} defines their
 * widths. As in the original, nodes are not merged: a leaf is removed with its last entry.
 * Differences from the papers:
 *
 * <ul>
 *   <li>The root is always in memory, and the write buffer contains nodes instead of pages. The
 *       changes of several operations are written together, all or nothing.
 *   <li>A split of the root may create more than two nodes, because nodes of its level become
 *       smaller. For k up to 0.5 this happens at almost every split of the root.
 *   <li>A root with a single child is replaced by this child.
 * </ul>
 *
 * <p>Everything that {@link #flush} has written survives a power loss, and with {@code write=0}
 * every completed operation does. After a failed write the tree refuses work until it is opened
 * again.
 *
 * <p>Not thread-safe.
 */
public final class MuTree {
  private final MuTreeOptions options;
  private final PageLayout layout;
  private final EntryFormat format;
  private final FlashPages pages;
  private final BlockSpace space;
  private final NodePool pool;
  private final NodeReader reader;
  private final NodeWriter writer;
  private final Collector collector;
  private final ReadBuffer buffer;
  private final int pagesForEntries;
  private final long recoveryPages;
  private final long tornPages;

  private final TreePath path;
  private long entries;
  private boolean pending;
  private long lastKey;
  private long movedPages;
  private RuntimeException failure;

  // Result of a descent: the leaf that was reached.
  private ByteBuffer leafEntries;
  private int leafBase;
  private int leafCount;

  /** Minimum key of the leaf after the reached one; not valid if {@code leafIsLast}. */
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
    reader = new NodeReader(pages, space, layout, buffer, pool);
    writer = new NodeWriter(pages, space, layout, options, pool, buffer);
    collector = new Collector(this, space, buffer, geometry, options);
    Recovery recovery = new Recovery(flash, pages, space, options, layout, pool);
    path = new TreePath(recovery.run(), options, layout, pool, writer, reader);
    entries = recovery.entries();
    recoveryPages = recovery.scanned();
    tornPages = recovery.torn();
    int reserve = Collector.reserveBlocks(options, geometry);
    pagesForEntries = (geometry.blockCount() - reserve) * geometry.pagesPerBlock();
    if (pagesForEntries <= 0) {
      throw new IllegalArgumentException(
          "mutree: "
              + geometry.blockCount()
              + " blocks (allowed: more than the reserve of "
              + reserve
              + ")");
    }
    collect();
  }

  /**
   * Opens the tree on a flash. Erased flash becomes an empty tree.
   *
   * @throws org.flashgrove.core.spec.SpecException if the tree on the flash has other options
   * @throws org.flashgrove.core.failure.StoreException if the tree is damaged or of a newer
   *     version, or the flash contains something else
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

  /**
   * Opens the tree on a flash with a read buffer that the caller has created. The buffer must be
   * empty and have the page layout of {@code options}.
   */
  public static MuTree open(RawFlash flash, MuTreeOptions options, ReadBuffer buffer) {
    return new MuTree(flash, options, options.layout(flash.geometry().pageBytes()), buffer);
  }

  /** Returns the read buffer, for its statistics. */
  public ReadBuffer readBuffer() {
    return buffer;
  }

  /** Returns the number of entries. */
  public long size() {
    return entries;
  }

  /** Returns the state of the tree and statistics since it was opened. */
  public MuTreeStats figures() {
    return new MuTreeStats(
        entries,
        path.root().level,
        path.layoutHeight(),
        space.livePages(),
        space.freePages(),
        pages.reads(),
        pages.programs(),
        space.erases(),
        movedPages,
        collector.wearMoves(),
        path.splits(),
        recoveryPages,
        tornPages);
  }

  /**
   * Returns the number that {@link #stamp(long)} has set last. After opening, this is the number in
   * the newest commit page, or 0 if none was set.
   */
  public long stamp() {
    return pages.stamp();
  }

  /**
   * Sets a number that pages written later contain, such as the number of the newest log frame in
   * the tree. {@link #stamp} returns it when the tree is opened again.
   */
  public void stamp(long number) {
    pages.stamp(number);
  }

  /**
   * Returns whether the flash has room for the pending changes and {@code insertions} further
   * insertions of any keys.
   */
  public boolean hasRoomFor(int insertions) {
    int leafEntries = path.capacity(1) / 2;
    long split = Math.min(insertions, space.livePages()) + 2L * insertions / leafEntries;
    return space.livePages() + path.dirtyLeaves() + split + path.layoutHeight() + 2
            <= roomForNodes()
        && space.freePages() >= Collector.pagesOfAnOperation(options)
        && (path.root().count + insertions <= path.capacity(path.root().level) || path.mayGrow());
  }

  /** Returns the maximum number of flash pages that may contain nodes. */
  private int roomForNodes() {
    int lost = pages.geometry().blockCount() - space.usableBlocks();
    return pagesForEntries - lost * pages.geometry().pagesPerBlock();
  }

  // --- searches

  /**
   * Returns the value of a key.
   *
   * @param absent result if the key does not exist
   */
  public long find(long key, long absent) {
    requireUsable();
    descend(key);
    int index = format.floor(leafEntries, leafBase, leafCount, 1, key);
    return index >= 0 && format.key(leafEntries, leafBase, 1, index) == key
        ? format.value(leafEntries, leafBase, index)
        : absent;
  }

  /** Descends to the leaf to which a key belongs. */
  private void descend(long key) {
    ByteBuffer node = path.root().entries();
    int base = 0;
    int count = path.root().count;
    leafIsLast = true;
    for (int level = path.root().level; level > 1; level--) {
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
        int frame = reader.fetch(level - 1, child, path.root().level);
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
   * Visits the entries of a range in ascending order of their keys.
   *
   * @param from minimum key
   * @param to maximum key
   * @return false if the visitor stopped
   */
  public boolean range(long from, long to, PairVisitor visitor) {
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
   * @return false if the key already exists; nothing is changed
   * @throws FlashFullException if there is no room; nothing is changed
   */
  public boolean insert(long key, long value) {
    requireUsable();
    options.widths().requireKey(key);
    options.widths().requireValue(value);
    requireRoom();
    path.load(key, true);
    Node leaf = path.node(1);
    int index = leaf.floor(key);
    boolean present = index >= 0 && leaf.key(index) == key;
    if (present || !path.fits()) {
      path.leave();
      if (present) {
        return false;
      }
      throw new FlashFullException(
          String.format(
              "mutree: k=%s leaves no room for the root of a tree of %d levels; create it with a"
                  + " smaller k",
              options.k(), path.root().level + 1));
    }
    path.markDirty();
    leaf.insertValue(index + 1, key, value);
    entries++;
    path.splitUpwards();
    complete(key);
    return true;
  }

  /**
   * Changes the value of an entry.
   *
   * @return false if the key does not exist
   */
  public boolean update(long key, long value) {
    requireUsable();
    options.widths().requireValue(value);
    requireFreePages();
    path.load(key, true);
    Node leaf = path.node(1);
    int index = leaf.floor(key);
    if (index < 0 || leaf.key(index) != key) {
      path.leave();
      return false;
    }
    path.markDirty();
    leaf.value(index, value);
    complete(key);
    return true;
  }

  /**
   * Removes an entry.
   *
   * @return false if the key does not exist
   */
  public boolean delete(long key) {
    requireUsable();
    requireFreePages();
    path.load(key, true);
    int index = path.node(1).floor(key);
    if (index < 0 || path.node(1).key(index) != key) {
      path.leave();
      return false;
    }
    path.markDirty();
    path.node(1).remove(index);
    entries--;
    path.removeEmpty();
    complete(key);
    return true;
  }

  /** Writes all pending changes to the flash. */
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
    int programs = writer.write(path.root(), lastKey, entries);
    path.written();
    pending = false;
    return programs;
  }

  private void complete(long key) {
    lastKey = key;
    pending = true;
    if (options.writeBufferPages() == 0 || path.dirtyLeaves() > options.writeBufferPages()) {
      flush();
    }
  }

  private void requireUsable() {
    if (failure != null) {
      throw new StoreClosedException(
          "mutree: accepts no calls after a failed write; open it again: " + failure.getMessage(),
          failure);
    }
  }

  private void requireRoom() {
    requireFreePages();
    int needed = space.livePages() + path.dirtyLeaves() + 2;
    if (needed > roomForNodes()) {
      throw new FlashFullException(
          String.format(
              "flash: is full, %d of %d pages hold nodes; delete entries or use a larger flash",
              needed - 2, roomForNodes()));
    }
  }

  private void requireFreePages() {
    if (space.freePages() < Collector.pagesOfAnOperation(options)) {
      throw new FlashFullException(
          String.format(
              "flash: is full, %d pages are free and no block can be collected; use a larger flash",
              space.freePages()));
    }
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

  /** Rewrites the node at {@code level} of a page and its path. No changes may be pending. */
  void relocate(int page, int level) {
    long key = 0;
    if (level < path.root().level) {
      pages.read(page, level);
      key = format.key(pages.content(), layout.offset(level), level, 0);
    }
    path.load(key, false);
    if (path.node(level).page != page) {
      throw pages.damage(page, "its node of level " + level + " is not found by its first key");
    }
    path.markDirty();
    lastKey = key;
    movedPages += write();
  }

  /**
   * Verifies the tree and the state of the flash.
   *
   * @return the problems found; empty if there are none
   */
  public List<String> check() {
    requireUsable();
    return new MuTreeCheck(this, layout, pages, space, pool).run();
  }

  Node root() {
    return path.root();
  }

  /** Returns the maximum number of entries of a node at a level. */
  int most(int level) {
    return path.capacity(level);
  }
}

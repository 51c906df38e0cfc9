package org.flashgrove.core.node;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.LongBuffer;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.UnsupportedFormatException;

/**
 * Off-heap image of a node on one page, which can be read and changed in place.
 *
 * <p>{@code docs/format/page.md} draws the layout, which is little endian. {@code NodeHeader}
 * describes the first 64 bytes. Entries follow in columns: word w of slot s is at {@code 64 + (w *
 * capacity + s) * 8}. Only a node store calls the methods that change the page; a tree uses a
 * {@link NodeView}.
 */
public final class NodePage extends NodeImage implements NodeView {
  /**
   * Format version of the pages that this class writes. It is also the newest version that this
   * class reads.
   */
  public static final int FORMAT_VERSION = 1;

  /** Bytes before the first column. */
  public static final int HEADER_BYTES = 64;

  /** Value that {@link #levelAt} returns for bytes that are not a node. */
  public static final int NO_NODE = -2;

  private static final int WORD = Long.BYTES;

  /**
   * Memory of a slab, which consists of several pages, as words. This page begins at index {@link
   * #start}.
   */
  private final LongBuffer words;

  private final DoubleBuffer reals;
  private final int start;
  private NodeLayout layout;
  private int capacity;
  private final BlockBoxes boxes;

  /**
   * Creates a page over a whole buffer, whose capacity is the page size. The page contains no node
   * yet.
   */
  public NodePage(ByteBuffer bytes) {
    this(
        bytes,
        ordered(bytes).asLongBuffer(),
        ordered(bytes).asDoubleBuffer(),
        0,
        new float[BlockBoxes.sides(bytes.capacity())],
        0);
  }

  /**
   * Creates a page over a part of a slab.
   *
   * @param words the whole slab as longs; {@code reals} is the whole slab as doubles
   * @param start index of the page's first word in the slab
   * @param sides memory for the block boxes of all pages, or null for a page that is only written
   */
  NodePage(
      ByteBuffer bytes,
      LongBuffer words,
      DoubleBuffer reals,
      int start,
      float[] sides,
      int firstSide) {
    super(bytes);
    this.words = words;
    this.reals = reals;
    this.start = start;
    this.boxes = new BlockBoxes(reals, start, sides, firstSide);
  }

  /** Returns a little-endian view of a whole buffer. */
  static ByteBuffer ordered(ByteBuffer bytes) {
    return bytes.duplicate().clear().order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * Divides a slab into pages. The pages share the objects that access the slab's memory, so a
   * search touches less heap memory than with one buffer per page.
   *
   * @param slab buffer of a multiple of {@code pageSize} bytes
   */
  public static NodePage[] pages(ByteBuffer slab, int pageSize) {
    return NodeSlab.pages(slab, pageSize, true);
  }

  /**
   * Divides a slab into pages that are only written. They have no block boxes and reject {@link
   * #intersecting}.
   *
   * @param slab buffer of a multiple of {@code pageSize} bytes
   */
  public static NodePage[] unsearchedPages(ByteBuffer slab, int pageSize) {
    return NodeSlab.pages(slab, pageSize, false);
  }

  /**
   * Returns the maximum number of entries of {@code layout} on a page of {@code pageSize} bytes.
   */
  public static int capacity(int pageSize, NodeLayout layout) {
    return (pageSize - HEADER_BYTES) / (layout.words() * WORD);
  }

  /**
   * Returns the level in the header of the page at {@code bytes[at]}: -1 for a deleted node, {@link
   * #NO_NODE} if the page is not a node. The rest of the page is not verified.
   */
  public static int levelAt(ByteBuffer bytes, int at) {
    return NodeHeader.levelAt(bytes, at);
  }

  /**
   * Returns the store tag in the header of a little-endian node page without verifying the page.
   */
  public static long storeTagOf(ByteBuffer page) {
    return page.getLong(NodeHeader.AT_TAG);
  }

  /** Makes this page an empty node. */
  public void format(NodeLayout newLayout, long newNodeId, int newLevel) {
    take(newLayout, newNodeId, newLevel, 0);
    NodeHeader.format(bytes, newNodeId, newLevel);
    version = 0;
  }

  /** Makes this page the image of a deleted node. */
  public void formatDeleted(NodeLayout anyLayout, long deletedNodeId) {
    format(anyLayout, deletedNodeId, DELETED_LEVEL);
  }

  private void take(NodeLayout newLayout, long newNodeId, int newLevel, int newCount) {
    takeUnsearched(newLayout, newNodeId, newLevel, newCount);
    boxes.layout(newLayout, HEADER_BYTES / WORD, capacity);
  }

  private void takeUnsearched(NodeLayout newLayout, long newNodeId, int newLevel, int newCount) {
    boxes.forget();
    layout = newLayout;
    capacity = capacity(bytes.capacity(), newLayout);
    nodeId = newNodeId;
    level = newLevel;
    count = newCount;
    version = bytes.getLong(NodeHeader.AT_VERSION);
  }

  /**
   * Interprets the page as the image of a node after its bytes were read from a device.
   *
   * @param file name of the file, for messages
   * @param storeTag tag of the store that the page must belong to
   * @throws DamagedStoreException if the bytes are not a sealed image of that node at that level
   * @throws UnsupportedFormatException if a newer version of the library wrote them
   */
  public void open(
      String file, NodeLayout expectedLayout, long expectedId, int expectedLevel, long storeTag) {
    NodeHeader.requireSealed(bytes, file, expectedId, storeTag);
    int storedLevel = bytes.getShort(NodeHeader.AT_LEVEL);
    int storedCount = bytes.getInt(NodeHeader.AT_COUNT);
    if (storedLevel != expectedLevel) {
      throw NodeHeader.damaged(
          file, expectedId, "level " + storedLevel + " where level " + expectedLevel + " belongs");
    }
    if (storedCount < 0 || storedCount > capacity(bytes.capacity(), expectedLayout)) {
      throw NodeHeader.damaged(file, expectedId, "impossible entry count " + storedCount);
    }
    take(expectedLayout, expectedId, storedLevel, storedCount);
  }

  /**
   * Interprets the page as an image of a node at any level, deleted nodes included, after its bytes
   * were read from a device.
   *
   * @return whether the page is a sealed image of the node; if not, the page contains no node
   */
  public boolean openAnyLevel(TreeLayout layouts, long expectedId, long storeTag) {
    if (NodeHeader.isSealed(bytes, expectedId, storeTag)) {
      int stored = bytes.getShort(NodeHeader.AT_LEVEL);
      int storedCount = bytes.getInt(NodeHeader.AT_COUNT);
      NodeLayout itsLayout = layouts.at(Math.max(0, stored));
      if (stored >= DELETED_LEVEL
          && storedCount >= 0
          && storedCount <= capacity(bytes.capacity(), itsLayout)) {
        take(itsLayout, expectedId, stored, storedCount);
        return true;
      }
    }
    return false;
  }

  /**
   * Interprets the page as a node with the id, level and number of entries in its header. The page
   * is not verified, because its bytes do not come from a device. Afterwards the page can be
   * written to a device, but not searched.
   */
  public void adopt(TreeLayout layouts) {
    int itsLevel = bytes.getShort(NodeHeader.AT_LEVEL);
    takeUnsearched(
        layouts.at(itsLevel),
        bytes.getLong(NodeHeader.AT_NODE),
        itsLevel,
        bytes.getInt(NodeHeader.AT_COUNT));
  }

  /** Copies another page of the same size. */
  public void copyFrom(NodePage other) {
    bytes.put(0, other.bytes, 0, bytes.capacity());
    layout = other.layout;
    capacity = other.capacity;
    version = other.version;
    nodeId = other.nodeId;
    level = other.level;
    count = other.count;
    boxes.copyFrom(other.boxes, count);
  }

  /** Returns the layout of the entries. */
  public NodeLayout layout() {
    return layout;
  }

  /** Returns the maximum number of entries on the page. */
  public int capacity() {
    return capacity;
  }

  @Override
  public long word(int word, int slot) {
    return words.get(at(word, slot));
  }

  @Override
  public double real(int word, int slot) {
    return reals.get(at(word, slot));
  }

  /** Returns the index in {@link #words} of a word of the entry in a slot. */
  private int at(int word, int slot) {
    return start + HEADER_BYTES / WORD + word * capacity + slot;
  }

  @Override
  public long header(int index) {
    return words.get(start + NodeHeader.AT_TREE_HEADER / WORD + index);
  }

  @Override
  public void copyEntry(int slot, long[] into, int at) {
    int from = at(0, slot);
    for (int word = 0; word < layout.words(); word++, from += capacity) {
      into[at + word] = words.get(from);
    }
  }

  @Override
  public void copyReals(int word, double[] into) {
    reals.get(at(word, 0), into, 0, count);
  }

  @Override
  public int intersecting(double minX, double minY, double maxX, double maxY, int[] slots) {
    return boxes.intersecting(count, minX, minY, maxX, maxY, slots);
  }

  private void putEntry(int slot, long[] entry, int at) {
    int to = at(0, slot);
    for (int word = 0; word < layout.words(); word++, to += capacity) {
      words.put(to, entry[at + word]);
    }
  }

  /** Returns the slot of the entry whose identity words equal those at {@code entry[at]}, or -1. */
  public int find(long[] entry, int at) {
    return EntrySearch.find(this, words, at(0, 0), entry, at);
  }

  /**
   * Inserts an entry at its place in the layout's order without searching for an equal entry. If
   * the layout has no order, the entry becomes the last one.
   *
   * @throws NodeFullException if the page is full
   */
  public void insert(long[] entry, int at) {
    EntryOrder order = layout.order();
    insertAt(order == null ? count : order.position(this, entry, at), entry, at);
  }

  /**
   * Inserts an entry in {@code slot}; later entries move up by one slot.
   *
   * @throws NodeFullException if the page is full
   */
  public void insertAt(int slot, long[] entry, int at) {
    if (count == capacity) {
      throw new NodeFullException(nodeId, count + 1, capacity);
    }
    shift(slot, slot + 1, count - slot);
    putEntry(slot, entry, at);
    setCount(count + 1);
    if (slot == count - 1) {
      boxes.extend(slot);
    } else {
      boxes.rebuild(slot, count);
    }
  }

  /**
   * Adds an entry. If the layout {@linkplain NodeLayout#repeats allows equal entries}, equal
   * entries are kept; otherwise the entry replaces an entry with the same identity.
   */
  public void add(long[] entry, int at) {
    if (layout.repeats()) {
      insert(entry, at);
    } else {
      put(entry, at);
    }
  }

  /** Adds an entry, or replaces the entry with the same identity. */
  public void put(long[] entry, int at) {
    int slot = find(entry, at);
    if (slot < 0) {
      insert(entry, at);
    } else if (layout.order() == null) {
      replaceAt(slot, entry, at);
    } else {
      removeAt(slot);
      insert(entry, at);
    }
  }

  /** Replaces the entry in {@code slot}. */
  public void replaceAt(int slot, long[] entry, int at) {
    putEntry(slot, entry, at);
    boxes.rebuildOne(slot, count);
  }

  /**
   * Removes one entry whose identity words equal those at {@code entry[at]}; returns whether it
   * existed.
   */
  public boolean remove(long[] entry, int at) {
    int slot = find(entry, at);
    if (slot < 0) {
      return false;
    }
    removeAt(slot);
    return true;
  }

  /** Removes the entry in {@code slot} and closes the gap. */
  public void removeAt(int slot) {
    shift(slot + 1, slot, count - slot - 1);
    setCount(count - 1);
    boxes.rebuild(slot, count);
  }

  private void shift(int from, int to, int slots) {
    if (slots > 0) {
      for (int word = 0; word < layout.words(); word++) {
        int column = HEADER_BYTES + word * capacity * WORD;
        bytes.put(column + to * WORD, bytes, column + from * WORD, slots * WORD);
      }
    }
  }

  /**
   * Moves and overwrites bytes of the content, as the steps of a {@link NodePatch} say.
   *
   * @param patch array with the words of the steps from index {@code at} on
   * @param some number of words
   * @throws NodeFullException if a step reaches beyond the content, or the words are not valid
   *     steps
   */
  public void patch(long[] patch, int at, int some) {
    int size = capacity * layout.words() * WORD;
    if (!layout.isRaw() || !NodePatch.apply(bytes, HEADER_BYTES, size, patch, at, some)) {
      throw new NodeFullException(nodeId, size + 1, size);
    }
  }

  /** Removes all entries. */
  public void clear() {
    setCount(0);
  }

  /** Appends {@code some} consecutive entries, which start at {@code entries[at]}. */
  public void appendAll(long[] entries, int at, int some) {
    if (count + some > capacity) {
      throw new NodeFullException(nodeId, count + some, capacity);
    }
    int from = at;
    for (int i = 0; i < some; i++, from += layout.words()) {
      putEntry(count + i, entries, from);
    }
    setCount(count + some);
    boxes.rebuild(count - some, count);
  }

  /** Appends the entry in {@code slot} of {@code source}, which must have the same layout. */
  public void append(NodePage source, int slot) {
    if (count == capacity) {
      throw new NodeFullException(nodeId, count + 1, capacity);
    }
    for (int word = 0; word < layout.words(); word++) {
      words.put(at(word, count), source.word(word, slot));
    }
    setCount(count + 1);
    boxes.extend(count - 1);
  }

  /**
   * Appends the entries in slots {@code [from, to)} of {@code source}, which must have the same
   * layout.
   */
  public void append(NodePage source, int from, int to) {
    int some = to - from;
    if (count + some > capacity) {
      throw new NodeFullException(nodeId, count + some, capacity);
    }
    if (some <= 0) {
      return;
    }
    for (int word = 0; word < layout.words(); word++) {
      words.put(at(word, count), source.words, source.at(word, from), some);
    }
    setCount(count + some);
    boxes.rebuild(count - some, count);
  }
}

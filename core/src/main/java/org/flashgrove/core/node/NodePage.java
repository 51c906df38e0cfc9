package org.flashgrove.core.node;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.LongBuffer;
import java.util.zip.CRC32C;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.UnsupportedFormatException;

/**
 * A node's image on one page, read and changed in place, off heap.
 *
 * <p>Layout, little endian; {@code docs/page-format.md} draws it with the same words:
 *
 * <pre>
 * offset  bytes  field
 *      0      4  magic
 *      4      2  format version
 *      6      2  level, or -1 for a deleted node
 *      8      4  count
 *     12      4  CRC-32C of the page with this field zero
 *     16      8  node id
 *     24      8  version: number of the newest log frame contained
 *     32      8  store tag
 *     40     24  header of the tree
 *     64         column 0, column 1, ...: capacity words each
 * </pre>
 *
 * <p>Entries are in columns: word w of slot s is at {@code 64 + (w * capacity + s) * 8}. Changing
 * methods are for node stores; trees see a {@link NodeView}.
 *
 * <p>An image is pinned by its readers, on any thread, or claimed by the one thread that changes it
 * while no reader has it. A buffer that drops an image that readers still hold abandons it: the
 * last of them gives it back.
 */
public final class NodePage implements NodeView {
  /** Newest page format this class reads and the one it writes. */
  public static final int FORMAT_VERSION = 1;

  /** Bytes before the first column. */
  public static final int HEADER_BYTES = 64;

  /** What {@link #levelAt} returns for bytes that are no node. */
  public static final int NO_NODE = -2;

  private static final int MAGIC = 0x31_4E_47_46; // "FGN1" in the file
  private static final int AT_MAGIC = 0;
  private static final int AT_FORMAT = 4;
  private static final int AT_LEVEL = 6;
  private static final int AT_COUNT = 8;
  private static final int AT_CRC = 12;
  private static final int AT_NODE = 16;
  private static final int AT_VERSION = 24;
  private static final int AT_TAG = 32;
  private static final int AT_TREE_HEADER = 40;
  private static final int DELETED_LEVEL = -1;
  private static final int WORD = Long.BYTES;
  private static final int CLAIMED = -1;
  private static final int ABANDONED = 1 << 30;
  private static final VarHandle HOLDERS;

  static {
    try {
      HOLDERS = MethodHandles.lookup().findVarHandle(NodePage.class, "holders", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final ByteBuffer bytes;

  /** The page and its neighbours in memory, and where in them it begins. */
  private final LongBuffer words;

  private final DoubleBuffer reals;
  private final int start;
  private NodeLayout layout;
  private int capacity;
  private int count;
  private int level;
  private long nodeId;
  private long version;
  private final BlockBoxes boxes;

  /** Number of readers, and {@link #ABANDONED}; or {@link #CLAIMED}. */
  @SuppressWarnings("unused") // through HOLDERS
  private volatile int holders;

  /**
   * Creates a page over all of {@code bytes}, whose capacity is the page size. It holds no node
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

  private NodePage(
      ByteBuffer bytes,
      LongBuffer words,
      DoubleBuffer reals,
      int start,
      float[] sides,
      int firstSide) {
    this.bytes = bytes;
    this.words = words;
    this.reals = reals;
    this.start = start;
    this.boxes = new BlockBoxes(reals, start, sides, firstSide);
  }

  private static ByteBuffer ordered(ByteBuffer bytes) {
    return bytes.duplicate().clear().order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * Returns the pages over all of a slab, side by side. They share what is needed to look at its
   * memory, so that a search touches less of the heap than with a buffer a page.
   *
   * @param slab a multiple of {@code pageSize} bytes
   */
  public static NodePage[] pages(ByteBuffer slab, int pageSize) {
    return pages(slab, pageSize, true);
  }

  /**
   * Returns pages over all of a slab that are only written: they keep no block boxes and refuse
   * {@link #intersecting}.
   *
   * @param slab a multiple of {@code pageSize} bytes
   */
  public static NodePage[] unsearchedPages(ByteBuffer slab, int pageSize) {
    return pages(slab, pageSize, false);
  }

  private static NodePage[] pages(ByteBuffer slab, int pageSize, boolean searched) {
    NodePage[] pages = new NodePage[slab.capacity() / pageSize];
    LongBuffer words = ordered(slab).asLongBuffer();
    DoubleBuffer reals = ordered(slab).asDoubleBuffer();
    int sides = BlockBoxes.sides(pageSize);
    float[] allSides = searched ? new float[pages.length * sides] : null;
    for (int i = 0; i < pages.length; i++) {
      ByteBuffer bytes = slab.slice(i * pageSize, pageSize).order(ByteOrder.LITTLE_ENDIAN);
      pages[i] = new NodePage(bytes, words, reals, i * pageSize / WORD, allSides, i * sides);
    }
    return pages;
  }

  /** Returns the most entries of {@code layout} that a page of {@code pageSize} bytes holds. */
  public static int capacity(int pageSize, NodeLayout layout) {
    return (pageSize - HEADER_BYTES) / (layout.words() * WORD);
  }

  /**
   * Returns the level that the page at {@code bytes[at]} and on names, -1 for a deleted node's, or
   * {@link #NO_NODE} if it is no node's; nothing else is checked.
   */
  public static int levelAt(ByteBuffer bytes, int at) {
    for (int i = 0; i < Integer.BYTES; i++) {
      if (bytes.get(at + AT_MAGIC + i) != (byte) (MAGIC >>> i * Byte.SIZE)) {
        return NO_NODE;
      }
    }
    return (short) (bytes.get(at + AT_LEVEL) & 0xFF | bytes.get(at + AT_LEVEL + 1) << Byte.SIZE);
  }

  /** Returns the store tag that a node's page, little endian, names; nothing is checked. */
  public static long storeTagOf(ByteBuffer page) {
    return page.getLong(AT_TAG);
  }

  /** Returns the page's bytes. A caller that changes them calls {@link #open} afterwards. */
  public ByteBuffer bytes() {
    return bytes;
  }

  /** Returns the bytes of the page. */
  public int pageSize() {
    return bytes.capacity();
  }

  /** Makes this an empty node. */
  public void format(NodeLayout newLayout, long newNodeId, int newLevel) {
    take(newLayout, newNodeId, newLevel, 0);
    bytes.putInt(AT_MAGIC, MAGIC);
    bytes.putShort(AT_FORMAT, (short) FORMAT_VERSION);
    bytes.putShort(AT_LEVEL, (short) newLevel);
    bytes.putInt(AT_COUNT, 0);
    bytes.putLong(AT_NODE, newNodeId);
    for (int offset = AT_VERSION; offset < HEADER_BYTES; offset += WORD) {
      bytes.putLong(offset, 0);
    }
    version = 0;
  }

  /** Makes this the image of a deleted node. */
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
    version = bytes.getLong(AT_VERSION);
  }

  /**
   * Takes the page as the image of a node after its bytes were read from a device.
   *
   * @param file name of the file, for messages
   * @param storeTag tag of the store the page must belong to
   * @throws DamagedStoreException if the bytes are not a sealed image of that node at that level
   * @throws UnsupportedFormatException if a newer version wrote them
   */
  public void open(
      String file, NodeLayout expectedLayout, long expectedId, int expectedLevel, long storeTag) {
    requireSealed(file, expectedId, storeTag);
    int storedLevel = bytes.getShort(AT_LEVEL);
    int storedCount = bytes.getInt(AT_COUNT);
    if (storedLevel != expectedLevel) {
      throw damaged(
          file, expectedId, "level " + storedLevel + " where level " + expectedLevel + " belongs");
    }
    if (storedCount < 0 || storedCount > capacity(bytes.capacity(), expectedLayout)) {
      throw damaged(file, expectedId, "impossible entry count " + storedCount);
    }
    take(expectedLayout, expectedId, storedLevel, storedCount);
  }

  /** Checks magic, format, checksum, store and node id of bytes read from a device. */
  private void requireSealed(String file, long expectedId, long storeTag) {
    if (bytes.getInt(AT_MAGIC) != MAGIC) {
      throw damaged(file, expectedId, "not a node page (bad magic)");
    }
    int format = bytes.getShort(AT_FORMAT) & 0xFFFF;
    int stored = bytes.getInt(AT_CRC);
    boolean intact = stored == checksum();
    if (format > FORMAT_VERSION && intact) {
      throw new UnsupportedFormatException(file + ", page " + expectedId, format, FORMAT_VERSION);
    }
    if (!intact) {
      throw damaged(file, expectedId, "checksum does not match");
    }
    if (bytes.getLong(AT_TAG) != storeTag) {
      throw damaged(file, expectedId, "page of another store");
    }
    if (bytes.getLong(AT_NODE) != expectedId) {
      throw damaged(file, expectedId, "holds node " + bytes.getLong(AT_NODE));
    }
  }

  private static DamagedStoreException damaged(String file, long page, String cause) {
    return new DamagedStoreException(file, "page " + page, cause);
  }

  /**
   * Takes whatever image of the node the bytes read from a device hold, a deleted one included.
   *
   * @return whether there is a sealed one; if not, the page holds nothing
   */
  public boolean openAnyLevel(TreeLayout layouts, long expectedId, long storeTag) {
    boolean sealed =
        bytes.getInt(AT_MAGIC) == MAGIC
            && bytes.getInt(AT_CRC) == checksum()
            && bytes.getLong(AT_TAG) == storeTag
            && bytes.getLong(AT_NODE) == expectedId;
    if (sealed) {
      int stored = bytes.getShort(AT_LEVEL);
      int storedCount = bytes.getInt(AT_COUNT);
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
   * Takes the page as the node that its header names. The bytes come from this program, not from a
   * device, so that nothing is verified; the page is to be written, not searched.
   */
  public void adopt(TreeLayout layouts) {
    int itsLevel = bytes.getShort(AT_LEVEL);
    takeUnsearched(layouts.at(itsLevel), bytes.getLong(AT_NODE), itsLevel, bytes.getInt(AT_COUNT));
  }

  /** Returns whether this is the image of a deleted node. */
  public boolean isDeleted() {
    return level == DELETED_LEVEL;
  }

  /**
   * Returns whether bytes read from a device are all zero where a header would be: never written.
   */
  public boolean isBlank() {
    for (int offset = 0; offset < HEADER_BYTES; offset += WORD) {
      if (bytes.getLong(offset) != 0) {
        return false;
      }
    }
    return true;
  }

  /** Binds the image to its store and version and writes the checksum; call before a write. */
  public void seal(long storeTag, long newestFrame) {
    bytes.putLong(AT_TAG, storeTag);
    version(newestFrame);
    bytes.putInt(AT_CRC, checksum());
  }

  /** Returns the checksum the page's bytes name, whether it is right or not. */
  public int storedChecksum() {
    return bytes.getInt(AT_CRC);
  }

  private int checksum() {
    int stored = bytes.getInt(AT_CRC);
    bytes.putInt(AT_CRC, 0);
    CRC32C crc = new CRC32C();
    crc.update(bytes.duplicate().position(0).limit(bytes.capacity()));
    bytes.putInt(AT_CRC, stored);
    return (int) crc.getValue();
  }

  /** Returns the number of the newest log frame contained when the image was sealed. */
  public long version() {
    return version;
  }

  /** Notes the newest log frame contained. */
  public void version(long newestFrame) {
    version = newestFrame;
    bytes.putLong(AT_VERSION, newestFrame);
  }

  /** Becomes a copy of {@code other}, which has the same page size. */
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

  /** Returns the most entries the page holds. */
  public int capacity() {
    return capacity;
  }

  @Override
  public long nodeId() {
    return nodeId;
  }

  @Override
  public int level() {
    return level;
  }

  @Override
  public int count() {
    return count;
  }

  @Override
  public long word(int word, int slot) {
    return words.get(at(word, slot));
  }

  @Override
  public double real(int word, int slot) {
    return reals.get(at(word, slot));
  }

  /** Returns the index of a word of a slot in the memory seen as words. */
  private int at(int word, int slot) {
    return start + HEADER_BYTES / WORD + word * capacity + slot;
  }

  @Override
  public long header(int index) {
    return words.get(start + AT_TREE_HEADER / WORD + index);
  }

  /** Sets the tree's header from {@code header[at]} on; null means zeros. */
  public void header(long[] header, int at) {
    for (int i = 0; i < HEADER_WORDS; i++) {
      bytes.putLong(AT_TREE_HEADER + i * WORD, header == null ? 0 : header[at + i]);
    }
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

  /** Returns the slot of the entry with the identity at {@code entry[at]}, or -1. */
  public int find(long[] entry, int at) {
    long first = entry[at];
    int identityWords = layout.identityWords();
    int ids = at(0, 0);
    for (int slot = 0; slot < count; slot++) {
      if (words.get(ids + slot) == first
          && (identityWords == 1 || sameIdentity(slot, entry, at, identityWords))) {
        return slot;
      }
    }
    return -1;
  }

  private boolean sameIdentity(int slot, long[] entry, int at, int identityWords) {
    for (int word = 1; word < identityWords; word++) {
      if (word(word, slot) != entry[at + word]) {
        return false;
      }
    }
    return true;
  }

  /**
   * Puts an entry in its place, without a look for an equal one; unordered layouts append.
   *
   * @throws NodeFullException if the page is full
   */
  public void insert(long[] entry, int at) {
    insertAt(layout.order() == null ? count : position(entry, at), entry, at);
  }

  /**
   * Returns the first slot whose entry goes after the one at {@code entry[at]} in the layout's
   * order.
   */
  private int position(long[] entry, int at) {
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (layout.order().compare(this, middle, entry, at) > 0) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /**
   * Puts an entry in {@code slot} and moves those behind it up by one.
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
   * Adds an entry: beside equal ones if the layout {@link NodeLayout#repeats}, else in place of the
   * one of the same identity.
   */
  public void add(long[] entry, int at) {
    if (layout.repeats()) {
      insert(entry, at);
    } else {
      put(entry, at);
    }
  }

  /** Adds an entry, or replaces the one of the same identity. */
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

  /** Puts an entry in the place of the one in {@code slot}. */
  public void replaceAt(int slot, long[] entry, int at) {
    putEntry(slot, entry, at);
    boxes.rebuildOne(slot, count);
  }

  /** Removes one entry of the identity at {@code entry[at]}; returns whether there was one. */
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

  /** Removes all entries. */
  public void clear() {
    setCount(0);
  }

  /** Appends {@code some} entries, one after the other from {@code entries[at]} on. */
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

  /** Makes the entry in {@code slot} of {@code source}, of the same layout, this node's last. */
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
   * Makes the entries in slots {@code [from, to)} of {@code source}, of the same layout, the last.
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

  private void setCount(int newCount) {
    count = newCount;
    bytes.putInt(AT_COUNT, newCount);
  }

  /**
   * Adds a reader. The caller knows that the image belongs to a buffer and is not being changed,
   * because it holds the lock of the buffer.
   *
   * @throws IllegalStateException if it is claimed
   */
  public void pin() {
    if (!tryPin()) {
      throw new IllegalStateException("node " + nodeId + " is being changed");
    }
  }

  /**
   * Adds a reader unless the image is claimed; returns whether it did. A thread that found the page
   * without a lock must check afterwards that the page is still the node's, and unpin it if not.
   */
  public boolean tryPin() {
    int now = (int) HOLDERS.getVolatile(this);
    while (now >= 0 && now < ABANDONED) {
      int seen = (int) HOLDERS.compareAndExchange(this, now, now + 1);
      if (seen == now) {
        return true;
      }
      now = seen;
    }
    return false;
  }

  /** Adds a reader to an image that has one already, also to an abandoned image. */
  public void pinAgain() {
    HOLDERS.getAndAdd(this, 1);
  }

  /**
   * Removes a reader.
   *
   * @return whether it was the last reader of an abandoned image; then the caller has claimed the
   *     image
   */
  public boolean unpin() {
    int now = (int) HOLDERS.getVolatile(this);
    while (true) {
      if (now < 0 || (now & ~ABANDONED) == 0) {
        throw new IllegalStateException("node " + nodeId + " released more often than read");
      }
      int left = now == ABANDONED + 1 ? CLAIMED : now - 1;
      int seen = (int) HOLDERS.compareAndExchange(this, now, left);
      if (seen == now) {
        return left == CLAIMED;
      }
      now = seen;
    }
  }

  /** Returns whether a reader holds the image. */
  public boolean isPinned() {
    int now = (int) HOLDERS.getVolatile(this);
    return now > 0 && now != ABANDONED;
  }

  /**
   * Claims the image for changes: no reader can pin it until {@link #unclaim}. Returns false, and
   * claims nothing, if a reader has it pinned.
   */
  public boolean tryClaim() {
    return HOLDERS.compareAndSet(this, 0, CLAIMED);
  }

  /** Ends a claim; readers that pin the image from now on see its changes. */
  public void unclaim() {
    HOLDERS.setVolatile(this, 0);
  }

  /**
   * Marks the image as dropped by its buffer.
   *
   * @return whether no reader has the image pinned: then the caller has claimed it; otherwise the
   *     {@link #unpin} of its last reader returns true
   * @throws IllegalStateException if the image is abandoned already
   */
  public boolean abandon() {
    int now = (int) HOLDERS.getVolatile(this);
    while (true) {
      if (now < 0 || now >= ABANDONED) {
        throw new IllegalStateException("page of node " + nodeId + " was given back before");
      }
      int after = now == 0 ? CLAIMED : now | ABANDONED;
      int seen = (int) HOLDERS.compareAndExchange(this, now, after);
      if (seen == now) {
        return after == CLAIMED;
      }
      now = seen;
    }
  }
}

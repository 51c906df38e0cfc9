package org.flashgrove.efind.fast;

import java.util.Arrays;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.storage.node.buffer.ChangeConsumer;
import org.flashgrove.storage.node.buffer.ChangeKind;
import org.flashgrove.storage.node.device.NodeDevice;

/**
 * List of all changes of a stored node since it was last written, in order. The table has such a
 * list for each node with status MOD. The list is an array of words, without an object per item.
 *
 * <p>An item is one change. It consists of a head word {kind: 8 bits, slots: 32 bits from bit 8,
 * slots known: bit 40} and the words of its {@link ChangeKind}. Where this list stores one item,
 * the FAST paper (Sarwat et al. 2011) records several: the pointer of the entry (P), its key (K)
 * and, in ordered nodes, a hole (H). {@link FestivalMemory} and {@link Items} count the items of
 * the paper.
 *
 * <p>An item contains both the identity of the entry and its slot. Slots are used to apply the
 * list. Identities make replays of a compacted log idempotent. They are also used to find slots
 * that were unknown when the item was added, because the node's content was not available ({@code
 * blind=on}, restart).
 */
final class ItemList {
  private static final int FIRST_WORDS = 6;

  /** Size in bytes of the array of an empty list. */
  static final long FIRST_BYTES = FIRST_WORDS * Long.BYTES;

  private static final int SPARE_ITEMS = 4; // items that one operation may add
  private static final int SLOTS_SHIFT = 8;
  private static final long SLOTS_MASK = 0xFFFFFFFFL;
  private static final long SLOTS_KNOWN = 1L << 40;
  private static final ChangeKind[] KINDS = ChangeKind.values();

  private final NodeLayout layout;
  private long[] words = new long[FIRST_WORDS];
  private int length;
  private int added;
  private int changed;
  private int removed;
  private int headers;
  private boolean byIdentity;

  ItemList(NodeLayout layout) {
    this.layout = layout;
  }

  /** Returns the number of items. */
  int size() {
    return added + changed + removed + headers;
  }

  /** Returns the number of items of the given kind. */
  int count(ChangeKind kind) {
    return switch (kind) {
      case ADD -> added;
      case CHANGE -> changed;
      case REMOVE -> removed;
      case HEADER -> headers;
      default -> 0;
    };
  }

  /** Returns the number of words of the array that are in use. */
  int words() {
    return length;
  }

  /** Returns the size of the array in bytes, including unused words. */
  long bytes() {
    return (long) words.length * Long.BYTES;
  }

  /**
   * Returns the maximum number of bytes by which the array grows if one more item is added. Several
   * items of one operation may each make the array grow, so the result is 0 only if the array has
   * room for several items. The array may grow to a quarter more than its content, so the result
   * includes a quarter of the item.
   */
  long growthBytes() {
    int item = 1 + layout.words();
    if (length + SPARE_ITEMS * item <= words.length) {
      return 0;
    }
    int ahead = Math.max(0, length + length / 4 - words.length);
    return (item + item / 4 + 2L + ahead) * Long.BYTES;
  }

  private int grown(int more) {
    return Math.max(length + more, words.length + words.length / 4);
  }

  /**
   * Appends an item.
   *
   * @param slots slots that the change affects, or {@link SlotChange#UNKNOWN}
   */
  void add(ChangeKind kind, long slots, long[] source, int at) {
    int payload = payload(kind);
    if (length + 1 + payload > words.length) {
      words = Arrays.copyOf(words, grown(1 + payload));
    }
    words[length] = head(kind, slots);
    System.arraycopy(source, at, words, length + 1, payload);
    length += 1 + payload;
    noteItem(kind);
  }

  private void noteItem(ChangeKind kind) {
    switch (kind) {
      case ADD -> added++;
      case CHANGE -> changed++;
      case REMOVE -> removed++;
      case HEADER -> headers++;
      default ->
          throw new IllegalArgumentException(
              "change kind " + kind + ": cannot be an item (allowed: ADD, CHANGE, REMOVE, HEADER)");
    }
  }

  private static long head(ChangeKind kind, long slots) {
    return slots == SlotChange.UNKNOWN
        ? kind.ordinal()
        : kind.ordinal() | slots << SLOTS_SHIFT | SLOTS_KNOWN;
  }

  private int payload(ChangeKind kind) {
    return (int) kind.payloadWords(layout, 0);
  }

  private ChangeKind kindAt(int at) {
    return KINDS[(int) words[at] & 0xFF];
  }

  /** Passes all items to a consumer, in order. */
  void forEach(long nodeId, int level, ChangeConsumer consumer) {
    for (int at = 0; at < length; at += 1 + payload(kindAt(at))) {
      consumer.change(kindAt(at), nodeId, level, words, at + 1, 0);
    }
  }

  /**
   * Creates an image by applying the items to the stored page.
   *
   * @param image a page of the same size, which is overwritten
   * @throws DamagedStoreException if the entries do not fit on a page
   */
  void apply(NodePage stored, NodePage image) {
    image.copyFrom(stored);
    if (!byIdentity && applyInOrder(image)) {
      return;
    }
    byIdentity = true;
    image.copyFrom(stored);
    applyByIdentity(image);
  }

  /**
   * Applies the items in their order. Returns false as soon as the page has no room for an item.
   */
  private boolean applyInOrder(NodePage image) {
    for (int at = 0; at < length; at += 1 + payload(kindAt(at))) {
      ChangeKind kind = kindAt(at);
      if ((words[at] & SLOTS_KNOWN) != 0) {
        SlotChange.apply(image, kind, words[at] >>> SLOTS_SHIFT & SLOTS_MASK, words, at + 1);
      } else {
        if (!hasRoom(image, kind, at + 1)) {
          return false;
        }
        words[at] = head(kind, SlotChange.apply(image, kind, words, at + 1));
      }
    }
    return true;
  }

  /**
   * Returns whether a page has room for the entry of an item. A change of an entry needs room only
   * if the page does not contain the entry. This happens if the page already contains a later item
   * that removes the entry.
   */
  private boolean hasRoom(NodePage image, ChangeKind kind, int at) {
    boolean puts = kind == ChangeKind.ADD || kind == ChangeKind.CHANGE;
    boolean isCopy = kind == ChangeKind.ADD && layout.repeats();
    return !puts || image.count() < image.capacity() || !isCopy && image.find(words, at) >= 0;
  }

  /**
   * Applies all items by the identities of their entries. If the page has no room for an entry, the
   * entry waits until another entry is removed.
   *
   * <p>The page may already contain the effects of some items. This happens if the page of an
   * internal node was written in place and the process was killed before it logged the FLUSH frame.
   * It also happens with logs of a format in which the frames of a compaction lack the numbers of
   * the original frames.
   *
   * <p>Suppose that the items add an entry, remove it, and add others in its place. If the page
   * already contains the others, it has no room for the first entry, which then waits until its
   * removal. The result is nevertheless the same as if the page contained the effects of no item.
   */
  private void applyByIdentity(NodePage image) {
    EntryList waiting = new EntryList(layout.words(), 4);
    for (int at = 0; at < length; at += 1 + payload(kindAt(at))) {
      ChangeKind kind = kindAt(at);
      if (kind == ChangeKind.REMOVE && image.find(words, at + 1) < 0) {
        forget(waiting, at + 1);
        continue;
      }
      if (kind == ChangeKind.CHANGE || kind == ChangeKind.ADD && !layout.repeats()) {
        forget(waiting, at + 1);
      }
      if (hasRoom(image, kind, at + 1)) {
        SlotChange.apply(image, kind, words, at + 1);
      } else {
        waiting.add(words, at + 1);
      }
      if (kind == ChangeKind.REMOVE && waiting.count() > 0) {
        SlotChange.apply(image, ChangeKind.ADD, waiting.words(), 0);
        waiting.remove(0);
      }
    }
    if (waiting.count() > 0) {
      throw new DamagedStoreException(
          NodeDevice.FILE,
          "node " + image.nodeId(),
          "its page has no room for its changes in the log");
    }
  }

  /**
   * Removes from {@code waiting} an entry with the identity at {@code words[at]}, if there is one.
   */
  private void forget(EntryList waiting, int at) {
    int stride = layout.words();
    int identity = layout.identityWords();
    for (int i = waiting.count() - 1; i >= 0; i--) {
      int from = i * stride;
      if (Arrays.equals(waiting.words(), from, from + identity, words, at, at + identity)) {
        waiting.remove(i);
        return;
      }
    }
  }
}

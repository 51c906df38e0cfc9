package org.flashgrove.literature.buffer.units;

import java.util.Arrays;
import java.util.function.Consumer;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.storage.node.buffer.ChangeConsumer;
import org.flashgrove.storage.node.buffer.ChangeKind;
import org.flashgrove.storage.node.buffer.PageChanges;

/**
 * Set of sections in the form in which pages store them. Each section contains units (changes) of
 * one node, or the node's whole content.
 *
 * <pre>
 * word 0        node id
 * word 1        {content: bit 0, level: bits 1 to 7, units: bits 8 to 23, order: bits 24 to 63}
 * if content    header of three words, then as many entries as units: the complete node
 * else          kinds of the units, four bits each, 16 a word; then the words of each unit
 * </pre>
 *
 * <p>The sections of a node are applied in ascending order of their order numbers, which the writer
 * assigns ({@link #nextOrder}). A section with the whole content of a node fits into a page,
 * because the node would fit into a page of its own.
 */
public final class UnitSections {
  private static final int HEAD_WORDS = 2;
  private static final int UNITS_AT = 8;
  private static final int ORDER_AT = 24;
  private static final int KIND_BITS = 4;
  private static final int KINDS_A_WORD = Long.SIZE / KIND_BITS;
  private static final int MOST_UNITS = 0xFFFF;

  private final TreeLayout layout;
  private final int pageWords;
  private long[] words = new long[1024];
  private int length;

  /** Index of the first word of each section, followed by the end of the last section. */
  private int[] starts = new int[16];

  private int count;
  private long nextOrder;

  // The section that is being written. Its units are collected here until all of their kinds are
  // known.
  private long openNode;
  private int openLevel;
  private long[] kinds = new long[8];
  private long[] payload = new long[256];
  private int payloadLength;
  private int openUnits;
  private final ChangeConsumer adder = this::add;

  /**
   * Creates an empty set. When units are added, they are divided into sections that each fit into a
   * page of {@code pageWords} words.
   */
  public UnitSections(TreeLayout layout, int pageWords) {
    this.layout = layout;
    this.pageWords = pageWords;
  }

  /** Removes all sections. */
  public void clear() {
    length = 0;
    count = 0;
    starts[0] = 0;
  }

  /** Returns the number of sections. */
  public int count() {
    return count;
  }

  /** Returns the number of words of a section. */
  public int words(int section) {
    return starts[section + 1] - starts[section];
  }

  /** Returns the node of a section. */
  public long nodeId(int section) {
    return words[starts[section]];
  }

  /** Returns the level of a section's node. */
  public int level(int section) {
    return level(words[starts[section] + 1]);
  }

  /**
   * Sets the order number of the next section. This number must be greater than the order numbers
   * of all sections on pages.
   */
  public void nextOrder(long order) {
    nextOrder = order;
  }

  /**
   * Copies a section into the words of a page, from index {@code at} on. Returns the index after
   * the section.
   */
  public int copy(int section, long[] page, int at) {
    System.arraycopy(words, starts[section], page, at, words(section));
    return at + words(section);
  }

  /** Adds all units of a list. Starts a new section of a node only when a section fills a page. */
  public void addAll(UnitList list) {
    openUnits = 0;
    list.forEach(adder);
    finishSection();
  }

  /**
   * Adds the units of one node from a list. Starts a new section only when a section fills a page.
   */
  public void addAll(UnitList list, long nodeId) {
    openUnits = 0;
    list.forEach(nodeId, adder);
    finishSection();
  }

  /**
   * Returns the number of words that a section takes.
   *
   * @param units number of units in the section
   * @param payloadWords number of words in all units
   */
  static int words(int units, int payloadWords) {
    return HEAD_WORDS + kindWords(units) + payloadWords;
  }

  /**
   * Adds the units of one node. The units become a single section if that section fits into a page.
   *
   * @param source passes the units to the consumer that it receives
   */
  public void addSection(Consumer<ChangeConsumer> source) {
    openUnits = 0;
    source.accept(adder);
    finishSection();
  }

  /** Adds a unit. All units of a node must be added one after another. */
  private void add(ChangeKind kind, long nodeId, int level, long[] source, int at, int entries) {
    int unitWords = (int) kind.payloadWords(layout.at(level), 0);
    int sectionWords = HEAD_WORDS + kindWords(openUnits + 1) + payloadLength + unitWords;
    if (openUnits > 0
        && (openNode != nodeId || sectionWords > pageWords || openUnits == MOST_UNITS)) {
      finishSection();
    }
    if (openUnits == 0) {
      openNode = nodeId;
      openLevel = level;
      payloadLength = 0;
      Arrays.fill(kinds, 0);
    }
    if (kindWords(openUnits + 1) > kinds.length) {
      kinds = Arrays.copyOf(kinds, 2 * kinds.length);
    }
    if (payloadLength + unitWords > payload.length) {
      payload = Arrays.copyOf(payload, 2 * (payloadLength + unitWords));
    }
    int shift = openUnits % KINDS_A_WORD * KIND_BITS;
    kinds[openUnits / KINDS_A_WORD] |= (long) kind.code() << shift;
    System.arraycopy(source, at, payload, payloadLength, unitWords);
    payloadLength += unitWords;
    openUnits++;
  }

  private static int kindWords(int units) {
    return (units + KINDS_A_WORD - 1) / KINDS_A_WORD;
  }

  private void finishSection() {
    if (openUnits == 0) {
      return;
    }
    int kindWords = kindWords(openUnits);
    start(openNode, openLevel, openUnits, false, kindWords + payloadLength);
    System.arraycopy(kinds, 0, words, length, kindWords);
    System.arraycopy(payload, 0, words, length + kindWords, payloadLength);
    end(kindWords + payloadLength);
    openUnits = 0;
  }

  private void start(long nodeId, int level, int units, boolean content, int bodyWords) {
    int needed = length + HEAD_WORDS + bodyWords;
    if (needed > words.length) {
      words = Arrays.copyOf(words, Math.max(needed, 2 * words.length));
    }
    if (count + 1 == starts.length) {
      starts = Arrays.copyOf(starts, 2 * starts.length);
    }
    words[length++] = nodeId;
    words[length++] =
        nextOrder++ << ORDER_AT | (long) units << UNITS_AT | (long) level << 1 | (content ? 1 : 0);
  }

  private void end(int bodyWords) {
    length += bodyWords;
    starts[++count] = length;
  }

  /** Adds a section with the whole content of a node. */
  public void addContent(NodePage image) {
    int stride = image.layout().words();
    int bodyWords = NodeView.HEADER_WORDS + image.count() * stride;
    start(image.nodeId(), image.level(), image.count(), true, bodyWords);
    for (int i = 0; i < NodeView.HEADER_WORDS; i++) {
      words[length + i] = image.header(i);
    }
    for (int slot = 0; slot < image.count(); slot++) {
      image.copyEntry(slot, words, length + NodeView.HEADER_WORDS + slot * stride);
    }
    end(bodyWords);
  }

  // Reading a page

  /** Receives the sections of a page. */
  @FunctionalInterface
  public interface Visitor {
    /**
     * Receives a section.
     *
     * @param order order number of the section
     * @param startsAnew whether the section replaces the node's content, so that earlier sections
     *     of the node are obsolete
     */
    void section(long nodeId, int level, long order, boolean startsAnew);
  }

  /** Visits the sections in the first {@code pageLength} words of a page. */
  public void visit(long[] page, int pageLength, Visitor visitor) {
    int size;
    for (int at = 0; at < pageLength; at += size) {
      size = sectionWords(page, at, pageLength); // checks the section before its fields are used
      boolean content = (page[at + 1] & 1) == 1;
      boolean created = !content && kind(page, at, 0) == ChangeKind.CREATE;
      visitor.section(page[at], level(page[at + 1]), page[at + 1] >>> ORDER_AT, content || created);
    }
  }

  private static int level(long head) {
    return (int) (head >>> 1 & 0x7F);
  }

  private static int units(long head) {
    return (int) (head >>> UNITS_AT & MOST_UNITS);
  }

  private static ChangeKind kind(long[] page, int at, int unit) {
    long word = page[at + HEAD_WORDS + unit / KINDS_A_WORD];
    return ChangeKind.of((int) (word >>> unit % KINDS_A_WORD * KIND_BITS & 0xF));
  }

  private int sectionWords(long[] page, int at, int pageLength) {
    long head = at + HEAD_WORDS <= pageLength ? page[at + 1] : 0;
    NodeLayout entries = layout.at(level(head));
    int units = units(head);
    long size = HEAD_WORDS;
    if ((head & 1) == 1) {
      size += NodeView.HEADER_WORDS + (long) units * entries.words();
    } else {
      size += kindWords(units);
      for (int i = 0; i < units && at + size <= pageLength; i++) {
        ChangeKind kind = kind(page, at, i);
        size += kind == null ? pageLength + 1L : kind.payloadWords(entries, 0);
      }
    }
    boolean isEmpty = (head & 1) == 0 && units == 0;
    if (at + size > pageLength || isEmpty) {
      throw new DamagedStoreException("nodes.pages", "a page of units", "impossible sections");
    }
    return (int) size;
  }

  /**
   * Passes the units in the section of a node on a page to a consumer. The section must not be one
   * with the whole content of the node.
   *
   * @return whether the page has a section of the node
   */
  public boolean forEachUnit(
      long[] page, int pageLength, long nodeId, int level, ChangeConsumer consumer) {
    for (int at = 0; at < pageLength; at += sectionWords(page, at, pageLength)) {
      if (page[at] == nodeId) {
        int units = units(page[at + 1]);
        requireLevel(page[at + 1], nodeId, level);
        if ((page[at + 1] & 1) == 1) {
          throw new DamagedStoreException(
              "nodes.pages", "node " + nodeId, "contains the whole node, expected units");
        }
        int word = at + HEAD_WORDS + kindWords(units);
        for (int i = 0; i < units; i++) {
          ChangeKind kind = kind(page, at, i);
          consumer.change(kind, nodeId, level, page, word, 0);
          word += (int) kind.payloadWords(layout.at(level), 0);
        }
        return true;
      }
    }
    return false;
  }

  /**
   * Applies the section of a node to the node's image.
   *
   * @return whether the page has a section of the node
   */
  public boolean replay(long[] page, int pageLength, NodePage image) {
    for (int at = 0; at < pageLength; at += sectionWords(page, at, pageLength)) {
      if (page[at] == image.nodeId()) {
        requireLevel(page[at + 1], image.nodeId(), image.level());
        replayAt(page, at, image);
        return true;
      }
    }
    return false;
  }

  private static void requireLevel(long head, long nodeId, int level) {
    if (level(head) != level) {
      throw new DamagedStoreException(
          "nodes.pages",
          "node " + nodeId,
          "has units of level " + level(head) + ", expected level " + level);
    }
  }

  private static void replayAt(long[] page, int at, NodePage image) {
    int units = units(page[at + 1]);
    int word = at + HEAD_WORDS;
    if ((page[at + 1] & 1) == 1) {
      PageChanges.apply(image, ChangeKind.CREATE, page, word, units);
      return;
    }
    word += kindWords(units);
    for (int i = 0; i < units; i++) {
      ChangeKind kind = kind(page, at, i);
      PageChanges.apply(image, kind, page, word, 0);
      word += (int) kind.payloadWords(image.layout(), 0);
    }
  }
}

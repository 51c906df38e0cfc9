package org.flashgrove.storage.node.compact;

import java.nio.ByteOrder;
import java.util.Arrays;
import org.flashgrove.core.node.NodeFullException;
import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.replacement.LongIntMap;
import org.flashgrove.storage.node.buffer.ChangeKind;
import org.flashgrove.storage.node.buffer.Changes;
import org.flashgrove.storage.node.buffer.NodeBuffer;
import org.flashgrove.storage.node.buffer.PageChanges;
import org.flashgrove.storage.node.device.NodeDevice;

/**
 * Writes the changes of an operation to the log in a compact form.
 *
 * <p>A split or a forced reinsertion replaces the content of a leaf by the entries that stay. The
 * entries that leave this leaf arrive at another leaf, so the frame contains them as entries of
 * that other leaf. For the first leaf, the compact form therefore writes only the numbers of the
 * entries that leave. If the box of a child changes several times, the compact form contains only
 * the last change.
 *
 * <p>{@link BriefForm} decodes the compact form. A decoded node has the same entries, but perhaps
 * in another order. Only leaves with an unordered layout use the compact form.
 */
public final class CompactChanges {
  private static final int NONE = -1;
  private static final int FEW = 16;
  private static final int MOST_WORDS = 1 << 22;

  private final TreeLayout layout;
  private final NodeBuffer buffer;
  private final NodeDevice device;
  private final LongIntMap newest = new LongIntMap(FEW); // newest record of each node
  private final LongIntMap newestOfChild = new LongIntMap(FEW);
  private int[] starts = new int[FEW];
  private int[] before = new int[FEW]; // previous record of the same node, or NONE
  private boolean[] obsolete = new boolean[FEW];
  private int count;
  private final EntryNumbers stated = new EntryNumbers();
  private final LeafDifference difference = new LeafDifference(stated);
  private int[] chain = new int[FEW];
  private NodePage page;
  private long[] words;
  private long[] brief = new long[256];
  private int length;

  public CompactChanges(TreeLayout layout, NodeBuffer buffer, NodeDevice device) {
    this.layout = layout;
    this.buffer = buffer;
    this.device = device;
  }

  /** Returns the words, including reserved ones. Valid until the next call of {@link #write}. */
  public long[] words() {
    return brief;
  }

  /** Returns the number of words, including reserved ones. */
  public int length() {
    return length;
  }

  /**
   * Writes the changes of an operation in the compact form. The operation is not published yet.
   *
   * @param reserve number of words at the front that are left for the caller
   * @return false if the compact form is not shorter; the result must not be used then
   */
  public boolean write(Changes changes, int reserve) {
    words = changes.words();
    if (changes.length() > MOST_WORDS || !mayBeShorter(reserve, changes.length())) {
      return false;
    }
    findObsolete();
    writeAll(reserve, findLess());
    return length < changes.length();
  }

  private ChangeKind kind(int record) {
    return ChangeKind.of((int) (words[starts[record]] & 0xFF));
  }

  private NodeLayout layout(int record) {
    return layout.at((int) (words[starts[record]] >>> 8 & 0xFFFF));
  }

  private int entries(int record) {
    return (int) (words[starts[record]] >>> 32);
  }

  /**
   * Stores the index at which each record starts. Returns whether the compact form could be
   * shorter.
   */
  private boolean mayBeShorter(int from, int to) {
    count = 0;
    boolean found = false;
    for (int at = from; at < to; at += Changes.recordWords(layout, words, at)) {
      if (count == starts.length) {
        starts = Arrays.copyOf(starts, 2 * count);
        before = new int[2 * count];
        obsolete = new boolean[2 * count];
      }
      starts[count++] = at;
      int before = FloatForm.wordsBefore(kind(count - 1));
      found |= before >= 0;
    }
    return found;
  }

  /** Marks a change of a child entry as obsolete if a later record changes the same entry. */
  private void findObsolete() {
    for (int i = count - 1; i >= 0; i--) {
      obsolete[i] = false;
      long node = words[starts[i] + 1];
      ChangeKind kind = kind(i);
      if (kind == ChangeKind.CHANGE && !layout(i).repeats()) {
        long child = child(i);
        int later = newestOfChild.get(child);
        int end = newest.get(node);
        obsolete[i] =
            later != LongIntMap.ABSENT
                && (end == LongIntMap.ABSENT || later < end)
                && words[starts[later] + 1] == node
                && words[starts[later] + BriefForm.HEAD_WORDS]
                    == words[starts[i] + BriefForm.HEAD_WORDS];
        newestOfChild.put(child, obsolete[i] ? later : i);
      } else if (kind != ChangeKind.ADD && kind != ChangeKind.CHANGE) {
        newest.put(node, i); // a change before this record is not superseded by one after it
      }
    }
    for (int i = 0; i < count; i++) {
      newest.remove(words[starts[i] + 1]);
      if (kind(i) == ChangeKind.CHANGE && !layout(i).repeats()) {
        newestOfChild.remove(child(i));
      }
    }
  }

  /** Returns a hash of the node id and the child id in a CHANGE record. */
  private long child(int record) {
    int at = starts[record];
    return Long.rotateLeft(words[at + 1], Integer.SIZE) ^ words[at + BriefForm.HEAD_WORDS];
  }

  /**
   * Finds, for each leaf whose content is replaced, the entries that are no longer in the leaf.
   *
   * @return true if there is such a leaf, and the frame also contains all entries that were found
   */
  private boolean findLess() {
    difference.clear();
    boolean found = false;
    for (int i = 0; i < count && !found; i++) {
      found = isLess(i);
    }
    if (!found) {
      return false;
    }
    boolean known = true;
    for (int i = 0; i < count; i++) {
      long node = words[starts[i] + 1];
      int earlier = newest.get(node);
      before[i] = earlier == LongIntMap.ABSENT ? NONE : earlier;
      newest.put(node, i);
      if (known && isLess(i)) {
        known = showBefore(i);
        if (known) {
          int content = starts[i] + BriefForm.HEAD_WORDS + NodeView.HEADER_WORDS;
          difference.add(page, words, content, entries(i));
        }
      }
    }
    for (int i = 0; i < count; i++) {
      newest.remove(words[starts[i] + 1]);
    }
    return known && numberStated();
  }

  private boolean isLess(int record) {
    NodeLayout of = layout(record);
    return kind(record) == ChangeKind.REPLACE && of.repeats() && of.order() == null;
  }

  /**
   * Builds the content that a node had before one of its change records. Returns false if this
   * would need a device read.
   */
  private boolean showBefore(int record) {
    int links = 0;
    int i = before[record];
    boolean whole = false;
    while (i != NONE && !whole) {
      if (links == chain.length) {
        chain = Arrays.copyOf(chain, 2 * links);
      }
      chain[links++] = i;
      ChangeKind kind = kind(i);
      if (kind == ChangeKind.SEALED || kind == ChangeKind.DELETE) {
        return false;
      }
      whole = kind.isContent();
      i = before[i];
    }
    int level = (int) (words[starts[record]] >>> 8 & 0xFFFF);
    if (!showCommitted(words[starts[record] + 1], level, whole)) {
      return false;
    }
    try {
      while (links > 0) {
        int of = chain[--links];
        PageChanges.apply(page, kind(of), words, starts[of] + BriefForm.HEAD_WORDS, entries(of));
      }
    } catch (NodeFullException e) {
      return false; // the changes fit the page only together
    }
    return hasHeader(starts[record] + BriefForm.HEAD_WORDS);
  }

  private boolean showCommitted(long nodeId, int level, boolean isNew) {
    if (page == null) {
      page =
          new NodePage(AlignedBuffers.allocate(device.pageSize()).order(ByteOrder.LITTLE_ENDIAN));
    }
    if (isNew) {
      page.format(layout.at(level), nodeId, level);
      return true;
    }
    NodePage committed = buffer.pinWarm(nodeId);
    if (committed == null) {
      return false;
    }
    boolean isLeaf = !committed.isDeleted() && committed.level() == level;
    if (isLeaf) {
      page.copyFrom(committed);
    }
    device.pool().release(committed);
    return isLeaf;
  }

  private boolean hasHeader(int at) {
    for (int i = 0; i < NodeView.HEADER_WORDS; i++) {
      if (page.header(i) != words[at + i]) {
        return false;
      }
    }
    return true;
  }

  /**
   * Numbers the leaf entries that the frame contains. Returns whether these include all entries
   * that leave a leaf.
   */
  private boolean numberStated() {
    stated.start(words, layout.leaf().words());
    int part = 0;
    for (int i = 0; i < count; i++) {
      if (isLess(i)) {
        difference.stateArrived(part++);
        continue;
      }
      int some = BriefForm.stated(kind(i), layout(i), entries(i));
      int first = BriefForm.firstStated(kind(i), starts[i]);
      for (int entry = 0; entry < some; entry++) {
        stated.add(first + entry * layout(i).words());
      }
    }
    return difference.number();
  }

  private void writeAll(int reserve, boolean less) {
    length = reserve;
    int part = 0;
    for (int i = 0; i < count; i++) {
      int at = starts[i];
      if (less && isLess(i)) {
        writeLess(at, part++);
      } else if (!obsolete[i]) {
        writeRecord(i, at);
      }
    }
  }

  /**
   * Writes a record. The bounds of its entries are written as floats if floats represent them
   * exactly.
   */
  private void writeRecord(int record, int at) {
    NodeLayout of = layout(record);
    int before = FloatForm.suits(of) ? FloatForm.wordsBefore(kind(record)) : NONE;
    if (before == NONE) {
      put(words, at, Changes.recordWords(layout, words, at));
      return;
    }
    int same = BriefForm.HEAD_WORDS + before;
    writeEntries(words[at], at, same, FloatForm.entries(kind(record), entries(record)));
  }

  /**
   * Writes the first {@code same} words of a record unchanged. Then writes the record's {@code
   * some} entries, as floats if floats represent them exactly.
   */
  private void writeEntries(long head, int at, int same, int some) {
    int size = layout.leaf().words();
    int from = at + same;
    int form = some == 0 ? 0 : FloatForm.of(words, from, some);
    room(same + some * size);
    System.arraycopy(words, at, brief, length, same);
    brief[length] = head | form;
    length += same;
    if (form == 0) {
      put(words, from, some * size);
      return;
    }
    for (int i = 0; i < some; i++) {
      length = FloatForm.write(form, words, from + i * size, brief, length);
    }
  }

  private void writeLess(int at, int part) {
    long level = words[at] & 0xFFFF00L;
    int runs = difference.runs(part);
    room(BriefForm.HEAD_WORDS + runs);
    brief[length++] = BriefForm.LESS | level | (long) runs << 32;
    brief[length++] = words[at + 1];
    length = difference.writeRuns(part, brief, length);
    for (int i = 0; i < difference.arrived(part); i++) {
      writeArrived(words[at + 1], level, difference.arrivedAt(part, i));
    }
  }

  private void writeArrived(long nodeId, long level, int at) {
    int size = layout.leaf().words();
    int form = FloatForm.suits(layout.leaf()) ? FloatForm.of(words, at, 1) : 0;
    room(BriefForm.HEAD_WORDS + size);
    brief[length++] = ChangeKind.ADD.code() | form | level;
    brief[length++] = nodeId;
    if (form == 0) {
      put(words, at, size);
    } else {
      length = FloatForm.write(form, words, at, brief, length);
    }
  }

  private void put(long[] source, int at, int some) {
    room(some);
    System.arraycopy(source, at, brief, length, some);
    length += some;
  }

  private void room(int more) {
    if (length + more > brief.length) {
      brief = Arrays.copyOf(brief, Math.max(length + more, 2 * brief.length));
    }
  }
}

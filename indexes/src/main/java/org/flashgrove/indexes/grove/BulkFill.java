package org.flashgrove.indexes.grove;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.BlockWriter;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.indexes.bulk.KeySorter;
import org.flashgrove.indexes.component.BlockBuilder;
import org.flashgrove.indexes.component.StoredBlock;
import org.flashgrove.indexes.packed.EntryColumns;

/**
 * Fills an empty grove with sorted entries: block after block is filled part by part, and one edit
 * makes all of them count. Used once.
 *
 * <p>Parts end where the value on the line changes, unless all their entries have one value. If a
 * block ends between entries of one value, the blocks with the others are in the same interval,
 * which ends behind that value.
 */
final class BulkFill implements AutoCloseable {
  /** Part of a planned part's entries that is not worth a page of its own at the end of a block. */
  private static final int SMALL_PART = 8;

  /** How much of the room that is left in a block is used at a time. */
  private static final double CAREFUL = 0.95;

  private final ComponentStore store;
  private final Workspace workspace;
  private final BlockBuilder builder;
  private final EntryColumns part;
  private final KeySorter source;
  private final Directory.Builder directory = new Directory.Builder();
  private final List<Block> added = new ArrayList<>();
  private final long[] entry = new long[KeySorter.WORDS];
  private boolean more;
  private long nextValue;
  private BlockWriter writer;
  private int limit;
  private int blockEntries;
  private long blockLastKey;
  private long intervalStart;
  private long sharedEnd; // where the interval ends, if its blocks share a value; else -1

  /**
   * Creates a fill.
   *
   * @param source the entries, sorted by their values on the line
   */
  BulkFill(ComponentStore store, Workspace workspace, KeySorter source) {
    this.store = store;
    this.workspace = workspace;
    this.source = source;
    builder = new BlockBuilder(workspace.form());
    part = new EntryColumns(workspace.loadedCapacity());
  }

  /** Writes all entries; returns the directory of their blocks. */
  Directory write() {
    advance();
    writeSide(0, Line.GIANTS);
    writeSide(Line.GIANTS, Line.END);
    return directory.build();
  }

  /** Returns the blocks written. */
  Block[] added() {
    return added.toArray(new Block[0]);
  }

  private void advance() {
    more = source.next(entry);
    if (more) {
      nextValue = source.key();
    }
  }

  private double real(int word) {
    return Double.longBitsToDouble(entry[word]);
  }

  /** Writes the entries of values below an end, and the intervals up to it. */
  private void writeSide(long start, long end) {
    directory.interval(start);
    intervalStart = start;
    sharedEnd = -1;
    part.clear();
    builder.begin();
    limit = Integer.MAX_VALUE;
    while (fill(end)) {
      int count = wanted();
      long last = count == 0 ? 0 : part.key(count - 1);
      if (count == 0) {
        endBlock(part.key(0), end);
      } else if (builder.add(part, 0, count)) {
        encode(count);
        blockLastKey = last;
        limit = Integer.MAX_VALUE;
      } else {
        part.sort(0, count);
        shrink(count, end);
      }
    }
    if (blockEntries > 0) {
      endBlock(end, end);
    }
  }

  /** Brings more entries of values below an end into the part; returns whether there are any. */
  private boolean fill(long end) {
    int most = workspace.loadedPart();
    while (more && nextValue < end && part.size() < most) {
      part.add(nextValue, entry[0], real(1), real(2), real(3), real(4), false);
      if (!part.holdsOnlyPoints()) {
        workspace.noteBoxes();
        most = workspace.loadedPart();
      }
      advance();
    }
    return part.size() > 0;
  }

  /** Returns how many entries of the part to add to the block; 0 if it shall end before them. */
  private int wanted() {
    int count = Math.min(limit, part.size());
    if (sharedEnd >= 0) {
      while (count > 0 && part.key(count - 1) >= sharedEnd) {
        count--;
      }
      return count;
    }
    double room = workspace.entries(workspace.blockPages() - builder.contentPages());
    if (blockEntries > 0 && room < workspace.loadedPart() / (double) SMALL_PART) {
      return 0;
    }
    return wholeValues((int) Math.max(1, Math.min(count, CAREFUL * room)));
  }

  /** Returns no more than a number of entries, so that a value's stay together if they can. */
  private int wholeValues(int count) {
    long last = part.key(count - 1);
    boolean whole = count < part.size() ? part.key(count) != last : !more || nextValue != last;
    int first = count - 1;
    while (!whole && first > 0 && part.key(first - 1) == last) {
      first--;
    }
    return whole || first == 0 ? count : first;
  }

  /** Lets the block end, or tries fewer entries, when some did not fit it. */
  private void shrink(int count, long end) {
    int fewer = count / 2;
    if (blockEntries > 0 && fewer < workspace.loadedPart() / SMALL_PART) {
      endBlock(part.key(0), end);
    } else {
      limit = Math.max(1, fewer);
    }
  }

  private void encode(int count) {
    if (writer == null) {
      writer = store.newBlock();
    }
    while (builder.hasPage()) {
      builder.encode(writer::append);
    }
    blockEntries += count;
    for (int i = count; i < part.size(); i++) {
      part.copy(i, i - count);
    }
    part.truncate(part.size() - count);
  }

  /**
   * Ends the block, and its interval unless the next entry has the block's greatest value.
   *
   * @param next value of the next entry, or the end if there is none
   */
  private void endBlock(long next, long end) {
    boolean shares = next == blockLastKey && next < end;
    long high = shares ? next + 1 : sharedEnd >= 0 ? sharedEnd : next;
    builder.end(intervalStart, high);
    boolean complete = false;
    while (!complete) {
      complete = builder.appendRest(writer::append);
    }
    Block block = writer.seal();
    writer = null;
    added.add(block);
    directory.block(StoredBlock.of(block, blockEntries, builder.fences()));
    workspace.noteBlock(block.pages() - 1, blockEntries);
    builder.begin();
    blockEntries = 0;
    sharedEnd = shares ? high : -1;
    if (!shares && high < end) {
      directory.interval(high);
      intervalStart = high;
    }
  }

  @Override
  public void close() {
    if (writer != null) {
      writer.close();
    }
  }
}

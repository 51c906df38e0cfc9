package org.flashgrove.grove.merge;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.BlockWriter;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.grove.block.BlockBuilder;
import org.flashgrove.grove.columns.EntryColumns;
import org.flashgrove.grove.curve.CurveOrder;
import org.flashgrove.grove.curve.Directory;
import org.flashgrove.grove.fence.StoredBlock;
import org.flashgrove.indexes.bulk.KeySorter;

/**
 * Bulk load of an empty Grove from sorted entries. It fills one block after another with groups of
 * entries, called parts. It returns a directory, which becomes current with one log record. For a
 * single load.
 *
 * <p>Parts and blocks end where the curve value changes, so entries with equal values stay
 * together. If too many entries for one block have the same value, several blocks share an
 * interval. This interval ends after that value.
 *
 * <p>The first block shows how many entries fit in a block. If memory has room for the entries of
 * two blocks, a second thread then arranges the entries of the next block in pages. Meanwhile the
 * loading thread encodes and writes the current block.
 */
final class BulkFill implements AutoCloseable {
  /**
   * A block is ended when it has room for too few entries. The limit is 1 / {@value} of the entries
   * that are arranged at a time, or of a full block if a full block has fewer entries.
   */
  private static final int SMALL_PART = 8;

  /**
   * Maximum number of entries with equal values that one block gets in {@link #take}, as a multiple
   * of a full block.
   */
  private static final int MANY_OF_A_VALUE = 4;

  /**
   * Maximum number of entries that one call of an inner method handles. If calls are short, the JIT
   * compiler compiles the method early and only once.
   */
  private static final int SLICE = 16;

  /**
   * Fraction of a block's free space that one step fills. Because the free space is only estimated,
   * filling all of it might fail.
   */
  private static final double CAREFUL = 0.95;

  private final ComponentStore store;
  private final Workspace workspace;
  private final BulkLane first;
  private BlockBuilder builder;
  private EntryColumns part;
  private int taken; // number of entries of the first part that lanes have taken
  private BulkLane drained; // lane whose entries did not fit in one block, or null
  private ExecutorService tiler; // created on first use
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
  private long sharedEnd; // end of an interval whose blocks share a curve value, otherwise -1

  /**
   * Creates a bulk load.
   *
   * @param source the entries, sorted by curve value
   */
  BulkFill(ComponentStore store, Workspace workspace, KeySorter source) {
    this.store = store;
    this.workspace = workspace;
    this.source = source;
    first = new BulkLane(workspace.form(), workspace.loadedPart());
    turnTo(first);
  }

  /** Writes all entries. Returns the directory of their blocks. */
  Directory write() {
    advance();
    writeSide(0, CurveOrder.OVERSIZED);
    writeSide(CurveOrder.OVERSIZED, CurveOrder.END);
    return directory.build();
  }

  /** Returns the written blocks. */
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

  private void turnTo(BulkLane lane) {
    part = lane.part();
    builder = lane.builder();
  }

  /**
   * Writes all remaining entries with values below {@code end}. The first of their intervals begins
   * at {@code start}.
   */
  private void writeSide(long start, long end) {
    directory.interval(start);
    intervalStart = start;
    sharedEnd = -1;
    turnTo(first);
    part.clear();
    builder.begin();
    limit = Integer.MAX_VALUE;
    while (fill(end)) {
      if (blockEntries == 0 && workspace.loadedBlock() > 0) {
        writeAhead(end);
        return;
      }
      writeSome(end);
    }
    if (blockEntries > 0) {
      endBlock(end, end);
    }
  }

  /**
   * Adds some entries of the current part (group of entries) to the block. If none of them fit,
   * ends the block instead.
   */
  private void writeSome(long end) {
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

  /**
   * Writes the remaining entries with values below {@code end}, one group of entries (part) per
   * block. A second thread arranges the next part in pages while this thread encodes and writes the
   * current part.
   */
  private void writeAhead(long end) {
    if (tiler == null) {
      tiler = Executors.newSingleThreadExecutor(BulkLane::newThread);
    }
    taken = 0;
    BulkLane lane = new BulkLane(workspace.form(), workspace.loadedBlock());
    BulkLane other = new BulkLane(workspace.form(), workspace.loadedBlock());
    BulkLane tiled = null;
    while (following(end) < end) {
      take(lane, end);
      lane.tile(tiler);
      if (tiled != null) {
        finish(tiled, end);
      }
      tiled = lane;
      lane = other;
      other = tiled;
    }
    if (tiled != null) {
      finish(tiled, end);
    }
  }

  /**
   * Returns the curve value of the next entry that has not been assigned to a block yet. Returns
   * {@code end} if there is no such entry with a value below {@code end}.
   */
  private long following(long end) {
    EntryColumns rest = first.part();
    if (taken < rest.size()) {
      return rest.key(taken);
    }
    return more ? Math.min(nextValue, end) : end;
  }

  /**
   * Fills a lane with the entries of one block. Entries with equal values stay together unless
   * there are too many of them.
   */
  private void take(BulkLane lane, long end) {
    EntryColumns into = lane.part();
    into.clear();
    int wanted = Math.max(1, (int) (CAREFUL * workspace.loadedBlock()));
    lane.taken(following(end), following(end));
    while (isWanting(lane, wanted, end)) {
      takeSome(lane, wanted, end);
    }
    if (!into.holdsOnlyPoints()) {
      workspace.noteBoxes();
    }
  }

  /**
   * Returns whether the next entry should go to the block of {@code lane}. An entry with the same
   * value as the last entry of the block should do so even if the block already has {@code wanted}
   * entries, up to a limit.
   *
   * @param wanted number of entries that the block should get
   */
  private static boolean isWanting(BulkLane lane, int wanted, long end) {
    int size = lane.part().size();
    boolean more = size < wanted || lane.next() == lane.last() && size < MANY_OF_A_VALUE * wanted;
    return lane.next() < end && more;
  }

  private void takeSome(BulkLane lane, int wanted, long end) {
    EntryColumns rest = first.part();
    EntryColumns into = lane.part();
    for (int i = 0; i < SLICE && isWanting(lane, wanted, end); i++) {
      long last = lane.next();
      if (taken < rest.size()) {
        into.add(
            rest.key(taken),
            rest.id(taken),
            rest.minX(taken),
            rest.minY(taken),
            rest.maxX(taken),
            rest.maxY(taken));
        taken++;
      } else {
        into.add(nextValue, entry[0], real(1), real(2), real(3), real(4));
        advance();
      }
      lane.taken(last, following(end));
    }
  }

  /** Writes the entries of {@code lane} as one block, or as several blocks if they do not fit. */
  private void finish(BulkLane lane, long end) {
    boolean fits = lane.fits();
    turnTo(lane);
    if (sharedEnd < 0 && (fits || writeHalf(end))) {
      encode(part.size());
      blockLastKey = lane.last();
    } else {
      part.sort(0, part.size());
      builder.begin();
      limit = Integer.MAX_VALUE;
      drained = lane;
      while (part.size() > 0) {
        writeSome(end);
      }
      drained = null;
    }
    if (blockEntries > 0) {
      endBlock(lane.next(), end);
    }
  }

  /**
   * Tries to write one half of the part (group of entries) as one block: the entries with the lower
   * values. Called if the whole part did not fit in one block. Adds the other half to the next
   * block. Returns false if one of the halves does not fit in its block.
   */
  private boolean writeHalf(long end) {
    long middle = part.keyInOrder(part.size() / 2);
    int lower = part.bringForward(middle);
    builder.begin();
    if (lower == 0 || !builder.add(part, 0, lower)) {
      return false;
    }
    encode(lower);
    blockLastKey = middle - 1; // an upper bound is enough
    endBlock(middle, end);
    return builder.add(part, 0, part.size());
  }

  /**
   * Adds further entries with values below {@code end} to the group of entries (part) that is to be
   * written next. Returns false if the part then has no entries.
   */
  private boolean fill(long end) {
    int most = workspace.loadedPart();
    while (more && nextValue < end && part.size() < most) {
      part.add(nextValue, entry[0], real(1), real(2), real(3), real(4));
      if (!part.holdsOnlyPoints()) {
        workspace.noteBoxes();
        most = workspace.loadedPart();
      }
      advance();
    }
    return part.size() > 0;
  }

  /**
   * Returns how many entries of the part (group of entries) to add to the block next. Returns 0 to
   * end the block.
   */
  private int wanted() {
    int count = Math.min(limit, part.size());
    if (sharedEnd >= 0) {
      while (count > 0 && part.key(count - 1) >= sharedEnd) {
        count--;
      }
      return count;
    }
    double room = workspace.entries(workspace.blockPages() - builder.contentPages());
    if (blockEntries > 0 && room < smallPart()) {
      return 0;
    }
    return wholeValues((int) Math.max(1, Math.min(count, CAREFUL * room)));
  }

  /** Returns a number of entries. A block that has room for fewer entries than this is ended. */
  private double smallPart() {
    double block = workspace.entries(workspace.blockPages());
    return Math.min(workspace.loadedPart(), block) / SMALL_PART;
  }

  /**
   * Returns {@code count}, or a smaller number if the first {@code count} entries would end between
   * two entries with equal values.
   */
  private int wholeValues(int count) {
    long last = part.key(count - 1);
    boolean whole = count < part.size() ? part.key(count) != last : !goesOn(last);
    int first = count - 1;
    while (!whole && first > 0 && part.key(first - 1) == last) {
      first--;
    }
    return whole || first == 0 ? count : first;
  }

  /**
   * Returns whether the entry that follows the current group of entries (part) has the curve value
   * {@code value}.
   */
  private boolean goesOn(long value) {
    return drained == null ? more && nextValue == value : drained.next() == value;
  }

  /**
   * Ends the block, or makes the next attempt smaller, because {@code count} entries did not fit in
   * the block.
   */
  private void shrink(int count, long end) {
    int fewer = count / 2;
    if (blockEntries > 0 && fewer < smallPart()) {
      endBlock(part.key(0), end);
    } else {
      limit = Math.max(1, fewer);
    }
  }

  private void encode(int count) {
    if (writer == null) {
      writer = store.newBlock(1);
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
   * Ends the block. Also ends the interval of the block, unless the value of the next entry equals
   * the highest value in the block.
   *
   * @param next value of the next entry, or {@code end} if there is none
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
    if (tiler != null) {
      tiler.shutdownNow();
    }
    if (writer != null) {
      writer.close();
    }
  }
}

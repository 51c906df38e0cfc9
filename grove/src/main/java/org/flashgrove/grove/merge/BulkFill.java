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
 * Fills an empty grove with sorted entries: block after block is filled part by part, and one edit
 * makes all of them count. Used once.
 *
 * <p>Parts end where the value on the curve changes, unless all their entries have one value. If a
 * block ends between entries of one value, the blocks with the others are in the same interval,
 * which ends behind that value.
 *
 * <p>When a first block has said how many entries a block takes, and the memory has room for two,
 * the next block's entries are tiled by a thread while those of a block are encoded and written.
 */
final class BulkFill implements AutoCloseable {
  /**
   * Part of a planned part, or of a block, that is not worth a page of its own at a block's end.
   */
  private static final int SMALL_PART = 8;

  /** Entries of one value that a lane takes, as a multiple of a block's. */
  private static final int MANY_OF_A_VALUE = 4;

  /** Entries that are taken by a call, so that it is compiled soon, and once. */
  private static final int SLICE = 16;

  /** Share of a block's remaining room that is filled at a time. */
  private static final double CAREFUL = 0.95;

  private final ComponentStore store;
  private final Workspace workspace;
  private final BulkLane first;
  private BlockBuilder builder;
  private EntryColumns part;
  private int taken; // of the part, by lanes
  private BulkLane drained; // whose entries are written as they fit, or null
  private ExecutorService tiler; // made when it is needed
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
   * @param source the entries, sorted by their values on the curve
   */
  BulkFill(ComponentStore store, Workspace workspace, KeySorter source) {
    this.store = store;
    this.workspace = workspace;
    this.source = source;
    first = new BulkLane(workspace.form(), workspace.loadedPart());
    turnTo(first);
  }

  /** Writes all entries; returns the directory of their blocks. */
  Directory write() {
    advance();
    writeSide(0, CurveOrder.OVERSIZED);
    writeSide(CurveOrder.OVERSIZED, CurveOrder.END);
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

  private void turnTo(BulkLane lane) {
    part = lane.part();
    builder = lane.builder();
  }

  /** Writes the entries of values below an end, and the intervals up to it. */
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

  /** Adds what fits of the part to the block, or ends the block. */
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
   * Writes the entries of the part, and all further ones of values below an end, as blocks of one
   * part each: another thread tiles a part while the part before is encoded and written.
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

  /** Returns the value of the next entry that no lane has taken; the end if there is none below. */
  private long following(long end) {
    EntryColumns rest = first.part();
    if (taken < rest.size()) {
      return rest.key(taken);
    }
    return more ? Math.min(nextValue, end) : end;
  }

  /** Has a lane take the entries of a block, those of one value together unless they are many. */
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

  /** Returns whether the next entry is a lane's. */
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
            rest.maxY(taken),
            false);
        taken++;
      } else {
        into.add(nextValue, entry[0], real(1), real(2), real(3), real(4), false);
        advance();
      }
      lane.taken(last, following(end));
    }
  }

  /** Writes the block of a lane, or as many as its entries take. */
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
   * Writes those entries of the part with lower values, about half of them, as a block, if all did
   * not fit one; returns whether the others, which stay, fit the next one.
   */
  private boolean writeHalf(long end) {
    long middle = part.keyInOrder(part.size() / 2);
    int lower = part.bringForward(middle);
    builder.begin();
    if (lower == 0 || !builder.add(part, 0, lower)) {
      return false;
    }
    encode(lower);
    blockLastKey = middle - 1; // or less
    endBlock(middle, end);
    return builder.add(part, 0, part.size());
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
    if (blockEntries > 0 && room < smallPart()) {
      return 0;
    }
    return wholeValues((int) Math.max(1, Math.min(count, CAREFUL * room)));
  }

  /** Returns the entries that are not worth a page of their own at the end of a block. */
  private double smallPart() {
    double block = workspace.entries(workspace.blockPages());
    return Math.min(workspace.loadedPart(), block) / SMALL_PART;
  }

  /** Returns no more than a number of entries, so that a value's stay together if they can. */
  private int wholeValues(int count) {
    long last = part.key(count - 1);
    boolean whole = count < part.size() ? part.key(count) != last : !goesOn(last);
    int first = count - 1;
    while (!whole && first > 0 && part.key(first - 1) == last) {
      first--;
    }
    return whole || first == 0 ? count : first;
  }

  /** Returns whether an entry behind the part has a value, too. */
  private boolean goesOn(long value) {
    return drained == null ? more && nextValue == value : drained.next() == value;
  }

  /** Lets the block end, or tries fewer entries, when some did not fit it. */
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
    if (tiler != null) {
      tiler.shutdownNow();
    }
    if (writer != null) {
      writer.close();
    }
  }
}

package org.flashgrove.grove.merge;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.BlockWriter;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.grove.block.BlockBuilder;
import org.flashgrove.grove.columns.EntryColumns;
import org.flashgrove.grove.curve.CurveOrder;
import org.flashgrove.grove.curve.Directory;
import org.flashgrove.grove.fence.StoredBlock;

/**
 * Merge that runs step by step. It combines the buffered changes of neighbouring intervals with
 * their blocks into new blocks. A step reads a page with its residual pages (low bits), writes a
 * page, or computes for a similar time.
 *
 * <p>The merge writes one block after another, each in parts. A part holds the entries of one cell
 * of a k-d tree ({@link BlockCells}). {@link PartCollector} collects these entries from all input
 * pages and buffered chunks that may hold some. The merge then arranges them in pages and writes
 * the pages. Entries that do not fill a page move to the next part. The merge thus never decodes
 * more entries than {@link Workspace} has room for. It reads a page once for each cell that the
 * page meets, or only once if the memory is large enough to keep blocks.
 *
 * <p>If the input is one block without changes, the merge only copies its pages to another place.
 */
final class PartialMerge implements AutoCloseable {
  /**
   * Fraction of a cell's last page that may stay free. If more is free, its entries move to the
   * next cell. A smaller fraction yields larger page boxes in that cell; a larger one, more pages.
   */
  static final double NEARLY_FULL = 0.35;

  /** Factor for the estimated size of columns, because columns are rounded up to whole words. */
  private static final double ROUNDED_UP = 1.01;

  /** Once this fraction of a merge is done, its cost so far predicts its remaining cost. */
  private static final double ENOUGH_DONE = 0.1;

  /** Assumed number of times that a merge reads each page. */
  private static final double READS = 2;

  /** Number of chunks of changes or pages that one step samples. */
  private static final int SAMPLED = 16;

  /** Minimum number of entries from whose size the merge predicts the size of other entries. */
  private static final int NOTED_PART = 32;

  /** After a block was too large, the next one gets this fraction of the entries that would fit. */
  private static final double SMALLER = 0.9;

  /** Number of pages of each block that the plan leaves free, because estimates may be wrong. */
  private static final double SPARE_PAGES = 0.5;

  private final ComponentStore store;
  private final Workspace workspace;
  private final MergeInput source;
  private final KeySample sample;
  private final BlockBuilder builder;
  private final BlockCells cells = new BlockCells();
  private final PartCollector collector;
  private final boolean tiled;
  private final long lo;
  private final long hi;
  private final Directory.Builder middle = new Directory.Builder();
  private final List<Block> added = new ArrayList<>();
  private MergePhase state = MergePhase.SAMPLE;
  private int piece;
  private long lost;
  private long done;
  private long written;

  // current block, with keys in [from, blockEnd)
  private BlockWriter writer;
  private BlockWriter givenUp;
  private long intervalStart;
  private long from;
  private long blockEnd;
  private int blockEntries;
  private long lostBefore;
  private long partEnd; // end of the keys of the current part, if parts are ranges of the curve

  // current part
  private int limit; // maximum number of entries to add to the block at once
  private int kept;

  PartialMerge(
      ComponentStore store,
      CurveOrder curve,
      Workspace workspace,
      MergeInput source,
      long lo,
      long hi) {
    this.store = store;
    this.workspace = workspace;
    this.source = source;
    this.lo = lo;
    this.hi = hi;
    sample = new KeySample(source.entries(), workspace.sampleKeys());
    tiled = workspace.design().tiled();
    builder = new BlockBuilder(workspace.form(), !workspace.design().packedPages(), !tiled);
    collector = new PartCollector(curve, workspace, source, cells);
    middle.interval(lo);
    intervalStart = lo;
    from = lo;
    if (source.isUnchangedBlock()) {
      state = MergePhase.COPY;
    }
  }

  long lo() {
    return lo;
  }

  long hi() {
    return hi;
  }

  /** Returns whether all new blocks have been written. */
  boolean isDone() {
    return state == MergePhase.DONE;
  }

  /** Returns the estimated device time for the rest of the merge, in microseconds. */
  double costLeft() {
    double pages = workspace.pages(source.entries());
    double blocks = pages / workspace.blockPages() + 1;
    double all = DeviceCost.ofMerge(READS * source.pieces(), blocks, pages + 1, blocks);
    double part = Math.min(1, done / (source.entries() + 1.0));
    double left = (1 - part) * all;
    if (part > ENOUGH_DONE) {
      left = Math.max(left, (1 - part) / part * cost()); // more reads than expected
    }
    return left + DeviceCost.WRITE;
  }

  /** Returns the device time that the merge has used so far, in microseconds. */
  double cost() {
    return DeviceCost.READ * source.reads()
        + DeviceCost.WRITE * written
        + DeviceCost.ERASE * (added.size() + (writer == null ? 0 : 1));
  }

  void step() {
    state.step(this);
  }

  void collect() {
    if (!collector.step()) {
      state = MergePhase.TILE;
    }
  }

  void sample() {
    int end = Math.min(source.pieces(), piece + SAMPLED);
    while (piece < end) {
      source.sample(piece++, sample);
    }
    if (piece == source.pieces()) {
      sample.end();
      planBlock();
    }
  }

  // Blocks and parts

  /** Chooses the key at which the next block ends, and divides the block into cells. */
  private void planBlock() {
    double pages = workspace.pages(sample.between(from, hi));
    int blocks = (int) Math.ceil(pages / (workspace.blockPages() - SPARE_PAGES));
    beginBlock(blocks <= 1 ? hi : source.cut(from, sample.divide(from, hi, 1.0 / blocks), hi));
  }

  private void beginBlock(long end) {
    blockEnd = end;
    cells.clear();
    if (tiled) {
      source.cells(from, blockEnd, cells);
    }
    cells.start();
    collector.keys(from, blockEnd);
    limit = Integer.MAX_VALUE;
    partEnd = from;
    beginPart();
  }

  /** Abandons the current block because it became too large, and restarts it with fewer keys. */
  private void beginSmallerBlock() {
    long expected = sample.between(from, blockEnd);
    double fits = SMALLER * blockEntries / Math.max(1, expected);
    long end = sample.divide(from, blockEnd, Math.min(SMALLER, fits));
    if (end == blockEnd) {
      end = Math.max(from + 1, Math.min(blockEnd - 1, collector.medianKey()));
    }
    end = source.cut(from, end, blockEnd);
    givenUp = writer; // closed later under the store lock
    writer = null;
    builder.begin();
    collector.part().clear();
    done -= blockEntries;
    blockEntries = 0;
    lost = lostBefore;
    beginBlock(end);
  }

  private void beginPart() {
    if (tiled || partEnd == from) {
      cells.next(workspace.partPages(), workspace.entriesPerPage(), collector.part().size());
    }
    if (!tiled) {
      beginPiece();
    }
    collector.begin();
    state = MergePhase.COLLECT;
  }

  /**
   * Sets the key range of the next part (group of entries) so that it fills whole pages. Only used
   * if parts are ranges of the curve instead of cells.
   */
  private void beginPiece() {
    long start = partEnd;
    double room = workspace.partPages() * workspace.entriesPerPage() - collector.part().size();
    double share = room / Math.max(1, sample.between(start, blockEnd));
    collector.keys(start, share < 1 ? sample.divide(start, blockEnd, share) : blockEnd);
  }

  /** Returns whether further parts (groups of entries) of the block follow the current one. */
  private boolean hasNextPart() {
    return tiled ? cells.hasNext() : partEnd < blockEnd;
  }

  // Writing

  void tile() {
    if (!tiled) {
      partEnd = collector.end();
      collector.sort();
    }
    EntryColumns part = collector.part();
    kept = part.size() == 0 ? 0 : wanted(part);
    if (kept == 0) {
      finishPart();
    } else if (builder.add(part, 0, kept)) {
      limit = source.canCut(from, blockEnd) ? Integer.MAX_VALUE : limit;
      blockEntries += kept;
      done += kept;
      state = MergePhase.ENCODE;
    } else if (blockEntries == 0) {
      limit = Math.max(1, kept / 2);
    } else if (source.canCut(from, blockEnd)) {
      beginSmallerBlock();
    } else {
      endBlock(); // the next block belongs to the same interval
    }
  }

  /**
   * Returns how many entries of a part to write now, and moves these entries to its front. If other
   * parts of the block follow, the entries to write fill whole pages. The entries that are not
   * written yet lie next to the following cells.
   */
  private int wanted(EntryColumns part) {
    int size = part.size();
    double pages = ROUNDED_UP * builder.estimatedPages(part, 0, size);
    if (size >= NOTED_PART) {
      workspace.notePart(size / pages, builder.measuredBytes());
    }
    int whole = (int) (pages + NEARLY_FULL);
    boolean few = whole == 0 && size <= part.capacity() / 2;
    int count = size;
    if ((collector.isCut() || hasNextPart()) && (few || whole > 0 && pages > whole)) {
      count = (int) (size * (whole / pages));
    }
    count = Math.min(count, limit);
    if (tiled && count > 0 && count < size) {
      if (cells.nextIsBeside()) {
        part.selectByCentreX(0, size, count);
      } else {
        part.selectByCentreY(0, size, count);
      }
    }
    return count;
  }

  /** Returns whether the next step allocates a block, which needs the store lock. */
  boolean needsBlock() {
    return (state == MergePhase.ENCODE || state == MergePhase.COPY) && writer == null;
  }

  /** Allocates a block, and frees an abandoned one. The caller must hold the store lock. */
  void takeBlock() {
    closeGivenUp();
    writer = store.newBlock(workspace.lifetime().level(source));
  }

  private void closeGivenUp() {
    if (givenUp != null) {
      givenUp.close();
      givenUp = null;
    }
  }

  void encode() {
    if (writer == null) {
      takeBlock();
    }
    builder.encode(this::append);
    if (!builder.hasPage()) {
      finishPart();
    }
  }

  private void append(byte[] page) {
    written++;
    writer.append(page);
  }

  /** Advances to the next part (group of entries), which begins with the unwritten entries. */
  private void finishPart() {
    collector.drop(kept);
    EntryColumns part = collector.part();
    boolean cut = collector.isCut();
    boolean isLast = !cut && !hasNextPart();
    if (part.size() > (isLast ? 0 : part.capacity() / 2)) {
      state = MergePhase.TILE;
    } else if (cut) {
      collector.beginRest();
      state = MergePhase.COLLECT;
    } else {
      lost += collector.lost();
      if (isLast) {
        finishKeys();
      } else {
        beginPart();
      }
    }
  }

  /** Ends the current block if it has entries, and continues with the keys that follow it. */
  private void finishKeys() {
    from = blockEnd;
    lostBefore = lost;
    if (blockEntries > 0) {
      endBlock();
    } else if (from == hi) {
      state = MergePhase.DONE;
    } else {
      planBlock(); // no entries were left in the block
    }
  }

  /** Ends the block. If the last group of entries did not fit, it goes to the next block. */
  private void endBlock() {
    if (source.isUpper()) {
      builder.endUpper(intervalStart, blockEnd, from < blockEnd);
    } else {
      builder.end(intervalStart, blockEnd);
    }
    state = MergePhase.REST;
  }

  void writeRest() {
    if (!builder.appendRest(this::append)) {
      return;
    }
    Block block = writer.seal();
    writer = null;
    added.add(block);
    middle.block(StoredBlock.of(block, blockEntries, builder.fences()));
    workspace.noteBlock(block.pages() - 1, blockEntries);
    blockEntries = 0;
    if (from == hi) {
      state = MergePhase.DONE;
      return;
    }
    builder.begin();
    if (from < blockEnd) {
      state = MergePhase.TILE; // the part that did not fit in the block before
    } else {
      middle.interval(from);
      intervalStart = from;
      planBlock();
    }
  }

  /**
   * Copies the next page of a block that is moved without changes. Copying keeps the size: if the
   * entries were arranged in pages again, they might need a second block.
   */
  void copy() {
    if (writer == null) {
      takeBlock();
    }
    append(source.unchangedPage(writer.pages()));
    if (writer.pages() < source.blocks()[0].pages()) {
      return;
    }
    Block block = writer.seal();
    writer = null;
    added.add(block);
    middle.block(source.unchanged(block));
    state = MergePhase.DONE;
  }

  /** Returns a directory of the merged range, with the new and the unchanged lower blocks. */
  Directory middle() {
    return source.withLower(middle.build(), hi);
  }

  /** Returns the blocks that the new blocks replace. */
  Block[] replaced() {
    return source.blocks();
  }

  Block[] added() {
    return added.toArray(new Block[0]);
  }

  /** Returns the number of pages read and written so far. */
  long pagesMoved() {
    return source.reads() + written;
  }

  /** Returns how many deletions matched no entry. */
  long lost() {
    return lost;
  }

  /** Returns the heap bytes that the merge holds now. */
  long bytes() {
    long lists = cells.bytes() + sample.bytes();
    return collector.bytes() + builder.bytes() + source.bytes() + lists;
  }

  /**
   * Returns the unfinished block to the store. The finished blocks are not current, because no log
   * record refers to them.
   */
  @Override
  public void close() {
    collector.close();
    closeGivenUp();
    if (writer != null) {
      writer.close();
      writer = null;
    }
  }
}

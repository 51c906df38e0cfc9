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
 * A running merge of the buffered changes of some neighbouring intervals with their blocks into new
 * blocks, step by step. A step reads a page with its residual pages, or writes a page, or does work
 * of the processor for about as long.
 *
 * <p>The new blocks come one after the other, each in parts: the cells of a k-d tree ({@link
 * BlockCells}), whose entries are collected from the pieces that may hold some ({@link
 * PartCollector}), tiled, and written page by page; what does not fill a page goes on to the next
 * cell. So no more entries are decoded at a time than {@link Workspace} has room for, and where
 * they are is known from the boxes of pages and of their runs: a page is read once for each cell
 * that it meets, or once where there is memory to keep blocks.
 *
 * <p>One block without changes only moves to another place: its pages are copied.
 */
final class PartialMerge implements AutoCloseable {
  /**
   * Free share of a page that still counts as full. A larger value yields more pages; a smaller one
   * moves more entries to the next cell and widens the boxes of its pages.
   */
  static final double NEARLY_FULL = 0.35;

  /** Factor by which columns of whole words exceed their bits. */
  private static final double ROUNDED_UP = 1.01;

  /** Part of a merge from which on what it took says what it will take. */
  private static final double ENOUGH_DONE = 0.1;

  /** Assumed number of reads of a page. */
  private static final double READS = 2;

  /** Pieces that the sample looks at in a step. */
  private static final int SAMPLED = 16;

  /** Entries of a part from which on their widths say something about others. */
  private static final int NOTED_PART = 32;

  /** Part of a block's entries, of those that had room in one before, that is tried next. */
  private static final double SMALLER = 0.9;

  /** Half a page a block is left for what estimates are wrong by. */
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

  // the block: entries of keys from one up to another
  private BlockWriter writer;
  private BlockWriter givenUp;
  private long intervalStart;
  private long from;
  private long blockEnd;
  private int blockEntries;
  private long lostBefore;
  private long partEnd; // of the keys of a part, where parts are pieces of the curve

  // the part
  private int limit = Integer.MAX_VALUE;
  private int kept;

  /** Creates a merge of [lo, hi). */
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

  /** Returns whether all new blocks are written. */
  boolean isDone() {
    return state == MergePhase.DONE;
  }

  /** Returns about what the device will take for the rest, in us. */
  double costLeft() {
    double pages = workspace.pages(source.entries());
    double blocks = pages / workspace.blockPages() + 1;
    double all = DeviceCost.ofMerge(READS * source.pieces(), blocks, pages + 1, blocks);
    double part = Math.min(1, done / (source.entries() + 1.0));
    double left = (1 - part) * all;
    if (part > ENOUGH_DONE) {
      left = Math.max(left, (1 - part) / part * cost()); // reads are more than foreseen
    }
    return left + DeviceCost.WRITE;
  }

  /** Returns what the device took so far, in us. */
  double cost() {
    return DeviceCost.READ * source.reads()
        + DeviceCost.WRITE * written
        + DeviceCost.ERASE * (added.size() + (writer == null ? 0 : 1));
  }

  /** Does the next step. */
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

  /** Decides where the block ends that begins now, and its cells. */
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
    partEnd = from;
    beginPart();
  }

  /**
   * Gives the block up, which turned out to be too large, and begins one of fewer keys in its
   * place.
   */
  private void beginSmallerBlock() {
    long expected = sample.between(from, blockEnd);
    double fits = SMALLER * blockEntries / Math.max(1, expected);
    long end = sample.divide(from, blockEnd, Math.min(SMALLER, fits));
    if (end == blockEnd) {
      end = Math.max(from + 1, Math.min(blockEnd - 1, collector.medianKey()));
    }
    end = source.cut(from, end, blockEnd);
    givenUp = writer; // closed with the store's lock
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

  /** Sets the keys of the next part, which is a piece of the curve: those of whole pages. */
  private void beginPiece() {
    long start = partEnd;
    double room = workspace.partPages() * workspace.entriesPerPage() - collector.part().size();
    double share = room / Math.max(1, sample.between(start, blockEnd));
    collector.keys(start, share < 1 ? sample.divide(start, blockEnd, share) : blockEnd);
  }

  /** Returns whether there are more parts of the block behind the one that is collected. */
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
    int size = part.size();
    kept = size == 0 ? 0 : wanted(part);
    if (kept == 0) {
      finishPart();
    } else if (builder.add(part, 0, kept)) {
      limit = Integer.MAX_VALUE;
      blockEntries += kept;
      done += kept;
      state = MergePhase.ENCODE;
    } else if (blockEntries == 0) {
      limit = Math.max(1, kept / 2);
    } else if (source.canCut(from, blockEnd)) {
      beginSmallerBlock();
    } else {
      endBlock(); // the next block has the same interval
    }
  }

  /**
   * Returns how many entries of the part to write now, and brings them to its front: those of whole
   * pages, if others of the block follow. What is left is next to these.
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

  /** Returns whether the next step takes a block. */
  boolean needsBlock() {
    return (state == MergePhase.ENCODE || state == MergePhase.COPY) && writer == null;
  }

  /** Takes that block, and gives back one that was given up; with the store's lock. */
  void takeBlock() {
    closeGivenUp();
    writer = store.newBlock();
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

  /** Goes on to the part behind, before which there are the entries that were not written. */
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

  /** Goes on to the keys behind. */
  private void finishKeys() {
    from = blockEnd;
    lostBefore = lost;
    if (blockEntries > 0) {
      endBlock();
    } else if (from == hi) {
      state = MergePhase.DONE;
    } else {
      planBlock(); // nothing was left of the block
    }
  }

  /** Ends the block before the next part. */
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
      state = MergePhase.TILE; // the part that did not fit the block before
    } else {
      middle.interval(from);
      intervalStart = from;
      planBlock();
    }
  }

  /** Copies a page of the one block that is merged with nothing: tiled again, it could need two. */
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

  /**
   * Returns the intervals of the new blocks, from the merge's start on, with the blocks that these
   * stand above.
   */
  Directory middle() {
    return source.withLower(middle.build(), hi);
  }

  /** Returns the blocks that the new ones replace. */
  Block[] replaced() {
    return source.blocks();
  }

  /** Returns the new blocks. */
  Block[] added() {
    return added.toArray(new Block[0]);
  }

  /** Returns the pages read and written so far. */
  long pagesMoved() {
    return source.reads() + written;
  }

  /** Returns the deletions that found no entry. */
  long lost() {
    return lost;
  }

  /** Returns the bytes of memory that the merge holds now. */
  long bytes() {
    long lists = cells.bytes() + sample.bytes();
    return collector.bytes() + builder.bytes() + source.bytes() + lists;
  }

  /** Gives the block that is being written back; those written before are named by no edit. */
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

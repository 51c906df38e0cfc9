package org.flashgrove.grove.merge;

import java.util.List;
import org.flashgrove.core.component.Block;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.grove.columns.EntryColumns;
import org.flashgrove.grove.columns.KdTiling;
import org.flashgrove.grove.curve.CurveOrder;
import org.flashgrove.grove.curve.Directory;
import org.flashgrove.grove.fence.BlockFences;
import org.flashgrove.grove.fence.FenceBoxes;
import org.flashgrove.grove.fence.StoredBlock;
import org.flashgrove.grove.memtable.Chunk;
import org.flashgrove.grove.packed.PackedPage;

/**
 * Input of a merge: chunks of the write buffer, followed by pages of blocks. Chunks and pages are
 * both called pieces. Pieces stay packed, and a page is read again each time it is needed. A page
 * consists of runs of neighbouring entries. The boxes of runs, which are in memory, show where
 * entries may lie. Not safe for use by several threads.
 */
final class MergeInput {
  /** Heap bytes that the input takes for each page of entries. */
  static final int PIECE_BYTES = 2 * Integer.BYTES;

  /** Bit set of all runs of a piece. A chunk counts as one run and has this set. */
  static final long ALL = -1L;

  private static final int NO_KEYS = 0;
  private static final int SOME_KEYS = 1;
  private static final int ALL_KEYS = 2;

  private final CurveOrder curve;
  private final BlockReader reader;
  private final PackedPage chunkReader = new PackedPage("write buffer");
  private final BufferedChunks chunks;
  private final StoredBlock[] blocks;
  private final StoredBlock[] lower;
  private final long[] cuts;
  private final int[] blockOf;
  private final int[] pageOf;
  private final long entries;
  private final FenceBoxes boxes = new FenceBoxes();
  private final double[] box = new double[4];
  private long inside; // result of runsInside()
  private boolean turnedWithin; // whether all keys of the current block are wanted

  /**
   * Creates the input of a merge.
   *
   * @param blocks blocks to merge
   * @param lower blocks that stay unchanged below the new blocks, in ascending order of keys; a new
   *     block may end only where one of them begins. Empty if all blocks are merged
   */
  MergeInput(
      BlockReader reader,
      CurveOrder curve,
      BufferedChunks chunks,
      List<StoredBlock> blocks,
      List<StoredBlock> lower) {
    this.curve = curve;
    this.reader = reader;
    this.chunks = chunks;
    this.blocks = blocks.toArray(new StoredBlock[0]);
    this.lower = lower.toArray(new StoredBlock[0]);
    cuts = lower.stream().mapToLong(block -> block.fences().lowKey()).toArray();
    int pages = 0;
    long sum = 0;
    for (StoredBlock block : blocks) {
      pages += block.fences().pages();
      sum += block.entries();
    }
    for (int i = 0; i < chunks.count(); i++) {
      Chunk chunk = chunks.chunk(i);
      sum += chunk.count() - chunk.deletions();
    }
    entries = sum;
    blockOf = new int[pages];
    pageOf = new int[pages];
    int at = 0;
    for (int b = 0; b < this.blocks.length; b++) {
      for (int p = 0; p < this.blocks[b].fences().pages(); p++) {
        blockOf[at] = b;
        pageOf[at++] = p;
      }
    }
  }

  /** Returns the number of pieces, which are the chunks of changes and the pages of blocks. */
  int pieces() {
    return chunks.count() + pageOf.length;
  }

  /** Returns the number of chunks of changes. They come before the pages of blocks. */
  int chunks() {
    return chunks.count();
  }

  /** Returns the approximate number of entries of the new blocks. */
  long entries() {
    return entries;
  }

  /** Returns whether a chunk or page contains deletions. Pages never contain deletions. */
  boolean hasDeletions(int piece) {
    return piece < chunks.count() && chunks.chunk(piece).deletions() > 0;
  }

  // Moving a block

  /** Returns whether the input is a single block to which no buffered change applies. */
  boolean isUnchangedBlock() {
    return chunks.count() == 0 && blocks.length == 1 && lower.length == 0;
  }

  /** Returns a page, or the footer, of the unchanged block. It is valid until the next read. */
  byte[] unchangedPage(int index) {
    return reader.read(blocks[0].block(), index);
  }

  /** Returns the directory entry for a copy of the unchanged block. */
  StoredBlock unchanged(Block copy) {
    return StoredBlock.of(copy, blocks[0].entries(), blocks[0].fences());
  }

  // Lower blocks

  /** Returns whether the new blocks are upper blocks, and old blocks stay below them unchanged. */
  boolean isUpper() {
    return lower.length > 0;
  }

  Block[] blocks() {
    Block[] all = new Block[blocks.length];
    for (int b = 0; b < all.length; b++) {
      all[b] = blocks[b].block();
    }
    return all;
  }

  /** Returns whether a new block with the keys [from, to) could end at a smaller key. */
  boolean canCut(long from, long to) {
    return isUpper() ? cut(from, to - 1, to) < to : to - from > 1;
  }

  /**
   * Returns an end near {@code about} for a new block that starts at {@code from}. The end is
   * greater than {@code from} and at most {@code last}. It never lies within the key range of a
   * lower block.
   */
  long cut(long from, long about, long last) {
    if (!isUpper()) {
      return about;
    }
    long before = from;
    for (long cut : cuts) {
      if (cut > from && cut < last && (cut <= about || before == from)) {
        before = cut;
      }
    }
    return before == from ? last : before;
  }

  /**
   * Returns a directory with the new blocks and the unchanged lower blocks of the same intervals.
   *
   * @param intervals new intervals with the new blocks
   * @param hi end of the last interval
   */
  Directory withLower(Directory intervals, long hi) {
    if (!isUpper()) {
      return intervals;
    }
    Directory.Builder all = new Directory.Builder();
    int at = 0;
    for (int i = 0; i < intervals.intervals(); i++) {
      all.interval(intervals.start(i));
      long end = i + 1 < intervals.intervals() ? intervals.start(i + 1) : hi;
      for (; at < lower.length && lower[at].fences().lowKey() < end; at++) {
        all.block(lower[at]);
      }
      for (int b = intervals.firstBlock(i); b < intervals.firstBlock(i + 1); b++) {
        all.block(intervals.block(b));
      }
    }
    return all.build();
  }

  // Positions of entries

  /** Returns the number of run boxes of a page, or 1 if one of its runs would be empty. */
  private static int runs(BlockFences fences, int page) {
    return fences.count(page) < fences.subBoxes() ? 1 : fences.subBoxes();
  }

  /** Positions {@link #boxes} on a page. Returns the number of run boxes of this page. */
  private int turnTo(BlockFences fences, int page) {
    boxes.block(fences);
    boxes.page(page);
    return runs(fences, page);
  }

  /** Copies the box of one of the {@code runs} runs of the current page to {@link #box}. */
  private void runBox(int page, int run, int runs) {
    if (runs == 1) {
      boxes.pageBox(page, box);
    } else {
      boxes.runBox(run, box);
    }
  }

  private static int runEntries(BlockFences fences, int page, int run, int runs) {
    int count = fences.count(page);
    return KdTiling.runStart(0, count, run + 1, runs) - KdTiling.runStart(0, count, run, runs);
  }

  /** Adds the keys of a chunk or page to a sample. Estimates keys on pages from run boxes. */
  void sample(int piece, KeySample into) {
    if (piece < chunks.count()) {
      PackedPage chunk = turnTo(piece);
      for (int i = 0; i < chunk.count(); i++) {
        if (!chunk.isDeletion(i)) {
          chunk.rectangle(i, box);
          into.note(curve.value(box[0], box[1], box[2], box[3]), 1);
        }
      }
      return;
    }
    BlockFences fences = blocks[blockOf[piece - chunks.count()]].fences();
    int page = pageOf[piece - chunks.count()];
    int runs = turnTo(fences, page);
    for (int r = 0; r < runs; r++) {
      runBox(page, r, runs);
      into.note(middleKey(fences), runEntries(fences, page, r, runs));
    }
  }

  /** Returns the key of the centre of {@link #box}, limited to the key range of the block. */
  private long middleKey(BlockFences fences) {
    double x = Rectangles.centre(box[0], box[2]);
    double y = Rectangles.centre(box[1], box[3]);
    long key = curve.value(x, y, x, y);
    if (fences.lowKey() >= CurveOrder.OVERSIZED) {
      key = CurveOrder.OVERSIZED | key >>> 1;
    }
    return Math.max(fences.lowKey(), Math.min(fences.highKey() - 1, key));
  }

  /** Adds the boxes, with numbers of entries, of chunks and runs that have keys in [from, to). */
  void cells(long from, long to, BlockCells into) {
    for (int i = 0; i < chunks.count(); i++) {
      if (chunks.overlaps(i, from, to)) {
        int entries = entries(i, from, to);
        chunkBox(chunks.chunk(i));
        into.note(box, entries);
      }
    }
    for (int i = 0; i < pageOf.length; i++) {
      BlockFences fences = blocks[blockOf[i]].fences();
      if (!meets(fences, from, to)) {
        continue;
      }
      int runs = turnTo(fences, pageOf[i]);
      for (int r = 0; r < runs; r++) {
        runBox(pageOf[i], r, runs);
        long key = middleKey(fences);
        if (key >= from && key < to) {
          into.note(box, runEntries(fences, pageOf[i], r, runs));
        }
      }
    }
  }

  private void chunkBox(Chunk chunk) {
    box[0] = chunk.minX();
    box[1] = chunk.minY();
    box[2] = chunk.maxX();
    box[3] = chunk.maxY();
  }

  /** Returns the number of insertions minus deletions in chunk i with keys in [from, to). */
  private int entries(int i, long from, long to) {
    Chunk chunk = chunks.chunk(i);
    if (chunks.isWithin(i, from, to)) {
      return chunk.count() - 2 * chunk.deletions();
    }
    PackedPage changes = turnTo(i);
    int sum = 0;
    for (int c = 0; c < changes.count(); c++) {
      changes.rectangle(c, box);
      long key = curve.value(box[0], box[1], box[2], box[3]);
      if (key >= from && key < to) {
        sum += changes.isDeletion(c) ? -1 : 1;
      }
    }
    return sum;
  }

  private static boolean meets(BlockFences fences, long from, long to) {
    return fences.lowKey() < to && fences.highKey() >= from;
  }

  /**
   * Returns the runs of a piece that may hold wanted entries, as a bit set. An entry is wanted if
   * its key is in [from, to) and its centre lies in the current cell of {@code cells}. For a chunk,
   * the result is 0 or {@link #ALL}.
   */
  long runs(int piece, long from, long to, BlockCells cells) {
    inside = 0;
    if (piece < chunks.count()) {
      return chunk(piece, from, to, cells);
    }
    BlockFences fences = blocks[blockOf[piece - chunks.count()]].fences();
    if (!meets(fences, from, to)) {
      return 0;
    }
    boolean within = fences.lowKey() >= from && fences.highKey() <= to;
    turnedWithin = within;
    boolean unknown = fences.lowKey() >= CurveOrder.OVERSIZED;
    int page = pageOf[piece - chunks.count()];
    int runs = turnTo(fences, page);
    long found = 0;
    for (int r = 0; r < runs; r++) {
      runBox(page, r, runs);
      if (!cells.mayHold(box)) {
        continue;
      }
      int keys = within ? ALL_KEYS : unknown ? SOME_KEYS : keys(from, to);
      if (keys != NO_KEYS) {
        found |= 1L << r;
        inside |= (keys == ALL_KEYS && cells.covers(box) ? 1L : 0L) << r;
      }
    }
    return found;
  }

  private long chunk(int piece, long from, long to, BlockCells cells) {
    chunkBox(chunks.chunk(piece));
    boolean may = chunks.overlaps(piece, from, to) && cells.mayHold(box);
    boolean within = may && chunks.isWithin(piece, from, to);
    inside = within && cells.covers(box) ? ALL : 0;
    return may ? ALL : 0;
  }

  /**
   * Returns, as a subset of the result of the last {@link #runs} call, the runs in which all
   * entries are wanted.
   */
  long runsInside() {
    return inside;
  }

  /**
   * Returns which centres in {@link #box} may have keys in [from, to): {@code NO_KEYS}, {@code
   * SOME_KEYS} or {@code ALL_KEYS}. The method uses the smallest square of the curve that contains
   * the box. All keys in this square share the leading bits that the keys of two corners have in
   * common.
   */
  private int keys(long from, long to) {
    long low = curve.value(box[0], box[1], box[0], box[1]);
    long differing = low ^ curve.value(box[2], box[3], box[2], box[3]);
    int bits = Long.SIZE - Long.numberOfLeadingZeros(differing) + 1 & ~1;
    long size = 1L << bits;
    long least = low & -size;
    if (least >= from && least + size <= to) {
      return ALL_KEYS;
    }
    return least < to && least + size > from ? SOME_KEYS : NO_KEYS;
  }

  /** Returns whether an entry with its centre in a given box may have a key in [from, to). */
  boolean mayHaveKeys(double x1, double y1, double x2, double y2, long from, long to) {
    if (from >= CurveOrder.OVERSIZED || turnedWithin) {
      return true;
    }
    box[0] = x1;
    box[1] = y1;
    box[2] = x2;
    box[3] = y2;
    return keys(from, to) != NO_KEYS;
  }

  /**
   * Returns the index, on a page or in a chunk, of the first entry of a run.
   *
   * @param run number of a bit that is set in the result of {@link #runs}
   * @param count number of entries of the piece
   */
  int runStart(int piece, int run, int count) {
    if (piece < chunks.count()) {
      return run == 0 ? 0 : count;
    }
    int page = pageOf[piece - chunks.count()];
    int runs = runs(blocks[blockOf[piece - chunks.count()]].fences(), page);
    return KdTiling.runStart(0, count, Math.min(run, runs), runs);
  }

  /**
   * Returns a reader positioned on a piece (chunk or page). The reader is valid until the next
   * call. If the piece is a page, the caller must call {@link #readRow} before it reads a
   * rectangle.
   */
  PackedPage turnTo(int piece) {
    if (piece < chunks.count()) {
      chunks.chunk(piece).read(chunkReader);
      return chunkReader;
    }
    int page = piece - chunks.count();
    return reader.turnTo(blocks[blockOf[page]], pageOf[page]);
  }

  /** Returns whether {@link #turnTo} also reads low bits, so {@link #readRow} need not. */
  boolean hasRows() {
    return reader.keepsBlocks();
  }

  /** Reads the residual page with the low bits of entry i, unless it was the last one read. */
  void readRow(int i) {
    reader.readRow(i);
  }

  /** Appends entries {@code from} to {@code to - 1} of the current chunk or page. */
  void append(int piece, int from, int to, EntryColumns into) {
    if (piece < chunks.count()) {
      chunkReader.appendTo(into, from, to);
    } else {
      reader.append(from, to, into);
    }
  }

  /** Returns the number of pages read so far. */
  long reads() {
    return reader.reads();
  }

  /** Returns the heap bytes of this object without the chunks, which belong to the write buffer. */
  long bytes() {
    return reader.bytes()
        + (long) pageOf.length * PIECE_BYTES
        + (long) chunks.count() * BufferedChunks.CHUNK_BYTES;
  }
}

package org.flashgrove.indexes.grove;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.BlockWriter;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.indexes.component.Antimatter;
import org.flashgrove.indexes.component.BlockBuilder;
import org.flashgrove.indexes.component.StoredBlock;
import org.flashgrove.indexes.packed.EntryColumns;
import org.flashgrove.indexes.packed.PackedPage;

/**
 * A bite under way: merges buffered changes of some neighbouring intervals with their blocks into
 * new blocks, step by step. A step reads a page with its residual pages, or writes a page, or does
 * work of the processor for about as long.
 *
 * <p>First all that is merged is looked through once, for a sample of the keys and the span of keys
 * on each page. Then come the new blocks one after the other, each in parts: the entries of a span
 * of keys are collected from the pieces that may hold some, less what deletions take away, tiled,
 * and written page by page. So no more entries are decoded at a time than {@link Workspace} has
 * room for; pages are read about three times instead. A span that holds too many is halved. Entries
 * of one key that are too many for a part make several parts, in the order in which the pieces have
 * them.
 */
final class Bite implements AutoCloseable {
  private static final int SCAN = 0;
  private static final int DELETIONS = 1;
  private static final int COLLECT = 2;
  private static final int TILE = 3;
  private static final int ENCODE = 4;
  private static final int REST = 5;
  private static final int DONE = 6;

  private static final int BOX = 4;
  private static final int MEDIAN_OF = 33;

  /** How often a page is read after the first time, about. */
  private static final double READS = 2.5;

  /** What a page may lack to be taken for a full one. */
  private static final double NEARLY_FULL = 0.15;

  /** What columns of whole words take above their bits. */
  private static final double ROUNDED_UP = 1.01;

  /** Entries of a part from which on their widths say something about others. */
  private static final int NOTED_PART = 32;

  /** Part of the keys that is tried when there were too many entries. */
  private static final double SMALLER = 0.85;

  /** Spans of keys that entries of a part are counted in. */
  private static final int SPANS = 256;

  /** Entries that a key may be away from the one wanted. */
  private static final int NEAR = 4;

  /** Half a page a block is left for what estimates are wrong by. */
  private static final double SPARE_PAGES = 0.5;

  private final ComponentStore store;
  private final Line line;
  private final Workspace workspace;
  private final BiteSource source;
  private final KeySample sample;
  private final BlockBuilder builder;
  private final long lo;
  private final long hi;
  private final Antimatter gone = new Antimatter();
  private final double[] box = new double[BOX];
  private final int[] spans = new int[SPANS];
  private final Directory.Builder middle = new Directory.Builder();
  private final List<Block> added = new ArrayList<>();
  private EntryColumns part;
  private int state = SCAN;
  private int piece;
  private long lost;

  // the block
  private BlockWriter writer;
  private long intervalStart;
  private long blockEnd;
  private int blockEntries;

  // the part: entries of keys from one up to another, without the first ones of the first key
  private long from;
  private long to;
  private int skipped;
  private int toSkip;
  private int limit;
  private boolean cut;

  /** Creates a bite of [lo, hi). */
  Bite(ComponentStore store, Line line, Workspace workspace, BiteSource source, long lo, long hi) {
    this.store = store;
    this.line = line;
    this.workspace = workspace;
    this.source = source;
    this.lo = lo;
    this.hi = hi;
    sample = new KeySample(source.entries(), workspace.sampleKeys());
    builder = new BlockBuilder(workspace.form());
    part = new EntryColumns(workspace.capacity(), false);
    middle.interval(lo);
    intervalStart = lo;
    from = lo;
  }

  long lo() {
    return lo;
  }

  long hi() {
    return hi;
  }

  /** Returns whether all new blocks are written. */
  boolean isDone() {
    return state == DONE;
  }

  /** Returns about how many steps are left, at least 1. */
  long stepsLeft() {
    double all = READS * source.pieces() + workspace.pages(source.entries()) + 1;
    if (state == SCAN) {
      return source.pieces() - piece + (long) all;
    }
    double left = (sample.between(from, hi) + 1.0) / (source.entries() + 1.0);
    return (long) (Math.min(1, left) * all) + 1;
  }

  /** Does the next step. */
  void step() {
    switch (state) {
      case SCAN:
        scan();
        break;
      case DELETIONS:
        collectDeletions();
        break;
      case COLLECT:
        collect();
        break;
      case TILE:
        tile();
        break;
      case ENCODE:
        encode();
        break;
      case REST:
        writeRest();
        break;
      default:
        throw new IllegalStateException("the bite is done");
    }
  }

  private void scan() {
    if (piece == source.pieces()) {
      sample.end();
      planBlock();
      beginPart();
      return;
    }
    PackedPage page = source.turnTo(piece);
    long least = Long.MAX_VALUE;
    long most = Long.MIN_VALUE;
    for (int i = 0; i < page.count(); i++) {
      page.rectangle(i, box);
      long key = key();
      least = Math.min(least, key);
      most = Math.max(most, key);
      if (!page.isDeletion(i)) {
        sample.note(key);
      }
    }
    source.note(piece, least, most);
    piece++;
  }

  private long key() {
    return line.value(box[0], box[1], box[2], box[3]);
  }

  // Blocks and parts

  /** Decides where the block ends that begins with the next part. */
  private void planBlock() {
    if (skipped > 0) {
      blockEnd = from + 1; // blocks of one key have an interval of their own
      return;
    }
    double pages = workspace.pages(sample.between(from, hi));
    int blocks = (int) Math.ceil(pages / (workspace.blockPages() - SPARE_PAGES));
    blockEnd = blocks <= 1 ? hi : sample.divide(from, hi, 1.0 / blocks);
  }

  private void beginPart() {
    double parts = sample.between(from, blockEnd) / (double) workspace.plannedPart();
    double share = parts < 2 ? 0.5 : 1 / parts;
    to = parts <= 1 ? blockEnd : sample.divide(from, blockEnd, share);
    limit = Integer.MAX_VALUE;
    startCollecting();
  }

  private void startCollecting() {
    gone.clear();
    part.clear();
    toSkip = skipped;
    cut = false;
    piece = 0;
    state = DELETIONS;
  }

  /** Takes fewer entries than those of the part, and starts over. */
  private void shrinkPart() {
    if (to - from == 1) {
      limit = Math.max(1, part.size() / 2);
    } else {
      long fewer = sample.divide(from, to, SMALLER);
      to = fewer < to ? fewer : Math.max(from + 1, Math.min(to - 1, medianKey()));
    }
    startCollecting();
  }

  /** Returns about the median of the keys of what is collected. */
  private long medianKey() {
    int count = Math.min(MEDIAN_OF, part.size());
    long[] keys = new long[count];
    for (int i = 0; i < count; i++) {
      int at = (int) ((long) part.size() * i / count);
      keys[i] = partKey(at);
    }
    Arrays.sort(keys);
    return keys[count / 2];
  }

  // Collecting

  private void collectDeletions() {
    while (piece < source.chunks()
        && !(source.hasDeletions(piece) && source.mayHold(piece, from, to))) {
      piece++;
    }
    if (piece == source.chunks()) {
      piece = 0;
      state = COLLECT;
      return;
    }
    PackedPage chunk = source.turnTo(piece);
    for (int i = 0; i < chunk.count(); i++) {
      if (chunk.isDeletion(i)) {
        chunk.rectangle(i, box);
        long key = key();
        if (key >= from && key < to) {
          gone.add(chunk.id(i), box[0], box[1], box[2], box[3]);
        }
      }
    }
    piece++;
  }

  private void collect() {
    while (piece < source.pieces() && !source.mayHold(piece, from, to)) {
      piece++;
    }
    if (piece == source.pieces()) {
      state = TILE;
      return;
    }
    boolean stored = piece >= source.chunks();
    PackedPage page = source.turnTo(piece++);
    for (int i = 0; i < page.count(); i++) {
      if (page.isDeletion(i)) {
        continue;
      }
      page.rectangle(i, box);
      long key = key();
      if (key < from || key >= to || stored && isGone(page.id(i))) {
        continue;
      }
      if (key == from && toSkip > 0) {
        toSkip--;
      } else if (!take(page.id(i))) {
        return;
      }
    }
  }

  private boolean isGone(long id) {
    return gone.takes(id, box[0], box[1], box[2], box[3]);
  }

  /** Takes an entry into the part; false if the part is full, or has to be collected anew. */
  private boolean take(long id) {
    if (part.holdsOnlyPoints() && !(box[0] == box[2] && box[1] == box[3])) {
      workspace.noteBoxes();
      part = new EntryColumns(workspace.capacity(), false);
      part.add(0, id, box[0], box[1], box[2], box[3], false); // sides of their own from now on
      startCollecting();
      return false;
    }
    int most = Math.min(part.capacity(), limit);
    if (part.size() < most) {
      part.add(0, id, box[0], box[1], box[2], box[3], false);
      return true;
    }
    if (to - from == 1) {
      cut = true;
      state = TILE;
    } else {
      shrinkPart();
    }
    return false;
  }

  // Writing

  /**
   * Takes no more entries than those of whole pages, if others of the block follow: pages are full
   * then.
   */
  private void trimPart() {
    int size = part.size();
    double pages = ROUNDED_UP * builder.estimatedPages(part, 0, size);
    int whole = (int) (pages + NEARLY_FULL);
    if (whole == 0 || pages <= whole) {
      return;
    }
    int count = (int) (size * (whole / pages));
    long boundary = keyBehind(count);
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (partKey(i) < boundary) {
        part.swap(i, kept++);
      }
    }
    if (kept > 0) {
      part.truncate(kept);
      to = boundary;
    }
  }

  private long partKey(int i) {
    return line.value(part.minX(i), part.minY(i), part.maxX(i), part.maxY(i));
  }

  /**
   * Returns a key with about a number of the part's entries below it, and no more: by counting them
   * in equal spans of keys, so that no room for keys is needed.
   *
   * @param count less than there are
   */
  private long keyBehind(int count) {
    long low = from;
    long high = to;
    int below = 0;
    while (high - low > 1 && count - below > NEAR) {
      long width = (high - low + spans.length - 1) / spans.length;
      Arrays.fill(spans, 0);
      for (int i = 0; i < part.size(); i++) {
        long key = partKey(i);
        if (key >= low && key < high) {
          spans[(int) ((key - low) / width)]++;
        }
      }
      int span = 0;
      while (below + spans[span] <= count) {
        below += spans[span++];
      }
      low += span * width;
      high = Math.min(high, low + width);
    }
    return low;
  }

  private void tile() {
    if (part.size() >= NOTED_PART) {
      double pages = builder.estimatedPages(part, 0, part.size());
      workspace.notePart(part.size() / pages, builder.measuredBytes());
    }
    if (to < blockEnd && !cut && gone.isEmpty()) {
      trimPart();
    }
    if (part.size() == 0) {
      finishPart();
    } else if (builder.add(part, 0, part.size())) {
      blockEntries += part.size();
      state = ENCODE;
    } else if (blockEntries == 0) {
      shrinkPart();
    } else {
      endBlock();
    }
  }

  private void encode() {
    if (writer == null) {
      writer = store.newBlock();
    }
    builder.encode(writer::append);
    if (!builder.hasPage()) {
      finishPart();
    }
  }

  /** Goes on to the part behind. */
  private void finishPart() {
    if (cut) {
      skipped += part.size();
    } else {
      from = to;
      skipped = 0;
      lost += gone.left();
    }
    part.clear();
    boolean ends = from >= blockEnd;
    if (ends && blockEntries > 0) {
      endBlock();
    } else if (from == hi) {
      state = DONE;
    } else {
      if (ends) {
        planBlock(); // nothing was left of the block
      }
      beginPart();
    }
  }

  /** Ends the block before the next part. */
  private void endBlock() {
    builder.end(intervalStart, skipped > 0 ? from + 1 : from);
    state = REST;
  }

  private void writeRest() {
    if (!builder.appendRest(writer::append)) {
      return;
    }
    Block block = writer.seal();
    writer = null;
    added.add(block);
    middle.block(new StoredBlock(block, blockEntries, builder.fences()));
    workspace.noteBlock(block.pages() - 1, blockEntries);
    blockEntries = 0;
    if (from == hi) {
      state = DONE;
      return;
    }
    if (skipped == 0) {
      middle.interval(from);
      intervalStart = from;
    }
    builder.begin();
    planBlock();
    if (part.size() > 0 && skipped == 0) {
      blockEnd = Math.max(blockEnd, to);
      state = TILE; // the part that did not fit the block before
    } else {
      beginPart();
    }
  }

  // The result

  /** Returns the intervals of the new blocks, from the bite's start on. */
  Directory middle() {
    return middle.build();
  }

  /** Returns the new blocks. */
  Block[] added() {
    return added.toArray(new Block[0]);
  }

  /** Returns the deletions that found no entry. */
  long lost() {
    return lost;
  }

  /** Returns the bytes of memory that the bite holds now. */
  long bytes() {
    long lists = (long) spans.length * Integer.BYTES + sample.bytes() + gone.bytes();
    return part.bytes() + builder.bytes() + source.bytes() + lists;
  }

  /** Gives the block that is being written back; those written before are named by no edit. */
  @Override
  public void close() {
    if (writer != null) {
      writer.close();
      writer = null;
    }
  }
}

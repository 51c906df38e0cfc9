package org.flashgrove.indexes.grove;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.indexes.bulk.KeySorter;
import org.flashgrove.indexes.packed.EntryColumns;

/**
 * Makes bites: merges the buffered changes of some neighbouring intervals with their blocks into
 * new blocks, all at once.
 */
final class BiteMaker {
  private final GroveContent content;
  private final ComponentStore store;
  private final Line line;
  private final Packer packer;
  private final BiteChoice choice;
  private final BlockWriting writing;
  private final BlockReader reader;
  private final EntryColumns merged;
  private final Antimatter gone = new Antimatter();
  private final Frames frames = new Frames();
  private long bites;
  private long mostScratch;
  private long dropped;
  private boolean running;

  BiteMaker(GroveContent content, ComponentStore store, GroveConfig config, Packer packer) {
    this.content = content;
    this.store = store;
    line = config.line();
    this.packer = packer;
    merged = packer.scratch();
    choice = new BiteChoice(config, store);
    writing = new BlockWriting(store, config);
    reader = new BlockReader(store);
  }

  /** Returns the bytes of the block being built, which the memory is charged with. */
  long workspaceBytes() {
    return writing.bytes();
  }

  /** Returns the bytes of the block being built while a bite runs, else nothing. */
  long heldBytes() {
    return running ? writing.bytes() : 0;
  }

  /**
   * Returns the most bytes of entries being merged, and of pages read for that, which no memory is
   * charged.
   */
  long mostScratchBytes() {
    return mostScratch;
  }

  /** Returns the bites made. */
  long bites() {
    return bites;
  }

  /** Returns the deletions that found no entry, of all bites. */
  long dropped() {
    return dropped;
  }

  /** Makes the bite that is worth most; there are changes in the buffer. */
  void bite() {
    running = true;
    content.lend(0);
    try {
      choose();
    } finally {
      running = false;
    }
  }

  private void choose() {
    Partition partition = content.partition();
    choice.choose(partition);
    long lo = choice.lo();
    long hi = choice.hi();
    merge(partition, lo, hi);
    long lost = gone.left();
    Directory.Builder inside = new Directory.Builder().interval(lo);
    Block[] added = writing.write(merged, lo, hi, inside).toArray(new Block[0]);
    List<Block> retired = new ArrayList<>();
    partition.directory().visit(lo, hi, block -> retired.add(block.block()));
    publish(lo, hi, inside.build(), added, retired.toArray(new Block[0]), lost);
    bites++;
    dropped += lost;
    mostScratch = Math.max(mostScratch, merged.bytes() + reader.bytes());
  }

  private void publish(
      long lo, long hi, Directory middle, Block[] added, Block[] retired, long more) {
    frames.clear().add(lo).add(hi).add(content.newest()).add(more).addLine(line);
    frames.addIntervals(middle);
    store.edit(
        frames.words(),
        frames.length(),
        added,
        retired,
        () -> content.publish(lo, hi, middle, more));
  }

  /** Collects what blocks and buffer hold of [lo, hi), without what is gone. */
  private void merge(Partition partition, long lo, long hi) {
    merged.clear();
    gone.clear();
    for (int i = partition.firstFrom(lo); i < partition.firstFrom(hi); i++) {
      packer.collect(partition.buffer(i).state(), 0, merged);
    }
    int kept = 0;
    for (int i = 0; i < merged.size(); i++) {
      if (merged.isDeletion(i)) {
        gone.add(merged.id(i), merged.minX(i), merged.minY(i), merged.maxX(i), merged.maxY(i));
      } else {
        if (kept < i) {
          merged.copy(i, kept);
        }
        kept++;
      }
    }
    merged.truncate(kept);
    partition.directory().visit(lo, hi, this::mergeBlock);
  }

  private void mergeBlock(StoredBlock block) {
    int start = merged.size();
    reader.appendAll(block, merged);
    int kept = start;
    for (int i = start; i < merged.size(); i++) {
      double x1 = merged.minX(i);
      double y1 = merged.minY(i);
      double x2 = merged.maxX(i);
      double y2 = merged.maxY(i);
      if (!gone.takes(merged.id(i), x1, y1, x2, y2)) {
        if (kept < i) {
          merged.copy(i, kept);
        }
        merged.setKey(kept++, line.value(x1, y1, x2, y2));
      }
    }
    merged.truncate(kept);
  }

  /** Fills the grove, which is empty, with sorted entries. */
  void load(KeySorter source) {
    BulkFill fill = new BulkFill(line, merged, writing, source);
    Directory all = fill.write();
    publish(0, Line.END, all, fill.added(), new Block[0], source.total());
  }
}

package org.flashgrove.lsm.merge;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.core.component.BlockWriter;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.grove.block.BlockBuilder;
import org.flashgrove.grove.block.BlockForm;
import org.flashgrove.grove.columns.EntryColumns;
import org.flashgrove.grove.fence.StoredBlock;

/**
 * Writes components. The caller passes records in order, in batches of a few pages, which are
 * called parts. The writer puts the records of each part into blocks, and writes one page per step.
 */
public final class ComponentWriter {
  /**
   * Maximum number of pages that the records of a part should fill. A part is a batch of records
   * that the writer receives.
   */
  private static final int PART_PAGES = 4;

  /**
   * Planned degree to which a batch of records fills its pages. It is less than 1, so that a batch
   * seldom needs another page.
   */
  private static final double PART_FILL = 0.98;

  private static final int FIRST_RECORD_BYTES = 24;

  /** Factor between the sizes of components whose blocks have different levels on the device. */
  private static final int GROWTH = 4;

  private final ComponentStore store;
  private final BlockForm form;
  private final BlockBuilder builder;
  private final EntryColumns part;
  private final List<StoredBlock> blocks = new ArrayList<>();
  private final List<StoredComponent> made = new ArrayList<>();
  private final int mostPart;
  private final long flushBytes;
  private int level; // of the blocks, for the device
  private BlockWriter block;
  private BlockWriter spare; // the next block, if it was allocated in advance
  private long firstKey;
  private long lastKey;
  private int blockRecords;
  private long records;
  private long deletions;
  private boolean ending; // whether the last pages of the block are being written
  private int handed; // number of records of the part that were added to the block
  private boolean encoding; // whether the pages of these records are being written
  private double pageRecords;
  private long pages;

  /**
   * Creates a writer.
   *
   * @param partBytes approximate maximum size, in bytes, of the records of a part, which is a batch
   *     that the writer receives at a time
   */
  public ComponentWriter(ComponentStore store, LsmConfig config, long partBytes) {
    this.store = store;
    flushBytes = config.memory();
    form = config.form(store);
    builder = BlockBuilder.ordered(form, config.plain());
    part = new EntryColumns(64, true);
    long bytes = EntryColumns.RECTANGLE_BYTES + Long.BYTES;
    pageRecords = Math.max(1, form.contentBytes() / FIRST_RECORD_BYTES);
    mostPart = (int) Math.max(64, Math.min(1 << 16, partBytes / bytes));
  }

  /**
   * Tells the device how soon the new components will be merged. If a policy merges components of
   * one level, the larger components last longer. Call it before records are added.
   *
   * @param newLevel level of the new components
   * @param pages approximate number of pages of the merged components; 0 for a flush
   */
  void expect(int newLevel, long pages) {
    level = newLevel;
    if (newLevel == 0 && pages > 0) {
      level = 1;
      for (long bytes = pages * store.pageSize(); bytes >= GROWTH * flushBytes; bytes /= GROWTH) {
        level++;
      }
    }
  }

  /**
   * Returns the current batch of records. The caller adds records to it, and the writer empties it
   * after writing them to blocks.
   */
  EntryColumns part() {
    return part;
  }

  /** Returns the maximum number of records that the caller should add to {@link #part}. */
  int partRoom() {
    int pagesLeft = form.contentPages() - (block == null ? 0 : builder.contentPages());
    int wanted = Math.max(1, Math.min(PART_PAGES, pagesLeft));
    return (int) Math.max(1, Math.min(mostPart, PART_FILL * wanted * pageRecords));
  }

  /**
   * Returns the number of records of the component being written, including records still in {@link
   * #part}.
   */
  long records() {
    return records + part.size() - handed;
  }

  /** Returns whether a page is ready to be written. */
  boolean isBusy() {
    return ending || encoding;
  }

  /** Writes the next page. */
  void step() {
    if (ending) {
      appendRest();
    } else if (builder.hasPage()) {
      builder.encode(block::append);
      pages++;
      if (!builder.hasPage()) {
        encoding = false;
        if (handed < part.size()) {
          addPart();
        } else {
          part.clear();
          handed = 0;
        }
      }
    }
  }

  private void appendRest() {
    pages++;
    if (builder.appendRest(block::append)) {
      blocks.add(StoredBlock.of(block.seal(), blockRecords, builder.fences()));
      block.close();
      block = null;
      ending = false;
      addPart();
    }
  }

  /** Returns whether the next step may have to allocate a block. */
  boolean needsBlock() {
    return spare == null && (block == null || ending);
  }

  /** Allocates the block that the next step may need. The caller must hold the store lock. */
  void takeBlock() {
    spare = store.newBlock(level);
  }

  /**
   * Adds records of {@link #part} to the current block, as many as fit. {@link #step} writes the
   * pages of these records later.
   */
  void addPart() {
    if (handed == part.size()) {
      return;
    }
    if (block == null) {
      block = spare == null ? store.newBlock(level) : spare;
      spare = null;
      builder.begin();
      blockRecords = 0;
      firstKey = part.key(handed);
    }
    int from = handed;
    int to = part.size();
    double estimate = builder.estimatedPages(part, from, to);
    if (estimate > 0.5) {
      pageRecords = (to - from) / estimate;
    }
    while (!addTo(from, to)) {
      if (blockRecords > 0) {
        endBlock();
        return;
      }
      to = from + (to - from) / 2; // the records did not fit in a block
    }
    encoding = true;
  }

  private boolean addTo(int from, int to) {
    if (builder.contentPages() == form.contentPages() || !builder.add(part, from, to)) {
      return false;
    }
    lastKey = part.key(to - 1);
    blockRecords += to - from;
    records += to - from;
    for (int i = from; i < to; i++) {
      deletions += part.isDeletion(i) ? 1 : 0;
    }
    handed = to;
    return true;
  }

  private void endBlock() {
    builder.end(firstKey, lastKey);
    ending = true;
  }

  /**
   * Ends the component if all its pages are written. Otherwise prepares remaining pages, which
   * {@link #step} writes.
   *
   * @param level level of the component
   * @return whether the component has ended
   */
  boolean endComponent(int level) {
    if (isBusy()) {
      return false;
    }
    if (part.size() > 0) {
      addPart();
      return false;
    }
    if (block != null) {
      endBlock();
      return false;
    }
    if (!blocks.isEmpty()) {
      made.add(new StoredComponent(level, records, deletions, blocks.toArray(new StoredBlock[0])));
      blocks.clear();
      records = 0;
      deletions = 0;
    }
    return true;
  }

  /** Returns the components that are complete. */
  List<StoredComponent> made() {
    return made;
  }

  long pages() {
    return pages;
  }

  public long bytes() {
    return builder.bytes() + part.bytes();
  }

  /** Releases the block that is not complete, and a block that was allocated in advance. */
  void close() {
    if (block != null) {
      block.close();
      block = null;
    }
    if (spare != null) {
      spare.close();
      spare = null;
    }
  }
}

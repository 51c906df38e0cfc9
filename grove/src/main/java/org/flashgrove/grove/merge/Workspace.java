package org.flashgrove.grove.merge;

import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.grove.block.BlockForm;
import org.flashgrove.grove.columns.EntryColumns;
import org.flashgrove.grove.config.GroveConfig;
import org.flashgrove.grove.config.MergeDesign;

/**
 * Estimates the memory of a merge from earlier merges: the entries decoded at a time and how full
 * pages become.
 */
final class Workspace {
  /**
   * Part of the memory for decoded entries of a merge: with more, cells are larger, old pages meet
   * fewer of them, and windows need fewer pages; with less, the write buffer is larger, which
   * counts where there are many entries on flash for each in it.
   */
  private static final double PART = 13 / 64.0;

  /**
   * Share of memory in a grove with two levels of blocks, where many entries belong to each
   * buffered change.
   */
  private static final double PART_OF_TWO_LEVELS = 5 / 32.0;

  /**
   * Share of memory when many buffered changes are deletions, which leave less room for entries.
   */
  private static final double PART_OF_MOVES = 1 / 8.0;

  /** Part of the memory, beside that one, for the deletions of a part. */
  private static final double DELETIONS_OF_MOVES = 1 / 64.0;

  /**
   * Part of the memory for decoded entries of a bulk load: it divides no more pages at a time by a
   * k-d tree.
   */
  private static final double LOADED_PART = 2 / 9.0;

  /** Part for them of what the merge's pages leave, if that is less: with little memory. */
  private static final int REST_PART = 4;

  /** Part of the memory for the sample of keys. */
  private static final int SAMPLE_PART = 128;

  private static final int LEAST_ENTRIES = 48;
  private static final int LEAST_SAMPLE = 64;
  private static final int MOST_SAMPLE = 512;

  /** Share of the room for entries that one part uses. */
  private static final double PLANNED = 0.93;

  /**
   * Additional entries collected beyond whole pages, so that pages are full in spite of sampling.
   */
  private static final double WHOLE_AND_MORE = 0.05;

  private static final double GUESSED_ENTRY_BYTES = 15;
  private static final double GUESSED_CELL_BYTES = 7;

  /** Pages in memory while a merge runs: one read, a residual one of it, one written. */
  private static final int PAGES = 3;

  /** Residual pages that the rows of one page of points need at most. */
  private static final int RESIDUAL_PAGES = 3;

  /** Pages of a block from which on what is free on the last one does not matter. */
  private static final int MANY_PAGES = 8;

  /** Factor by which a page exceeds the size of its entries. */
  private static final double ROUNDED_UP = 1.05;

  private static final int SMALL_BYTES = 2 << 10;

  /** Part of the memory for blocks that are read whole. */
  private static final int KEPT_PART = 64;

  /** Part of the memory that a merge leaves at least. */
  private static final int LEAST_REST = 16;

  /** Part of the memory that is named as enough, which a merge leaves. */
  private static final int SPARE_ROOM = 6;

  private final BlockForm form;
  private final MergeDesign design;
  private final int tilePages;
  private final long mostPartBytes;
  private final long twoLevelPartBytes;
  private final long movesPartBytes;
  private final long movesDeletionBytes;
  private final long loadedBytes;
  private long partBytes;
  private long deletionBytes;
  private final int sampleKeys;
  private final int keptBlocks;
  private boolean boxes;
  private boolean measured;
  private double entryBytes = GUESSED_ENTRY_BYTES;
  private double entriesPerPage;
  private volatile long reserve; // changed by one thread at a time
  private final boolean keepsPart;
  private EntryColumns keptPart; // of the merge before, or null

  Workspace(GroveConfig config, ComponentStore store) {
    keepsPart = config.merges().worker();
    form = config.merges().form(store);
    design = config.merges().design();
    tilePages = config.merges().groupPages();
    int residual = form.split() ? RESIDUAL_PAGES : 0;
    long pageBytes = (long) (PAGES + residual) * form.pageSize();
    long rest = Math.max(0, config.memory() - pageBytes);
    mostPartBytes = Math.min((long) (PART * config.memory()), rest / REST_PART);
    partBytes = mostPartBytes;
    twoLevelPartBytes = Math.min((long) (PART_OF_TWO_LEVELS * config.memory()), partBytes);
    movesPartBytes = Math.min((long) (PART_OF_MOVES * config.memory()), partBytes);
    movesDeletionBytes = (long) (DELETIONS_OF_MOVES * config.memory());
    loadedBytes = Math.min((long) (LOADED_PART * config.memory()), rest / REST_PART);
    long keys = config.memory() / SAMPLE_PART / Long.BYTES;
    sampleKeys = (int) Math.max(LEAST_SAMPLE, Math.min(MOST_SAMPLE, keys));
    entriesPerPage =
        form.contentBytes() / (form.split() ? GUESSED_CELL_BYTES : GUESSED_ENTRY_BYTES);
    long fences = form.contentPages() * (40L + (form.subBoxes() > 1 ? 8L * form.subBoxes() : 0));
    long blockBytes = (long) form.contentPages() * form.pageSize();
    keptBlocks =
        (int) Math.min(config.merges().intervals(), config.memory() / KEPT_PART / blockBytes);
    reserve =
        keptBlocks * blockBytes
            + Math.max(partBytes, (long) LEAST_ENTRIES * EntryColumns.RECTANGLE_BYTES)
            + pageBytes
            + fences
            + (long) sampleKeys * Long.BYTES
            + (long) form.contentPages() / 2 * form.subBoxes() * BlockCells.BOX_BYTES
            + (long) config.merges().intervals() * form.contentPages() * MergeInput.PIECE_BYTES
            + SMALL_BYTES;
  }

  /**
   * Refuses a memory that has no room for a merge beside a write buffer.
   *
   * @param packing bytes of the room that changes are packed in
   * @throws SpecException naming about the least memory
   */
  void requireRoom(GroveConfig config, long packing) {
    long memory = config.memory();
    if (reserve + packing > memory - memory / LEAST_REST) {
      long kilobytes = (reserve + packing) * SPARE_ROOM / (SPARE_ROOM - 1) / 1024 + 1;
      throw new SpecException(
          "grove: memory="
              + memory
              + " (allowed: about "
              + kilobytes
              + "K or more with blocks of "
              + form.blockPages()
              + " pages of "
              + form.pageSize()
              + " bytes, so that a merge has room)");
    }
  }

  BlockForm form() {
    return form;
  }

  /**
   * Notes, between merges, what the next ones are like.
   *
   * @param two whether they may put blocks above others
   * @param moves whether a good part of the changes are deletions
   */
  void noteKind(boolean two, boolean moves) {
    long wanted = moves ? movesPartBytes : two ? twoLevelPartBytes : mostPartBytes;
    long deletions = moves ? movesDeletionBytes : 0;
    reserve += wanted - partBytes + deletions - deletionBytes;
    partBytes = wanted;
    deletionBytes = deletions;
  }

  /** Returns which ideas merges use. */
  MergeDesign design() {
    return design;
  }

  /** Returns the entries of a merge that have room at a time. */
  int capacity() {
    return capacity(partBytes);
  }

  private int capacity(long all) {
    int bytes = boxes ? EntryColumns.RECTANGLE_BYTES : EntryColumns.POINT_BYTES;
    bytes += design.tiled() ? 0 : Long.BYTES; // keys
    return (int) Math.max(LEAST_ENTRIES, Math.min(Integer.MAX_VALUE / 2, all / bytes));
  }

  /** Returns the entries of a bulk load that have room at a time. */
  int loadedCapacity() {
    return capacity(loadedBytes);
  }

  /** Returns the bytes that a bulk load will take, as far as is known. */
  long loadedReserve() {
    return reserve + loadedBytes - partBytes;
  }

  /** Returns the entries that a part of a bulk load shall have. */
  int loadedPart() {
    double most =
        Math.min(PLANNED * loadedCapacity(), (tilePages + WHOLE_AND_MORE) * entriesPerPage);
    double pages = Math.floor(most / entriesPerPage - WHOLE_AND_MORE);
    return (int) Math.max(1, pages < 1 ? most : (pages + WHOLE_AND_MORE) * entriesPerPage);
  }

  /**
   * Returns how many entries of a bulk load a block takes, if blocks before say so and two of them
   * at a time are little beside the memory; else 0.
   */
  int loadedBlock() {
    double entries = entries(form.contentPages());
    boolean little = 2 * entries < loadedCapacity();
    return measured && little ? (int) entries : 0;
  }

  /** Notes that there are rectangles with an extent: fewer of them have room. */
  void noteBoxes() {
    boxes = true;
  }

  /** Returns the keys of a sample. */
  int sampleKeys() {
    return sampleKeys;
  }

  /** Returns how many of a merge's blocks to read whole and keep: none where memory is short. */
  int keptBlocks() {
    return keptBlocks;
  }

  /** Returns the pages of entries that a part shall have. */
  int partPages() {
    double carried = 1 - PartialMerge.NEARLY_FULL;
    int most = (int) (PLANNED * capacity() / entriesPerPage - carried);
    return Math.max(1, Math.min(tilePages, most));
  }

  /** Returns how many entries a full page of the part before had room for. */
  double entriesPerPage() {
    return entriesPerPage;
  }

  /** Returns the pages, footer aside, that some entries will take. */
  double pages(long entries) {
    return entries * entryBytes / form.contentBytes();
  }

  /** Returns about how many entries some pages hold. */
  double entries(int pages) {
    return pages * (double) form.contentBytes() / entryBytes;
  }

  /** Returns the pages, footer aside, of a full block. */
  int blockPages() {
    return form.contentPages();
  }

  /**
   * Notes what the entries of a part take.
   *
   * @param perPage how many a full page has room for
   * @param bytes of an entry, its residual bits included
   */
  void notePart(double perPage, double bytes) {
    entriesPerPage = perPage;
    if (!measured) {
      entryBytes = ROUNDED_UP * bytes;
    }
  }

  /** Notes a block that was written. */
  void noteBlock(int contentPages, int entries) {
    if (contentPages >= MANY_PAGES) {
      entryBytes = (double) contentPages * form.contentBytes() / entries;
      measured = true;
    }
  }

  /** Notes what a merge takes. */
  void noteBytes(long bytes) {
    reserve = Math.max(reserve, bytes);
  }

  /** Returns a list without entries, with the room that a merge has for those of a part. */
  EntryColumns takePart(boolean keyed) {
    EntryColumns kept = keptPart;
    keptPart = null;
    if (kept != null && kept.capacity() == capacity()) {
      kept.clear();
      return kept;
    }
    return new EntryColumns(capacity(), keyed);
  }

  /**
   * Takes the room of a merge that is over, for the next one: where a worker merges, that comes
   * soon, and megabytes that are allocated again each time are cleared and collected each time.
   *
   * @param part not used by the merge any more
   */
  void givePartBack(EntryColumns part) {
    if (keepsPart && part.bytes() <= partBytes) { // not one made for points that took rectangles
      keptPart = part;
    }
  }

  /** Gives up the room that is kept for the next merge. */
  void dropPart() {
    keptPart = null;
  }

  /** Returns the bytes of memory of the room that is kept for the next merge. */
  long keptPartBytes() {
    return keptPart == null ? 0 : keptPart.bytes();
  }

  /** Returns the bytes that the next merge will take, as far as is known. */
  long reserve() {
    return reserve;
  }
}

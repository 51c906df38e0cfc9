package org.flashgrove.grove.merge;

import java.util.function.LongPredicate;
import java.util.function.ToLongFunction;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.grove.block.BlockForm;
import org.flashgrove.grove.columns.EntryColumns;
import org.flashgrove.grove.config.GroveConfig;
import org.flashgrove.grove.config.MergeDesign;

/**
 * Divides the memory of merges, and predicts from earlier merges how many entries fit on a page.
 */
final class Workspace {
  /**
   * Fraction of the memory that a merge uses for decoded entries. With a larger fraction, cells are
   * larger, so merges read old pages less often and search windows need fewer pages. With a smaller
   * fraction, the write buffer gets more memory. More memory for the write buffer matters when
   * blocks hold many entries for each buffered change.
   */
  private static final double PART = 13 / 64.0;

  /**
   * Fraction of the memory for decoded entries, instead of {@link #PART}, if there are two levels
   * of blocks. Blocks then hold many entries for each buffered change, so memory is worth more in
   * the write buffer.
   */
  private static final double PART_OF_TWO_LEVELS = 5 / 32.0;

  /**
   * Fraction of the memory for decoded entries, instead of {@link #PART}, if many changes are
   * deletions. A merge then also holds deletions in memory ({@link #DELETIONS_OF_MOVES}).
   */
  private static final double PART_OF_MOVES = 1 / 8.0;

  /**
   * Fraction of the memory for the deletions that a merge holds, in addition to the fraction for
   * its entries. Used only if many changes are deletions.
   */
  private static final double DELETIONS_OF_MOVES = 1 / 64.0;

  /**
   * Fraction of the memory for the decoded entries of a bulk load. The fraction also limits how
   * many pages one k-d tree arranges.
   */
  private static final double LOADED_PART = 2 / 9.0;

  /**
   * Limit on the memory for decoded entries: 1 / {@value} of the memory that remains after the page
   * frames.
   */
  private static final int REST_PART = 4;

  /**
   * Divisor of the memory of the index. The sample of the keys that a merge reads gets 1 / {@value}
   * of the memory.
   */
  private static final int SAMPLE_PART = 128;

  private static final int LEAST_ENTRIES = 48;
  private static final int LEAST_SAMPLE = 64;
  private static final int MOST_SAMPLE = 512;

  /**
   * A merge plans to fill only this fraction of the memory for decoded entries, because it only
   * estimates how many entries it will get.
   */
  private static final double PLANNED = 0.93;

  /**
   * Fraction of a page that is added to a whole number of planned pages. The last page is then full
   * even if the estimated size of entries is slightly too large.
   */
  private static final double WHOLE_AND_MORE = 0.05;

  private static final double GUESSED_ENTRY_BYTES = 15;
  private static final double GUESSED_CELL_BYTES = 7;

  /**
   * Number of page frames of a merge: one for a page that is read, one for its residual page (low
   * bits of coordinates), and one for a page that is written.
   */
  private static final int PAGES = 3;

  /** Maximum number of residual pages (low bits of coordinates) for each page of points. */
  private static final int RESIDUAL_PAGES = 3;

  /** In a block of at least this number of pages, the free space on the last page is negligible. */
  private static final int MANY_PAGES = 8;

  /**
   * Factor by which the size of a page is assumed to exceed the sum of the sizes of its entries.
   */
  private static final double ROUNDED_UP = 1.05;

  private static final int SMALL_BYTES = 2 << 10;

  /**
   * Limit on the memory for the blocks that a merge keeps completely in memory: 1 / {@value} of the
   * memory of the index.
   */
  private static final int KEPT_PART = 64;

  /**
   * A merge must leave at least 1 / {@value} of the memory of the index to its other components.
   */
  private static final int LEAST_REST = 16;

  private final BlockForm form;
  private final BlockLifetime lifetime = new BlockLifetime();
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
  private volatile long reserve; // written by one thread at a time
  private final boolean keepsPart;
  private EntryColumns keptPart; // memory of the last merge, or null

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
   * Throws an exception if the memory has no room for a merge and a write buffer.
   *
   * @param packing returns the bytes of the working memory for packing changes, for a configuration
   * @throws SpecException with the minimum memory in KiB
   */
  void requireRoom(GroveConfig config, ComponentStore store, ToLongFunction<GroveConfig> packing) {
    if (!hasRoom(config, packing)) {
      throw new SpecException(
          "grove: memory="
              + config.memory()
              + " (allowed: "
              + leastKibibytes(config, store, packing)
              + "K or more with blocks of "
              + form.blockPages()
              + " pages of "
              + form.pageSize()
              + " bytes, so that a merge has room)");
    }
  }

  private boolean hasRoom(GroveConfig config, ToLongFunction<GroveConfig> packing) {
    long memory = config.memory();
    return reserve + packing.applyAsLong(config) <= memory - memory / LEAST_REST;
  }

  /** Returns the minimum memory. The memory of the configuration must be too small. */
  private static long leastKibibytes(
      GroveConfig config, ComponentStore store, ToLongFunction<GroveConfig> packing) {
    LongPredicate fits =
        kibibytes -> {
          GroveConfig sized = config.divided(kibibytes << 10, config.besideBytes());
          return new Workspace(sized, store).hasRoom(sized, packing);
        };
    long refused = config.memory() >> 10;
    long accepted = 2 * refused;
    while (!fits.test(accepted)) {
      refused = accepted;
      accepted *= 2;
    }
    while (accepted - refused > 1) {
      long middle = (refused + accepted) / 2;
      if (fits.test(middle)) {
        accepted = middle;
      } else {
        refused = middle;
      }
    }
    return accepted;
  }

  BlockForm form() {
    return form;
  }

  /** Returns the estimate of how long new blocks last. */
  BlockLifetime lifetime() {
    return lifetime;
  }

  /**
   * Chooses how the next merges divide the memory. Called between merges.
   *
   * @param two whether merges may write two levels of blocks, with newer entries in the upper level
   * @param moves whether a large part of the changes are deletions
   */
  void noteKind(boolean two, boolean moves) {
    long wanted = moves ? movesPartBytes : two ? twoLevelPartBytes : mostPartBytes;
    long deletions = moves ? movesDeletionBytes : 0;
    reserve += wanted - partBytes + deletions - deletionBytes;
    partBytes = wanted;
    deletionBytes = deletions;
  }

  /** Returns the switches that turn off single optimizations. */
  MergeDesign design() {
    return design;
  }

  /**
   * Returns the maximum number of decoded entries of a merge. The memory limits this number. The
   * bytes of a block limit it, too: the merge arranges its decoded entries again for each block, so
   * entries for further blocks would only cost time.
   */
  int capacity() {
    return (int) Math.min(capacity(partBytes), (long) form.contentPages() * form.pageSize());
  }

  private int capacity(long all) {
    int bytes = boxes ? EntryColumns.RECTANGLE_BYTES : EntryColumns.POINT_BYTES;
    bytes += design.tiled() ? 0 : Long.BYTES; // keys
    return (int) Math.max(LEAST_ENTRIES, Math.min(Integer.MAX_VALUE / 2, all / bytes));
  }

  /** Returns the maximum number of decoded entries of a bulk load for which there is memory. */
  int loadedCapacity() {
    return capacity(loadedBytes);
  }

  /** Returns the number of heap bytes that a bulk load is expected to need. */
  long loadedReserve() {
    return reserve + loadedBytes - partBytes;
  }

  /** Returns the number of entries that a bulk load arranges in pages at a time. */
  int loadedPart() {
    double most =
        Math.min(PLANNED * loadedCapacity(), (tilePages + WHOLE_AND_MORE) * entriesPerPage);
    double pages = Math.floor(most / entriesPerPage - WHOLE_AND_MORE);
    return (int) Math.max(1, pages < 1 ? most : (pages + WHOLE_AND_MORE) * entriesPerPage);
  }

  /**
   * Returns how many entries of a bulk load fill a block. Returns 0 if this is unknown, or if
   * memory has no room for the entries of two blocks.
   */
  int loadedBlock() {
    double entries = entries(form.contentPages());
    boolean little = 2 * entries < loadedCapacity();
    return measured && little ? (int) entries : 0;
  }

  /**
   * Takes into account that some rectangles are not points. Such entries take more memory, so fewer
   * of them fit.
   */
  void noteBoxes() {
    boxes = true;
  }

  /** Returns the maximum number of keys in the sample that a merge takes of its input. */
  int sampleKeys() {
    return sampleKeys;
  }

  /**
   * Returns how many whole blocks a merge keeps in memory. Returns 0 if the memory is too small for
   * this.
   */
  int keptBlocks() {
    return keptBlocks;
  }

  /** Returns the maximum number of pages whose entries a merge decodes and arranges at a time. */
  int partPages() {
    double carried = 1 - PartialMerge.NEARLY_FULL;
    int most = (int) (PLANNED * capacity() / entriesPerPage - carried);
    return Math.max(1, Math.min(tilePages, most));
  }

  /**
   * Returns the estimated number of entries on a full page, as measured when a merge last arranged
   * entries in pages.
   */
  double entriesPerPage() {
    return entriesPerPage;
  }

  /** Returns the number of pages, without footers, that {@code entries} entries take. */
  double pages(long entries) {
    return entries * entryBytes / form.contentBytes();
  }

  /** Returns the estimated number of entries that fill {@code pages} pages. */
  double entries(int pages) {
    return pages * (double) form.contentBytes() / entryBytes;
  }

  /** Returns the number of pages in a full block without its footer. */
  int blockPages() {
    return form.contentPages();
  }

  /**
   * Saves measurements of one group of entries, from which the sizes of other groups are predicted.
   *
   * @param perPage number of entries on a full page
   * @param bytes bytes of an entry, including its low bits on residual pages
   */
  void notePart(double perPage, double bytes) {
    entriesPerPage = perPage;
    if (!measured) {
      entryBytes = ROUNDED_UP * bytes;
    }
  }

  /** Saves the size of a new block, from which the sizes of other blocks are predicted. */
  void noteBlock(int contentPages, int entries) {
    if (contentPages >= MANY_PAGES) {
      entryBytes = (double) contentPages * form.contentBytes() / entries;
      measured = true;
    }
  }

  /**
   * Raises the number of bytes reserved for merges to {@code bytes}, because a merge was found to
   * hold this many bytes. Does nothing if more is reserved already.
   */
  void noteBytes(long bytes) {
    reserve = Math.max(reserve, bytes);
  }

  /** Returns an empty list with room for the entries that a merge decodes at a time. */
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
   * Keeps the memory of a completed merge for the next merge, if a background thread runs merges.
   * The next merge then comes soon, and allocating megabytes again would cost clearing and garbage
   * collection.
   *
   * @param part list that the merge no longer uses
   */
  void givePartBack(EntryColumns part) {
    if (keepsPart
        && part.bytes()
            <= partBytes) { // does not keep a list that grew when rectangles followed points
      keptPart = part;
    }
  }

  /** Frees the memory kept for the next merge. */
  void dropPart() {
    keptPart = null;
  }

  /** Returns the heap bytes kept for the next merge. */
  long keptPartBytes() {
    return keptPart == null ? 0 : keptPart.bytes();
  }

  /** Returns the number of heap bytes reserved for a merge. */
  long reserve() {
    return reserve;
  }
}

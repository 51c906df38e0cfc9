package org.flashgrove.grove.block;

import java.util.Arrays;
import org.flashgrove.grove.columns.EntryColumns;
import org.flashgrove.grove.columns.KdTiling;
import org.flashgrove.grove.fence.BlockFences;
import org.flashgrove.grove.fence.FooterFields;
import org.flashgrove.grove.packed.PackedWriter;
import org.flashgrove.grove.packed.ResidualPosition;

/**
 * Builds blocks of packed pages, part by part. The entries of a part are tiled into pages, which
 * are encoded and passed on one by one before the next part is added, so that memory holds only the
 * entries of one part. Full residual pages are passed on at once, between pages of entries; only
 * the boxes of the pages remain in memory until a block ends.
 *
 * <p>A k-d tree divides a part's entries among its pages: it splits them by rank along the longer
 * side of the box of their centres, so that pages are as full as possible. A page whose entries do
 * not fit is divided once more. Alternatively, pages take the entries in their given order.
 *
 * <p>The caller keeps one builder and reuses it. Not safe for use by several threads.
 */
public final class BlockBuilder {
  /** Bits per entry that a page takes beyond the widths that repeated halving of its box yields. */
  private static final double ROUNDED_UP_BITS = 0.4;

  private static final int ESTIMATES = 4;

  /**
   * Number of attempts to divide the entries among one page more. After them, entries are taken as
   * they come.
   */
  private static final int TRIES = 4;

  private final BlockForm form;
  private final PackedWriter writer;
  private final boolean ordered; // entries stay in the order in which they are added
  private final ResidualPosition rows;
  private final ResidualPosition foreseenRows;
  private final FenceWriter fenceWriter;
  private final byte[] page;
  private final byte[][] residualPages; // those that are not full, or not handed over yet
  private final byte[][] spare;
  private final long pageBits;
  private int spares;

  // the block
  private int entryPages;
  private int appended; // residual pages handed over
  private BlockFences fences;

  // the part that was added last
  private EntryColumns part;
  private int start;
  private int[] pageEnds = new int[1];
  private int[] rowBits = new int[1];
  private int pages;
  private int nextPage;
  private int mostPages;
  private boolean arranged; // the entries of each page of the part stand in its runs

  /** Creates a builder of blocks of a form, whose pages are tiles of the plane. */
  public BlockBuilder(BlockForm form) {
    this(form, new PackedWriter(form.split()), false);
  }

  /**
   * Creates a builder of blocks whose entries stay in the order in which they are added, which is
   * that of the pages and of the entries on each.
   *
   * @param form not split
   * @param plain whether pages are not packed: 64 bits a column
   */
  public static BlockBuilder ordered(BlockForm form, boolean plain) {
    if (form.split()) {
      throw new IllegalArgumentException("split pages in an order (allowed: joined ones)");
    }
    return new BlockBuilder(form, plain ? PackedWriter.plain() : new PackedWriter(false), true);
  }

  /**
   * Creates a builder of blocks for a study.
   *
   * @param plain whether pages, which are not split, are not packed: 64 bits a column
   * @param ordered whether entries stay in the order in which they are added
   */
  public BlockBuilder(BlockForm form, boolean plain, boolean ordered) {
    this(form, plain ? PackedWriter.plain() : new PackedWriter(form.split()), ordered);
  }

  private BlockBuilder(BlockForm form, PackedWriter writer, boolean ordered) {
    this.form = form;
    this.writer = writer;
    this.ordered = ordered;
    rows = new ResidualPosition(form.contentBytes());
    foreseenRows = new ResidualPosition(form.contentBytes());
    page = new byte[form.pageSize()];
    fenceWriter = new FenceWriter(form, page);
    residualPages = new byte[form.contentPages()][];
    spare = new byte[form.contentPages()][];
    pageBits = PackedWriter.columnBits(form.contentBytes());
    begin();
  }

  /** Begins a block; what was added to one before is forgotten. */
  public void begin() {
    entryPages = 0;
    appended = 0;
    for (int p = 0; p < residualPages.length; p++) {
      giveBack(p);
    }
    pages = 0;
    nextPage = 0;
    fences = null;
    rows.reset();
    fenceWriter.begin();
  }

  /**
   * Adds a part to the block if it fits: entries {@code from} to {@code to - 1}, at least one,
   * tiled into pages. They are rearranged, and must not be changed until all pages of the part are
   * {@linkplain #encode encoded}; those of the part before are.
   *
   * @return whether there is room in the block; if not, the block is as it was
   */
  public boolean add(EntryColumns entries, int from, int to) {
    if (nextPage < pages) {
      throw new IllegalStateException("pages of the part before are not encoded yet");
    }
    part = entries;
    start = from;
    pages = 0;
    nextPage = 0;
    arranged = ordered;
    tile(from, to);
    foreseenRows.turnTo(rows);
    for (int p = 0; p < pages; p++) {
      foreseenRows.makeRoom(rowBits[p]);
      foreseenRows.skip(pageEnds[p] - pageStart(p), rowBits[p]);
    }
    int residual = foreseenRows.pages();
    if (entryPages + pages + residual > form.contentPages()) {
      pages = 0;
      return false;
    }
    return true;
  }

  /**
   * Arranges the entries of each page of the part that was added now, and not when the page is
   * encoded: by another thread than the one that encodes them.
   */
  public void arrange() {
    for (int p = nextPage; p < pages && !arranged; p++) {
      KdTiling.arrangeRuns(part, pageStart(p), pageEnds[p], form.subBoxes());
    }
    arranged = true;
  }

  /** Returns the pages encoded for the block so far, residual pages included and footer aside. */
  public int contentPages() {
    return entryPages + rows.pages();
  }

  /**
   * Returns the number of pages of entries for those measured last, divided among the pages that
   * this takes.
   */
  private double estimatedPages(int count) {
    double entryBits = writer.entryBits();
    if (form.split() || writer.isPlain() && !ordered) {
      return count * entryBits / pageBits; // columns are no narrower on a page
    }
    double estimate = 1;
    for (int i = 0; i < ESTIMATES; i++) {
      double saved = Math.log(Math.max(1, estimate)) / Math.log(2) - ROUNDED_UP_BITS;
      estimate = count * Math.max(Byte.SIZE, entryBits - saved) / pageBits;
    }
    return estimate;
  }

  /** Returns how many pages of entries, and what part of a further one, some entries take. */
  public double estimatedPages(EntryColumns entries, int from, int to) {
    writer.measure(entries, from, to);
    return estimatedPages(to - from);
  }

  /** Returns the bytes of an entry of those that were estimated last, residual bits included. */
  public double measuredBytes() {
    return (writer.entryBits() + writer.residualBits()) / (double) Byte.SIZE;
  }

  private void tile(int from, int to) {
    writer.measure(part, from, to);
    int wanted = (int) Math.ceil(estimatedPages(to - from));
    for (int tries = 1; ; tries++) {
      mostPages = tries < TRIES ? wanted + 1 : Integer.MAX_VALUE;
      if (divide(from, to, wanted)) {
        return;
      }
      // Pages that are a little too full would be divided again, and half full then: one more for
      // all is less.
      pages = 0;
      wanted++;
    }
  }

  /** Divides entries among some pages, or a few more; false if these are too many for this try. */
  private boolean divide(int from, int to, int wanted) {
    int share = wanted;
    if (wanted <= 1 || to - from == 1) {
      if (writer.measure(part, from, to) <= form.contentBytes()) {
        addPage(to);
        return pages <= mostPages;
      }
      share = 2;
    }
    int half = share >>> 1;
    int middle = from + (int) Math.round((double) (to - from) * half / share);
    middle = Math.max(from + 1, Math.min(to - 1, middle));
    if (!ordered) {
      KdTiling.split(part, from, to, middle);
    }
    return divide(from, middle, half) && divide(middle, to, share - half);
  }

  /** Adds a page that ends at a position, of the entries measured last. */
  private void addPage(int end) {
    if (pages == pageEnds.length) {
      pageEnds = Arrays.copyOf(pageEnds, 2 * pages);
      rowBits = Arrays.copyOf(rowBits, 2 * pages);
    }
    pageEnds[pages] = end;
    rowBits[pages] = writer.residualBits();
    pages++;
  }

  private int pageStart(int p) {
    return p == 0 ? start : pageEnds[p - 1];
  }

  /** Returns whether pages of the part added last are not encoded yet. */
  public boolean hasPage() {
    return nextPage < pages;
  }

  /**
   * Writes the next page: a full residual page if there is one, otherwise the next page of entries
   * of the last part. Rearranges the entries within that page. The first row of a page of entries
   * tells a reader how many residual pages precede it.
   */
  public void encode(PageOutput output) {
    int from = pageStart(nextPage);
    int to = pageEnds[nextPage];
    rows.makeRoom(rowBits[nextPage]);
    if (appended < rows.page()) {
      appendResidual(output);
      return;
    }
    if (!arranged) {
      KdTiling.arrangeRuns(part, from, to, form.subBoxes());
    }
    fenceWriter.page(part, from, to, entryPages + appended);
    writer.measure(part, from, to);
    foreseenRows.turnTo(rows);
    foreseenRows.skip(to - from, rowBits[nextPage]);
    for (int p = rows.page(); p < foreseenRows.pages(); p++) {
      takePage(p);
    }
    writer.encode(page, form.envelopeBytes(), page.length, rows);
    output.append(page);
    writer.encodeRows(rows, residualPages, form.envelopeBytes());
    nextPage++;
    entryPages++;
  }

  /** Sees to it that there is memory for a residual page. */
  private void takePage(int p) {
    if (residualPages[p] == null) {
      residualPages[p] = spares > 0 ? spare[--spares] : new byte[form.pageSize()];
    }
  }

  private void giveBack(int p) {
    if (residualPages[p] != null) {
      spare[spares++] = residualPages[p];
      residualPages[p] = null;
    }
  }

  private void appendResidual(PageOutput output) {
    output.append(residualPages[appended]);
    giveBack(appended++);
  }

  /**
   * Ends the block, which has at least one page of entries and none that is not encoded.
   *
   * @param lowKey least key of the interval that the block is for
   * @param highKey where the interval ends, not less: no key of the block is greater; the key
   *     itself may belong to the interval of the next block
   */
  public void end(long lowKey, long highKey) {
    end(lowKey, highKey, 0);
  }

  /**
   * Ends a block above other blocks of its interval, whose entries remain, like {@link #end}.
   *
   * @param goesOn whether the next block is of the same interval, too
   */
  public void endUpper(long lowKey, long highKey, boolean goesOn) {
    end(lowKey, highKey, FooterFields.UPPER | (goesOn ? FooterFields.GOES_ON : 0));
  }

  private void end(long lowKey, long highKey, int level) {
    if (hasPage() || entryPages == 0) {
      throw new IllegalStateException(
          entryPages == 0 ? "a block without entries" : "pages of a part are not encoded yet");
    }
    fenceWriter.end(rows.pages(), lowKey, highKey, level);
  }

  /**
   * Hands over the next page of a block that was ended: residual pages that are left, then the
   * footer.
   *
   * @return whether it was the footer: the block is complete
   */
  public boolean appendRest(PageOutput output) {
    if (appended < rows.pages()) {
      appendResidual(output);
      return false;
    }
    byte[] footer = fenceWriter.footer();
    output.append(footer);
    int at = form.envelopeBytes();
    fences = BlockFences.read(footer, at, form.pageSize(), form.subBoxes(), "a block built", 0);
    return true;
  }

  /** Returns what shall stay in memory of the block that was completed last. */
  public BlockFences fences() {
    return fences;
  }

  /**
   * Returns the heap bytes of the builder: pages in memory, boxes, and the arrays of a part's
   * pages.
   */
  public long bytes() {
    long whole = form.pageSize() + fenceWriter.bytes() + 2L * residualPages.length * Long.BYTES;
    for (byte[] residual : residualPages) {
      whole += residual == null ? 0 : residual.length;
    }
    whole += (long) spares * form.pageSize();
    return whole + 2L * pageEnds.length * Integer.BYTES;
  }
}

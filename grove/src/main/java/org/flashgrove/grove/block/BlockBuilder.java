package org.flashgrove.grove.block;

import java.util.Arrays;
import org.flashgrove.grove.columns.EntryColumns;
import org.flashgrove.grove.columns.KdTiling;
import org.flashgrove.grove.fence.BlockFences;
import org.flashgrove.grove.fence.FooterFields;
import org.flashgrove.grove.packed.PackedWriter;
import org.flashgrove.grove.packed.ResidualPosition;

/**
 * Builds blocks of packed pages from groups of entries, called parts. {@link #add} distributes the
 * entries of a part over pages. The caller then encodes these pages one by one before it adds the
 * next part. Memory therefore holds the entries of one part only, and the boxes of the pages of the
 * block. Residual pages hold the low bits of coordinates. The builder writes each residual page as
 * soon as it is full, between pages of entries.
 *
 * <p>A k-d tree distributes the entries of a part over pages. It splits them by rank along the
 * longer side of the bounding box of their centres, so that pages are as full as possible. If the
 * entries of a page do not fit, the page is split again. An {@linkplain #ordered ordered} builder
 * instead fills pages in the given order.
 *
 * <p>A builder is reused for further blocks. Not safe for use by several threads.
 */
public final class BlockBuilder {
  /**
   * Correction of an estimate. If entries are divided among several pages, each page has a smaller
   * box, so an entry takes fewer bits. Each halving of a box would save one bit, but widths are
   * rounded up to whole bits. This number of bits is therefore subtracted from the estimated
   * saving.
   */
  private static final double ROUNDED_UP_BITS = 0.4;

  private static final int ESTIMATES = 4;

  /**
   * Number of attempts to divide a group of entries among pages. Each attempt uses one page more
   * than the previous attempt. The last attempt may use any number of pages.
   */
  private static final int TRIES = 4;

  private final BlockForm form;
  private final PackedWriter writer;
  private final boolean ordered; // whether entries keep the order in which they are added
  private final ResidualPosition rows;
  private final ResidualPosition foreseenRows;
  private final FenceWriter fenceWriter;
  private final byte[] page;
  private final byte[][] residualPages; // residual pages not yet written
  private final byte[][] spare;
  private final long pageBits;
  private int spares;

  // current block
  private int entryPages;
  private int appended; // number of residual pages written
  private BlockFences fences;

  // last part added
  private EntryColumns part;
  private int start;
  private int[] pageEnds = new int[1];
  private int[] rowBits = new int[1];
  private int pages;
  private int nextPage;
  private int mostPages;
  private boolean arranged; // whether the entries of each page are already arranged in runs

  /**
   * Creates a builder that arranges entries by a k-d tree, so that each page covers a tile of the
   * plane.
   */
  public BlockBuilder(BlockForm form) {
    this(form, new PackedWriter(form.split()), false);
  }

  /**
   * Creates a builder that keeps the order in which entries are added, from page to page and within
   * each page.
   *
   * @param form layout without residual pages (low bits of coordinates)
   * @param plain whether pages store 64 bits for each value instead of packing them
   */
  public static BlockBuilder ordered(BlockForm form, boolean plain) {
    if (form.split()) {
      throw new IllegalArgumentException(
          "ordered block: the form has split pages; use a form with joined pages");
    }
    return new BlockBuilder(form, plain ? PackedWriter.plain() : new PackedWriter(false), true);
  }

  /**
   * Creates a builder for ablation studies.
   *
   * @param plain whether pages store 64 bits for each value instead of packing them; requires a
   *     form without residual pages (low bits of coordinates)
   * @param ordered whether entries keep the order in which they are added
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

  /** Starts a new block and discards an unfinished one. */
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
   * Adds entries {@code from} to {@code to - 1}, at least one, as a part of the block if they fit.
   * Reorders them into pages. The caller must not change these entries until all pages of the part
   * are {@linkplain #encode encoded}. All pages of the previous part must have been encoded.
   *
   * @return false if the part does not fit; the block is then unchanged
   */
  public boolean add(EntryColumns entries, int from, int to) {
    if (nextPage < pages) {
      throw new IllegalStateException(
          "block: pages of the previous part are not encoded yet; encode them first");
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
   * Arranges the entries that were added last, page by page, in runs, which are groups of
   * neighbouring entries. If this method is not called, {@link #encode} arranges them. A thread may
   * call this method while another thread writes a different block.
   */
  public void arrange() {
    for (int p = nextPage; p < pages && !arranged; p++) {
      KdTiling.arrangeRuns(part, pageStart(p), pageEnds[p], form.subBoxes());
    }
    arranged = true;
  }

  /**
   * Returns the number of pages encoded for the block so far, including residual pages (low bits of
   * coordinates) but not the footer.
   */
  public int contentPages() {
    return entryPages + rows.pages();
  }

  /**
   * Returns the estimated number of pages for {@code count} entries. The page writer must have
   * measured the size of these entries immediately before.
   */
  private double estimatedPages(int count) {
    double entryBits = writer.entryBits();
    if (form.split() || writer.isPlain() && !ordered) {
      return count * entryBits / pageBits; // the columns of a single page are not narrower
    }
    double estimate = 1;
    for (int i = 0; i < ESTIMATES; i++) {
      double saved = Math.log(Math.max(1, estimate)) / Math.log(2) - ROUNDED_UP_BITS;
      estimate = count * Math.max(Byte.SIZE, entryBits - saved) / pageBits;
    }
    return estimate;
  }

  /**
   * Returns the estimated number of pages for entries {@code from} to {@code to - 1}. The estimate
   * is not rounded to a whole number.
   */
  public double estimatedPages(EntryColumns entries, int from, int to) {
    writer.measure(entries, from, to);
    return estimatedPages(to - from);
  }

  /**
   * Returns the average number of bytes that an entry takes, according to the last call of {@link
   * #estimatedPages(EntryColumns, int, int)}. The result includes the bits of the entry in residual
   * pages, which hold the low bits of coordinates.
   */
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
      // If a few pages were too full, splitting each would leave half-full pages. One more page for
      // all wastes less space.
      pages = 0;
      wanted++;
    }
  }

  /**
   * Divides entries among about {@code wanted} pages. Returns false if they need more pages than
   * the current attempt allows.
   */
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

  /**
   * Adds a page with the entries that the page writer has just measured. These entries end before
   * index {@code end}.
   */
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

  /** Returns whether the group of entries that was added last still has pages to encode. */
  public boolean hasPage() {
    return nextPage < pages;
  }

  /**
   * Writes the next page: a full residual page (low bits of coordinates) if there is one, otherwise
   * the next page of entries of the part that was added last. Rearranges the entries within their
   * page. The first row of a page of entries tells a reader how many residual pages precede that
   * page.
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

  /**
   * Allocates the array of the residual page (low bits of coordinates) with index {@code p}, or
   * reuses a spare array, unless the page has an array.
   */
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
   * Ends the block. It must have at least one page of entries, and all its pages must be encoded.
   *
   * @param lowKey smallest key of the interval
   * @param highKey end of the interval, at least {@code lowKey}; no key in the block is greater,
   *     and this key itself may belong to the next interval
   */
  public void end(long lowKey, long highKey) {
    end(lowKey, highKey, 0);
  }

  /**
   * Ends a block of the upper level, like {@link #end}. Entries of an upper block are newer than
   * the entries of the lower blocks of its interval.
   *
   * @param goesOn whether the next block also belongs to this interval
   */
  public void endUpper(long lowKey, long highKey, boolean goesOn) {
    end(lowKey, highKey, FooterFields.UPPER | (goesOn ? FooterFields.GOES_ON : 0));
  }

  private void end(long lowKey, long highKey, int level) {
    if (hasPage() || entryPages == 0) {
      throw new IllegalStateException(
          entryPages == 0
              ? "block: has no entries; add entries first"
              : "block: pages of a part are not encoded yet; encode them first");
    }
    fenceWriter.end(rows.pages(), lowKey, highKey, level);
  }

  /**
   * Writes the next page of an ended block: first the residual pages (low bits of coordinates) that
   * are not written yet, then the footer.
   *
   * @return whether this page was the footer, so that the block is complete
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

  /** Returns the metadata of the last completed block, to be kept in memory. */
  public BlockFences fences() {
    return fences;
  }

  /** Returns the heap bytes of pages, boxes and working arrays. */
  public long bytes() {
    long whole = form.pageSize() + fenceWriter.bytes() + 2L * residualPages.length * Long.BYTES;
    for (byte[] residual : residualPages) {
      whole += residual == null ? 0 : residual.length;
    }
    whole += (long) spares * form.pageSize();
    return whole + 2L * pageEnds.length * Integer.BYTES;
  }
}

package org.flashgrove.indexes.component;

import java.util.Arrays;
import org.flashgrove.indexes.packed.EntryColumns;
import org.flashgrove.indexes.packed.KdTiling;
import org.flashgrove.indexes.packed.PackedWriter;
import org.flashgrove.indexes.packed.ResidualPosition;

/**
 * Makes blocks of packed pages from entries in any order: cuts them by key, tiles each block, and
 * encodes its pages and its footer.
 *
 * <p>Blocks are cut without sorting, by quickselect. A block's entries are divided among its pages
 * by a k-d tree that splits them at a rank along the longer side of their centres' box, so that
 * pages are as full as the pages of the block allow; a page whose entries do not fit is divided
 * once more.
 *
 * <p>One builder is kept by its user; it holds the residual pages of one block in memory. Not for
 * use by several threads at once.
 */
public final class BlockBuilder {
  /** What a page's entries take above the widths that halving their box again and again leaves. */
  private static final double ROUNDED_UP_BITS = 0.4;

  private static final int ESTIMATES = 4;
  private static final long FITTING = -1;

  /** How often entries are divided among one page more until they are taken as they come. */
  private static final int TRIES = 4;

  /**
   * A retry that leaves the number of pages as it is adds one block, and one more for each that
   * many blocks.
   */
  private static final int BLOCKS_PER_RETRY = 32;

  private final BlockForm form;
  private final PackedWriter writer;
  private final ResidualPosition rows;
  private final FenceWriter fences;
  private final byte[] page;
  private final byte[][] residualPages;
  private final long pageBits;

  // the plan
  private int blocks;
  private int[] cuts = new int[1];
  private int[] blockEnds = new int[1];
  private int[] firstPages = new int[2];
  private int[] blockPages = new int[1];
  private int[] pageEnds = new int[1];
  private int[] rowBits = new int[1];
  private int pages;
  private int mostPages;
  private int start;

  /** Creates a builder of blocks of a form. */
  public BlockBuilder(BlockForm form) {
    this.form = form;
    writer = new PackedWriter(form.split());
    rows = new ResidualPosition(form.contentBytes());
    fences = new FenceWriter(form);
    page = new byte[form.pageSize()];
    residualPages = new byte[form.contentPages()][];
    pageBits = PackedWriter.columnBits(form.contentBytes());
  }

  /**
   * Cuts entries {@code from} to {@code to - 1} into as few blocks as their pages need, in the
   * order of their keys, and rearranges them so: each block's entries stand together, and in it
   * each page's. Keys of a block are not greater than those of the blocks behind it. A cut falls
   * between entries of equal keys only if these alone are as many as a block's share.
   *
   * <p>Blocks get equal numbers of entries, or, where these would not fit one of them, equal
   * numbers of pages.
   *
   * @param leastBlocks how many blocks there shall be at least, if there are as many entries
   * @return number of blocks; 0 if there are no entries
   */
  public int plan(EntryColumns entries, int from, int to, int leastBlocks) {
    start = from;
    blocks = 0;
    if (from == to) {
      return 0;
    }
    writer.measure(entries, from, to);
    int contentPages = form.contentPages();
    long wanted = (estimatedPages(to - from, true) + contentPages - 1) / contentPages;
    divideEvenly(to - from, (int) Math.min(to - from, Math.max(leastBlocks, Math.max(1, wanted))));
    boolean isByPages = false;
    while (true) {
      cut(entries, from, to, 0, blocks);
      long contents = tileBlocks(entries);
      if (contents == FITTING) {
        return blocks;
      }
      // Half a page a block is left for what cuts by pages are wrong by.
      long next = Math.max(blocks, (long) Math.ceil(contents / (contentPages - 0.5)));
      if (next == blocks && isByPages) {
        next = blocks + 1L + blocks / BLOCKS_PER_RETRY;
      }
      divideByPages((int) Math.min(to - from, next), contents);
      isByPages = true;
    }
  }

  private void divideEvenly(int count, int parts) {
    blocks = parts;
    ensureBlocks();
    for (int b = 0; b < blocks; b++) {
      cuts[b] = start + (int) ((long) count * b / blocks);
    }
  }

  /** Sets cuts where the pages of the blocks planned last, taken together, are divided evenly. */
  private void divideByPages(int parts, long contents) {
    int[] positions = new int[parts];
    int block = 0;
    long before = 0;
    for (int b = 0; b < parts; b++) {
      double pagesBefore = (double) contents * b / parts;
      while (block < blocks - 1 && before + blockPages[block] - 1 <= pagesBefore) {
        before += blockPages[block] - 1;
        block++;
      }
      double part = (pagesBefore - before) / (blockPages[block] - 1);
      int first = blockStart(block);
      positions[b] = first + (int) (part * (blockStart(block + 1) - first));
    }
    blocks = parts;
    ensureBlocks();
    System.arraycopy(positions, 0, cuts, 0, parts);
  }

  /**
   * Returns the number of pages for entries as they were measured last, divided among the pages
   * that this takes.
   */
  private long estimatedPages(int count, boolean withResidualPages) {
    double entryBits = writer.entryBits();
    if (form.split() && !withResidualPages) {
      return (long) Math.ceil(count * entryBits / pageBits); // cells are no narrower on a page
    }
    double estimate = 1;
    for (int i = 0; i < ESTIMATES; i++) {
      double saved = Math.log(Math.max(1, estimate)) / Math.log(2) - ROUNDED_UP_BITS;
      double bits =
          form.split()
              ? entryBits + Math.max(0, writer.residualBits() - saved)
              : Math.max(Byte.SIZE, entryBits - saved);
      estimate = count * bits / pageBits;
    }
    return (long) Math.ceil(estimate);
  }

  private void ensureBlocks() {
    if (cuts.length < blocks) {
      cuts = new int[blocks];
      blockEnds = new int[blocks];
      blockPages = new int[blocks];
      firstPages = new int[blocks + 1];
    }
  }

  /** Divides entries from to to - 1 among blocks first to end - 1, at least one entry each. */
  private void cut(EntryColumns entries, int from, int to, int first, int end) {
    if (end - first == 1) {
      blockEnds[first] = to;
      return;
    }
    int middle = first + end >>> 1;
    int near = Math.max(from + middle - first, Math.min(to - end + middle, cuts[middle]));
    entries.selectByKey(from, to, near);
    int at = atKeyChange(entries, from, to, near, middle - first, end - middle);
    cut(entries, from, at, first, middle);
    cut(entries, at, to, middle, end);
  }

  /**
   * Returns the nearest change of keys to a cut, if one is near enough; entries of the cut's key
   * are gathered beside it.
   */
  private static int atKeyChange(
      EntryColumns entries, int from, int to, int near, int blocksBefore, int blocksBehind) {
    long key = Long.MIN_VALUE;
    for (int i = from; i < near; i++) {
      key = Math.max(key, entries.key(i));
    }
    int before = 0;
    for (int i = from; i < near; i++) {
      before += entries.key(i) == key ? 1 : 0;
    }
    int behind = 0;
    for (int i = near; i < to; i++) {
      behind += entries.key(i) == key ? 1 : 0;
    }
    int share = (to - from) / (blocksBefore + blocksBehind);
    if (behind == 0 || before + behind >= share) {
      return near;
    }
    boolean roomBefore = near - before - from >= blocksBefore;
    boolean roomBehind = to - near - behind >= blocksBehind;
    if (roomBehind && (behind <= before || !roomBefore)) {
      entries.selectByKey(near, to, near + behind);
      return near + behind;
    }
    if (roomBefore) {
      entries.selectByKey(from, near, near - before);
      return near - before;
    }
    return near;
  }

  /**
   * Divides each block's entries among pages.
   *
   * @return {@link #FITTING}, or the number of all pages, footers aside, if a block has too many
   */
  private long tileBlocks(EntryColumns entries) {
    pages = 0;
    long contents = 0;
    boolean fits = true;
    for (int b = 0; b < blocks; b++) {
      firstPages[b] = pages;
      tile(entries, blockStart(b), blockStart(b + 1));
      int entryPages = pages - firstPages[b];
      rows.reset(entryPages);
      for (int p = firstPages[b]; p < pages; p++) {
        int count = pageEnds[p] - pageStart(p);
        rows.makeRoom(rowBits[p]);
        rows.skip(count, rowBits[p]);
      }
      int contentPages = rows.page() + (rows.bit() > 0 ? 1 : 0);
      blockPages[b] = contentPages + 1;
      contents += contentPages;
      fits &= contentPages <= form.contentPages();
    }
    firstPages[blocks] = pages;
    return fits ? FITTING : contents;
  }

  private void tile(EntryColumns entries, int from, int to) {
    writer.measure(entries, from, to);
    long estimate = estimatedPages(to - from, false);
    long groups = (estimate + form.groupPages() - 1) / form.groupPages();
    cutGroups(entries, from, to, (int) Math.min(to - from, groups));
  }

  private void cutGroups(EntryColumns entries, int from, int to, int groups) {
    if (groups > 1) {
      int middle = from + (int) ((long) (to - from) * (groups >>> 1) / groups);
      entries.selectByKey(from, to, middle);
      cutGroups(entries, from, middle, groups >>> 1);
      cutGroups(entries, middle, to, groups - (groups >>> 1));
      return;
    }
    writer.measure(entries, from, to);
    int wanted = (int) estimatedPages(to - from, false);
    int firstPage = pages;
    for (int tries = 1; ; tries++) {
      mostPages = tries < TRIES ? firstPage + wanted + 1 : Integer.MAX_VALUE;
      if (divide(entries, from, to, wanted)) {
        return;
      }
      // Pages that are a little too full would be divided again, and half full then: one more for
      // all is less.
      pages = firstPage;
      wanted++;
    }
  }

  /** Divides entries among some pages, or a few more; false if these are too many for this try. */
  private boolean divide(EntryColumns entries, int from, int to, int wanted) {
    int share = wanted;
    if (wanted <= 1 || to - from == 1) {
      if (writer.measure(entries, from, to) <= form.contentBytes()) {
        addPage(to);
        return pages <= mostPages;
      }
      share = 2;
    }
    int half = share >>> 1;
    int middle = from + (int) Math.round((double) (to - from) * half / share);
    middle = Math.max(from + 1, Math.min(to - 1, middle));
    KdTiling.split(entries, from, to, middle);
    return divide(entries, from, middle, half) && divide(entries, middle, to, share - half);
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

  /**
   * Returns the position of the first entry of planned block b; for their number, the end of the
   * last.
   */
  public int blockStart(int b) {
    return b == 0 ? start : blockEnds[b - 1];
  }

  /** Returns the number of pages of planned block b, the footer included. */
  public int blockPages(int b) {
    return blockPages[b];
  }

  /**
   * Encodes planned block b: pages of entries, residual pages if the form is split, the footer.
   *
   * @param entries those that were planned, unchanged but for blocks built before; those of a page
   *     are rearranged among themselves
   * @param lowKey least key of the interval that the block is for
   * @param highKey where the interval ends, not less: no key of the block is greater; the key
   *     itself may belong to the interval of the next block
   * @return what shall stay in memory of the block
   */
  public BlockFences build(
      EntryColumns entries, int b, long lowKey, long highKey, PageOutput output) {
    int entryPages = firstPages[b + 1] - firstPages[b];
    int contentPages = blockPages[b] - 1;
    int at = form.envelopeBytes();
    fences.begin(
        entries,
        blockStart(b),
        blockStart(b + 1),
        entryPages,
        contentPages - entryPages,
        lowKey,
        highKey);
    for (int p = entryPages; p < contentPages; p++) {
      if (residualPages[p] == null) {
        residualPages[p] = new byte[form.pageSize()];
      }
    }
    rows.reset(entryPages);
    for (int p = 0; p < entryPages; p++) {
      int from = pageStart(firstPages[b] + p);
      int to = pageEnds[firstPages[b] + p];
      KdTiling.arrangeRuns(entries, from, to, form.subBoxes());
      fences.page(p, entries, from, to);
      writer.measure(entries, from, to);
      rows.makeRoom(writer.residualBits());
      writer.encode(page, at, page.length, rows);
      output.append(page);
      writer.encodeRows(rows, residualPages, at);
    }
    for (int p = entryPages; p < contentPages; p++) {
      output.append(residualPages[p]);
    }
    output.append(fences.footer());
    return BlockFences.read(
        fences.footer(), at, form.pageSize(), form.subBoxes(), "a block being built", b);
  }

  /** Returns the heap bytes of the builder: pages in memory, and the arrays of the plan. */
  public long bytes() {
    long whole = 2L * form.pageSize();
    for (byte[] residual : residualPages) {
      whole += residual == null ? 0 : residual.length;
    }
    long numbers = 3L * blockEnds.length + firstPages.length + 2L * pageEnds.length;
    return whole + numbers * Integer.BYTES;
  }
}

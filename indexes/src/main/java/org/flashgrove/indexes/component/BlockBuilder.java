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
 * <p>Blocks are cut evenly by number and without sorting, by quickselect. A block's entries are
 * divided among its pages by a k-d tree that splits them at a rank along the longer side of their
 * centres' box, so that pages are as full as the pages of the block allow; a page whose entries do
 * not fit is divided once more.
 *
 * <p>One builder is kept by its user; it holds the residual pages of one block in memory. Not for
 * use by several threads at once.
 */
public final class BlockBuilder {
  /** What a page's entries take above the widths that halving their box again and again leaves. */
  private static final double ROUNDED_UP_BITS = 0.4;

  private static final int ESTIMATES = 4;

  /** Retries add one block, and one more for as many blocks as that. */
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
  private int[] blockEnds = new int[1];
  private int[] firstPages = new int[2];
  private int[] blockPages = new int[1];
  private int[] pageEnds = new int[1];
  private int[] rowBits = new int[1];
  private int pages;
  private int start;

  /** A builder of blocks of a form. */
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
   * Cuts entries {@code from} to {@code to - 1} evenly by number into as few blocks as their pages
   * need, in the order of their keys, and rearranges them so: each block's entries stand together,
   * and in it each page's. Keys of a block are not greater than those of the blocks behind it. A
   * cut falls between entries of equal keys only if these alone are as many as a block's share.
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
    wanted = Math.max(1, Math.max(leastBlocks, wanted));
    while (true) {
      blocks = (int) Math.min(to - from, wanted);
      ensureBlocks();
      cut(entries, from, to, 0, blocks);
      if (tileBlocks(entries)) {
        return blocks;
      }
      wanted = blocks + 1L + blocks / BLOCKS_PER_RETRY;
    }
  }

  /** Pages for entries as they were measured last, divided among the pages that this takes. */
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
    if (blockEnds.length < blocks) {
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
    int even = from + (int) ((long) (to - from) * (middle - first) / (end - first));
    entries.selectByKey(from, to, even);
    int at = atKeyChange(entries, from, to, even, middle - first, end - middle);
    cut(entries, from, at, first, middle);
    cut(entries, at, to, middle, end);
  }

  /**
   * The nearest change of keys to a cut, if one is near enough; entries of the cut's key are
   * gathered beside it.
   */
  private static int atKeyChange(
      EntryColumns entries, int from, int to, int even, int blocksBefore, int blocksBehind) {
    long key = Long.MIN_VALUE;
    for (int i = from; i < even; i++) {
      key = Math.max(key, entries.key(i));
    }
    int before = 0;
    for (int i = from; i < even; i++) {
      before += entries.key(i) == key ? 1 : 0;
    }
    int behind = 0;
    for (int i = even; i < to; i++) {
      behind += entries.key(i) == key ? 1 : 0;
    }
    int share = (to - from) / (blocksBefore + blocksBehind);
    if (behind == 0 || before + behind >= share) {
      return even;
    }
    boolean roomBefore = even - before - from >= blocksBefore;
    boolean roomBehind = to - even - behind >= blocksBehind;
    if (roomBehind && (behind <= before || !roomBefore)) {
      entries.selectByKey(even, to, even + behind);
      return even + behind;
    }
    if (roomBefore) {
      entries.selectByKey(from, even, even - before);
      return even - before;
    }
    return even;
  }

  /** Divides each block's entries among pages; whether each block has room for its pages. */
  private boolean tileBlocks(EntryColumns entries) {
    pages = 0;
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
      if (contentPages > form.contentPages()) {
        return false;
      }
    }
    firstPages[blocks] = pages;
    return true;
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
    divide(entries, from, to, (int) estimatedPages(to - from, false));
  }

  private void divide(EntryColumns entries, int from, int to, int wanted) {
    int share = wanted;
    if (wanted <= 1 || to - from == 1) {
      if (writer.measure(entries, from, to) <= form.contentBytes()) {
        addPage(to);
        return;
      }
      share = 2;
    }
    int half = share >>> 1;
    int middle = from + (int) Math.round((double) (to - from) * half / share);
    middle = Math.max(from + 1, Math.min(to - 1, middle));
    KdTiling.split(entries, from, to, middle);
    divide(entries, from, middle, half);
    divide(entries, middle, to, share - half);
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

  /** Position of the first entry of planned block b; for their number, the end of the last. */
  public int blockStart(int b) {
    return b == 0 ? start : blockEnds[b - 1];
  }

  /** Pages of planned block b, the footer included. */
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

  /** Heap bytes of the builder: pages in memory, and the arrays of the plan. */
  public long bytes() {
    long whole = 2L * form.pageSize();
    for (byte[] residual : residualPages) {
      whole += residual == null ? 0 : residual.length;
    }
    long numbers = 2L * blockEnds.length + firstPages.length + 2L * pageEnds.length;
    return whole + numbers * Integer.BYTES;
  }
}

package org.flashgrove.grove.block;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.core.component.Block;
import org.flashgrove.grove.columns.EntryColumns;
import org.flashgrove.grove.fence.BlockFences;
import org.flashgrove.grove.fence.FenceScan;
import org.flashgrove.grove.fence.StoredBlock;
import org.flashgrove.grove.packed.PackedPage;

/** A block as a device would hold it, and queries of it as an index asks them. */
final class BuiltBlock {
  static final String FILE = "test.blocks";

  final BlockForm form;
  final long number;
  final byte[][] pages;
  BlockFences fences;

  private BuiltBlock(BlockForm form, long number, List<byte[]> pages, BlockFences fences) {
    this.form = form;
    this.number = number;
    this.pages = pages.toArray(new byte[0][]);
    this.fences = fences;
  }

  /**
   * Builds blocks from entries, which are sorted by their keys; intervals begin with each block's
   * least key.
   *
   * @param partEntries entries of a part at most
   */
  static List<BuiltBlock> build(BlockForm form, EntryColumns entries, int partEntries) {
    BlockBuilder builder = new BlockBuilder(form);
    entries.sort(0, entries.size());
    List<BuiltBlock> built = new ArrayList<>();
    List<byte[]> pages = new ArrayList<>();
    long low = Long.MIN_VALUE;
    int from = 0;
    int most = partEntries;
    while (from < entries.size()) {
      int to = Math.min(entries.size(), from + most);
      if (builder.add(entries, from, to)) {
        while (builder.hasPage()) {
          builder.encode(page -> pages.add(page.clone()));
        }
        assertThat(builder.contentPages()).isLessThan(form.blockPages());
        from = to;
        most = partEntries;
        continue;
      }
      entries.sort(from, to);
      if (!pages.isEmpty()) {
        built.add(end(builder, built.size(), form, pages, low, entries.key(from)));
        low = entries.key(from);
      } else {
        most = (to - from) / 2;
      }
    }
    if (!pages.isEmpty()) {
      built.add(end(builder, built.size(), form, pages, low, Long.MAX_VALUE));
    }
    return built;
  }

  private static BuiltBlock end(
      BlockBuilder builder, int number, BlockForm form, List<byte[]> pages, long low, long high) {
    builder.end(low, high);
    boolean complete = false;
    while (!complete) {
      complete = builder.appendRest(page -> pages.add(page.clone()));
    }
    BuiltBlock block = new BuiltBlock(form, number, pages, builder.fences());
    pages.clear();
    builder.begin();
    return block;
  }

  /** The fences as its footer has them. */
  BlockFences readFences(int subBoxes) {
    byte[] footer = pages[pages.length - 1];
    return BlockFences.read(footer, form.envelopeBytes(), footer.length, subBoxes, FILE, number);
  }

  /** The block as a directory holds it. */
  StoredBlock stored() {
    Block block = new Block(Block.MAX_NUMBER - number, 1L << 40, pages.length, -pages.length);
    return StoredBlock.of(block, fences.count(), fences);
  }

  /** Turns a reader to a page with all its rows. */
  void turn(PackedPage reader, int page) {
    int at = form.envelopeBytes();
    int index = fences.indexOf(page);
    reader.reset(pages[index], at, pages[index].length, number, index);
    for (int k = 0; k < reader.residualPages(); k++) {
      int residual = fences.residualIndexOf(reader, k);
      reader.attach(k, pages[residual], at, form.pageSize());
    }
  }

  /** Appends all entries. */
  void appendTo(EntryColumns entries, EntryKey key) {
    PackedPage reader = new PackedPage(FILE);
    int from = entries.size();
    for (int p = 0; p < fences.pages(); p++) {
      turn(reader, p);
      reader.appendTo(entries);
    }
    for (int i = from; i < entries.size(); i++) {
      double[] box = {entries.minX(i), entries.minY(i), entries.maxX(i), entries.maxY(i)};
      entries.setKey(i, key.of(box[0], box[1], box[2], box[3]));
    }
  }

  /**
   * Appends the entries that share a point with a window, looking at the pages and runs that the
   * fences leave.
   *
   * @return pages looked at
   */
  int search(FenceScan scan, double[] window, EntryColumns found) {
    PackedPage reader = new PackedPage(FILE);
    double[] box = new double[4];
    int read = 0;
    for (int p = scan.first(fences); p >= 0; p = scan.next()) {
      read++;
      turn(reader, p);
      reader.window(window[0], window[1], window[2], window[3]);
      reader.scan(scan.met(), scan.inside(), fences.subBoxes());
      if (reader.unsureCount() > 0) {
        reader.settle();
      }
      for (int i = 0; i < reader.count(); i++) {
        if ((reader.hits()[i >> 6] >>> i & 1) != 0) {
          reader.rectangle(i, box);
          found.setDeletion(
              found.add(0, reader.id(i), box[0], box[1], box[2], box[3]), reader.isDeletion(i));
        }
      }
    }
    return read;
  }

  /** Problems that the check finds. */
  List<String> problems(EntryKey key) {
    List<String> problems = new ArrayList<>();
    new BlockCheck(form, key, FILE).check(fences, number, pages, problems);
    return problems;
  }
}

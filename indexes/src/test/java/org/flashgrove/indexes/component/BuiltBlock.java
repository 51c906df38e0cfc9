package org.flashgrove.indexes.component;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.indexes.packed.EntryColumns;
import org.flashgrove.indexes.packed.PackedPage;

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

  /** Plans and builds blocks; intervals begin with each block's least key. */
  static List<BuiltBlock> build(BlockForm form, EntryColumns entries, int leastBlocks) {
    BlockBuilder builder = new BlockBuilder(form);
    int blocks = builder.plan(entries, 0, entries.size(), leastBlocks);
    long[] bounds = new long[blocks + 1];
    for (int b = 1; b < blocks; b++) {
      bounds[b] = Long.MAX_VALUE;
      for (int i = builder.blockStart(b); i < builder.blockStart(b + 1); i++) {
        bounds[b] = Math.min(bounds[b], entries.key(i));
      }
    }
    bounds[0] = Long.MIN_VALUE;
    bounds[blocks] = Long.MAX_VALUE;
    List<BuiltBlock> built = new ArrayList<>();
    for (int b = 0; b < blocks; b++) {
      List<byte[]> pages = new ArrayList<>();
      BlockFences fences =
          builder.build(entries, b, bounds[b], bounds[b + 1], page -> pages.add(page.clone()));
      if (pages.size() != builder.blockPages(b)) {
        throw new AssertionError(pages.size() + " pages, foreseen " + builder.blockPages(b));
      }
      built.add(new BuiltBlock(form, b, pages, fences));
    }
    return built;
  }

  /** The fences as its footer has them. */
  BlockFences readFences(int subBoxes) {
    byte[] footer = pages[pages.length - 1];
    return BlockFences.read(footer, form.envelopeBytes(), footer.length, subBoxes, FILE, number);
  }

  /** Turns a reader to a page with all its rows. */
  void turn(PackedPage reader, int page) {
    int at = form.envelopeBytes();
    reader.reset(pages[page], at, pages[page].length, number, page);
    for (int k = 0; k < reader.residualPages(); k++) {
      reader.attach(k, pages[reader.firstResidualPage() + k], at, form.pageSize());
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
      if (reader.scan(scan.met(), scan.inside(), fences.subBoxes()) > 0) {
        reader.settle();
      }
      for (int i = 0; i < reader.count(); i++) {
        if ((reader.hits()[i >> 6] >>> i & 1) != 0) {
          reader.rectangle(i, box);
          found.add(0, reader.id(i), box[0], box[1], box[2], box[3], reader.isDeletion(i));
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

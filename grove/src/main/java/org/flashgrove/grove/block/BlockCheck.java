package org.flashgrove.grove.block;

import java.util.List;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.grove.columns.KdTiling;
import org.flashgrove.grove.fence.BlockFences;
import org.flashgrove.grove.fence.FenceBoxes;
import org.flashgrove.grove.packed.PackedPage;

/**
 * Compares the pages of a block with its footer. Keys must lie in the interval of the block.
 * Entries must lie in the boxes of the block, of their page and of their run (a group of
 * neighbouring entries of a page). Each page must have as many entries as the footer states.
 */
public final class BlockCheck {
  private final BlockForm form;
  private final EntryKey key;
  private final String file;
  private final PackedPage page;
  private final double[] entry = new double[4];
  private final FenceBoxes boxes = new FenceBoxes();
  private final double[] box = new double[4];

  /**
   * Creates a check.
   *
   * @param key computes the key of an entry
   * @param file name of the file, for messages
   */
  public BlockCheck(BlockForm form, EntryKey key, String file) {
    this.form = form;
    this.key = key;
    this.file = file;
    page = new PackedPage(file);
  }

  /**
   * Checks a block.
   *
   * @param block number of the block, for messages
   * @param pages all pages of the block except the footer, by index, with the page headers of the
   *     store
   * @param problems receives one line for each kind of problem on a page; the line names the last
   *     affected entry
   */
  public void check(BlockFences fences, long block, byte[][] pages, List<String> problems) {
    for (int p = 0; p < fences.pages(); p++) {
      try {
        checkPage(fences, block, p, pages, problems);
      } catch (DamagedStoreException e) {
        problems.add(e.getMessage());
      }
    }
  }

  private void checkPage(
      BlockFences fences, long block, int p, byte[][] pages, List<String> problems) {
    String place = file + ", block " + block + ", page " + p + ": ";
    int at = form.envelopeBytes();
    int index = fences.indexOf(p);
    page.reset(pages[index], at, pages[index].length, block, index);
    for (int k = 0; k < page.residualPages(); k++) {
      byte[] rows = pages[fences.residualIndexOf(page, k)];
      page.attach(k, rows, at, rows.length);
    }
    if (page.count() != fences.count(p)) {
      problems.add(place + page.count() + " entries, " + fences.count(p) + " in the footer");
    }
    boxes.block(fences);
    boxes.page(p);
    int wrongKey = -1;
    int wrongBox = -1;
    int wrongRun = -1;
    int run = 0;
    for (int i = 0; i < page.count(); i++) {
      page.rectangle(i, entry);
      long entryKey = key.of(entry[0], entry[1], entry[2], entry[3]);
      if (entryKey < fences.lowKey() || entryKey > fences.highKey()) {
        wrongKey = i;
      }
      boxes.pageBox(p, box);
      if (!isCovered() || !isInBlock(fences)) {
        wrongBox = i;
      }
      while (KdTiling.runStart(0, page.count(), run + 1, fences.subBoxes()) <= i) {
        run++;
      }
      boxes.runBox(run, box);
      wrongRun = isCovered() ? wrongRun : i;
    }
    report(problems, place, wrongKey, "has a key outside the block's interval");
    report(problems, place, wrongBox, "is outside the box of its page or of the block");
    report(problems, place, wrongRun, "is outside the box of its run");
  }

  private static void report(List<String> problems, String place, int entry, String problem) {
    if (entry >= 0) {
      problems.add(place + "entry " + entry + " " + problem);
    }
  }

  private boolean isCovered() {
    return Rectangles.covers(
        box[0], box[1], box[2], box[3], entry[0], entry[1], entry[2], entry[3]);
  }

  private boolean isInBlock(BlockFences fences) {
    return Rectangles.covers(
        fences.minX(),
        fences.minY(),
        fences.maxX(),
        fences.maxY(),
        entry[0],
        entry[1],
        entry[2],
        entry[3]);
  }
}

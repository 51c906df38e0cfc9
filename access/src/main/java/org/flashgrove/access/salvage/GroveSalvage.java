package org.flashgrove.access.salvage;

import java.nio.file.Path;
import org.flashgrove.access.GroveStructure;
import org.flashgrove.access.Laboratory;
import org.flashgrove.access.LeafEntries;
import org.flashgrove.access.Store;
import org.flashgrove.core.component.ComponentIndex;
import org.flashgrove.indexes.bulk.BulkConfig;
import org.flashgrove.indexes.grove.Grove;
import org.flashgrove.indexes.grove.GroveLoader;
import org.flashgrove.indexes.grove.SalvagedGrove;
import org.flashgrove.indexes.rtree.RTree;
import org.flashgrove.storage.component.SalvagedBlocks;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.page.SlotReader;
import org.flashgrove.storage.salvage.SalvageLosses;
import org.flashgrove.storage.salvage.SalvagedPages;
import org.flashgrove.storage.salvage.SalvagedStore;

/** Rescues a grove from its file of blocks and from the log. */
final class GroveSalvage implements StructureSalvage {
  private final String name;
  private final SalvagedBlocks blocks;
  private final SalvagedGrove grove;
  private final SalvagedPages frames;
  private final SalvageLosses losses;
  private final int sortMemory;
  private final long mostEntries;
  private boolean isWhole;

  /**
   * Adds a grove to what is rescued of a store's files.
   *
   * @param blockFile the slots of its own file
   * @param logBytes bytes of the log
   * @param tag what binds its blocks to it
   */
  GroveSalvage(
      SalvagedStore files,
      SlotReader blockFile,
      long logBytes,
      String name,
      GroveStructure.Settings settings,
      int number,
      long tag) {
    this.name = name;
    losses = files.losses();
    int pageSize = blockFile.pageSize();
    blocks = new SalvagedBlocks(blockFile, settings.blockPages(), tag, number);
    grove = new SalvagedGrove(settings.grove(), losses::add);
    frames = files.add(number, tag);
    long bytes = blockFile.count() * pageSize + logBytes;
    long usual = Math.max(BulkConfig.LEAST_SORT_MEMORY, 4 * bytes);
    sortMemory = (int) Math.min(BulkConfig.usualSortMemory(), usual);
    mostEntries = bytes / Integer.BYTES;
  }

  @Override
  public void look() {
    frames.settle();
    frames.readLog(
        (pageId, image, version) -> {}, // it has no pages that move
        (frame, type, words, length) -> {
          ComponentIndex.Kind kind = kind(type);
          if (kind != null) {
            grove.frame(frame, kind, words, length);
          }
        });
    boolean isStartKnown = frames.log().isFromTheStart() || grove.isStartKnown();
    frames.reportLosses(isStartKnown);
    blocks.forEach(grove::block);
    isWhole = isStartKnown && frames.log().lastMissing() == 0 && grove.agrees();
  }

  private static ComponentIndex.Kind kind(int type) {
    switch (type) {
      case StoreLog.CHECKPOINT:
        return ComponentIndex.Kind.CHECKPOINT;
      case StoreLog.EDIT:
        return ComponentIndex.Kind.EDIT;
      case StoreLog.CHANGES:
        return ComponentIndex.Kind.CHANGES;
      default:
        return null; // bounds of sequences
    }
  }

  @Override
  public boolean foundAnything() {
    boolean[] any = {false};
    blocks.forEach((number, sequence, pages, last) -> any[0] = true);
    return any[0];
  }

  @Override
  public RescuedStructure rescue(Store into) {
    Grove target = Laboratory.grove(into.grove(name));
    LeafEntries entries = new LeafEntries(RTree.LAYOUT.leaf());
    RescuedEntries rescued = new RescuedEntries(target, entries, mostEntries, losses);
    long[] words = new long[entries.words()];
    Path spill = Path.of(System.getProperty("java.io.tmpdir"));
    try (GroveLoader loader = target.bulkLoader(sortMemory, spill)) {
      long met =
          grove.entries(
              isWhole,
              blocks::read,
              (block, id, minX, minY, maxX, maxY) -> {
                words[0] = id;
                words[1] = Double.doubleToRawLongBits(minX);
                words[2] = Double.doubleToRawLongBits(minY);
                words[3] = Double.doubleToRawLongBits(maxX);
                words[4] = Double.doubleToRawLongBits(maxY);
                rescued.certain(block, words, loader::add);
              });
      if (met > 0) {
        target.load(loader);
      }
    }
    rescued.finish(isWhole);
    long size = target.size();
    return new RescuedStructure(
        name,
        into.structure(name).spec(),
        size,
        isWhole ? 0 : size,
        rescued.duplicates(),
        rescued.impossible(),
        isWhole ? grove.entries() : -1,
        null);
  }
}

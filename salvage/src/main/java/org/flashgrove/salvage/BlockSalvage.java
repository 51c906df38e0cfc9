package org.flashgrove.salvage;

import java.nio.file.Path;
import org.flashgrove.access.kind.Rescue;
import org.flashgrove.access.kind.Structure;
import org.flashgrove.access.kind.StructureSalvage;
import org.flashgrove.access.structure.Internals;
import org.flashgrove.core.component.ComponentIndex;
import org.flashgrove.grove.index.BlockIndex;
import org.flashgrove.grove.index.BlockLoader;
import org.flashgrove.grove.index.SalvagedIndex;
import org.flashgrove.indexes.bulk.BulkConfig;
import org.flashgrove.indexes.rtree.RTree;
import org.flashgrove.salvage.block.SalvagedBlocks;
import org.flashgrove.salvage.entry.LeafEntries;
import org.flashgrove.salvage.entry.RescuedEntries;
import org.flashgrove.salvage.page.SalvagedPages;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.salvage.SalvageLosses;
import org.jspecify.annotations.NullUnmarked;

/**
 * Salvages a Grove index or an LSM R-tree from its log and from its file of blocks, which are
 * fixed-size groups of consecutive pages.
 */
@NullUnmarked
final class BlockSalvage implements StructureSalvage {
  private final SalvagedBlocks blocks;
  private final SalvagedIndex index;
  private final SalvagedPages frames;
  private final SalvageLosses losses;
  private final int sortMemory;
  private final long mostEntries;
  private boolean isWhole;

  /**
   * Prepares the salvage of one index.
   *
   * @param blocks the blocks of the index
   * @param frames the log frames of the index
   * @param index finds the entries in the blocks and in the log
   * @param bytes size of the blocks and of the log in bytes
   */
  BlockSalvage(
      SalvagedBlocks blocks,
      SalvagedPages frames,
      SalvagedIndex index,
      SalvageLosses losses,
      long bytes) {
    this.index = index;
    this.losses = losses;
    this.blocks = blocks;
    this.frames = frames;
    long usual = Math.max(BulkConfig.LEAST_SORT_MEMORY, 4 * bytes);
    sortMemory = (int) Math.min(BulkConfig.defaultSortMemory(), usual);
    mostEntries = bytes / Integer.BYTES;
  }

  @Override
  public void look() {
    frames.settle();
    frames.readLog(
        (frame, type, words, length) -> {
          ComponentIndex.Kind kind = kind(type);
          if (kind != null) {
            index.frame(frame, kind, words, length);
          }
        });
    boolean isStartKnown = frames.log().isFromTheStart() || index.isStartKnown();
    frames.reportLosses(isStartKnown);
    blocks.forEach(index::block);
    isWhole = isStartKnown && frames.log().lastMissing() == 0 && index.agrees();
  }

  private static ComponentIndex.Kind kind(int type) {
    return switch (type) {
      case StoreLog.CHECKPOINT_IMAGE -> ComponentIndex.Kind.CHECKPOINT_IMAGE;
      case StoreLog.EDIT -> ComponentIndex.Kind.EDIT;
      case StoreLog.CHANGES -> ComponentIndex.Kind.CHANGES;
      default -> null; // other frames contain no changes of the index
    };
  }

  @Override
  public boolean foundAnything() {
    boolean[] any = {false};
    blocks.forEach((number, sequence, pages, last) -> any[0] = true);
    return any[0];
  }

  @Override
  public Rescue rescue(Structure into) {
    BlockIndex<?> target = Internals.blocksOf(into);
    LeafEntries entries = new LeafEntries(RTree.LAYOUT.leaf());
    RescuedEntries rescued = new RescuedEntries(target, entries, mostEntries, losses);
    long[] words = new long[entries.words()];
    Path spill = Path.of(System.getProperty("java.io.tmpdir"));
    try (BlockLoader loader = target.bulkLoader(sortMemory, spill)) {
      long met =
          index.entries(
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
    return new Rescue(
        isWhole ? index.uncertain() : target.size(),
        rescued.duplicates(),
        rescued.impossible(),
        isWhole ? index.entries() : -1,
        null);
  }
}

package org.flashgrove.simulator.ftl;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.flashgrove.core.flash.FlashGeometry;
import org.flashgrove.core.replacement.LinkedKeys;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.simulator.ftl.space.FlashOperations;
import org.flashgrove.simulator.ftl.space.FtlFactory;

/**
 * Block-associative sector translation: block mapping in which some data blocks have a log block.
 * If a page's position in the data block is already programmed, the page is appended to the log
 * block of its logical block (Kim, Kim, Noh, Min and Cho, A Space-Efficient Flash Translation Layer
 * for CompactFlash Systems, IEEE Transactions on Consumer Electronics 48(2), 2002). Lee et al.
 * (2007) gave the scheme its name; Gupta et al. (2009, section 2.2) named the kinds of merges.
 *
 * <p>A full log block is merged when its logical block is written again. If another logical block
 * needs a log block and the maximum number of log blocks is in use, the least recently written log
 * block is merged. Kim et al. leave this choice open.
 */
final class Bast extends BlockMapped {
  private final FlashOperations flash;
  private final BlockConfig config;
  private final int pagesPerBlock;

  /** Log block of each logical block, or -1. */
  private final int[] logBlock;

  /** Logical blocks that have a log block, the least recently written first. */
  private final LinkedKeys logged;

  private Bast(FlashOperations flash, BlockConfig config) {
    super(flash, config);
    this.flash = flash;
    this.config = config;
    pagesPerBlock = flash.geometry().pagesPerBlock();
    logBlock = new int[BlockConfig.logicalBlocks(config.logicalPages(), pagesPerBlock)];
    Arrays.fill(logBlock, -1);
    logged = new LinkedKeys(config.logBlocks());
  }

  /**
   * Parses the keys of {@link BlockConfig}. {@code logblocks} must be at least 1.
   *
   * @throws org.flashgrove.core.spec.SpecException if a value is not allowed or leaves too few
   *     blocks
   */
  static FtlFactory configure(Spec spec, FlashGeometry geometry) {
    BlockConfig config = BlockConfig.of(spec, geometry, 1);
    return flash -> new Bast(flash, config);
  }

  @Override
  public void write(int page, Origin origin, ByteBuffer from, int offset) {
    int logicalBlock = page / pagesPerBlock;
    // a merge may create a new data block in which the place is free
    while (!blocks.writeInPlace(page, origin, from, offset)) {
      int log = logBlock[logicalBlock];
      if (log >= 0 && flash.nextIndex(log) == pagesPerBlock) {
        merge(logicalBlock, Origin.GC);
        continue;
      }
      if (log < 0) {
        log = takeLog(logicalBlock);
      }
      logged.moveToLast(logged.position(logicalBlock));
      if (blocks.append(log, page, origin, from, offset)) {
        return;
      }
      merge(logicalBlock, Origin.REFRESH);
    }
  }

  private int takeLog(int logicalBlock) {
    if (logged.size() == config.logBlocks()) {
      reclaim();
    }
    int log = blocks.takeLog(blocks.dataBlock(logicalBlock));
    logBlock[logicalBlock] = log;
    logged.addLast(logicalBlock);
    return log;
  }

  @Override
  public boolean reclaim() {
    if (logged.size() == 0) {
      return false;
    }
    merge((int) logged.key(logged.first()), Origin.GC);
    return true;
  }

  @Override
  public void merge(int logicalBlock, Origin origin) {
    int log = logBlock[logicalBlock];
    if (log < 0) {
      blocks.mergeFully(logicalBlock, origin);
      return;
    }
    logBlock[logicalBlock] = -1;
    logged.remove(logicalBlock);
    blocks.mergeLog(logicalBlock, log, origin);
  }

  @Override
  public boolean adopt(int block) {
    int logicalBlock = blocks.onlyLogicalBlock(block);
    if (logicalBlock < 0 || logBlock[logicalBlock] >= 0 || logged.size() == config.logBlocks()) {
      return false;
    }
    logBlock[logicalBlock] = block;
    logged.addLast(logicalBlock);
    return true;
  }
}

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
 * Block-associative sector translation: block mapping with a log block for each of a few data
 * blocks. A page whose place in the data block is taken goes to the log block of its logical block,
 * wherever that is filled to. Kim, Kim, Noh, Min and Cho, A Space-Efficient Flash Translation Layer
 * for CompactFlash Systems, IEEE Transactions on Consumer Electronics 48(2), 2002; the name is that
 * of Lee et al. (2007), the kinds of merges are named as by Gupta et al. (2009, section 2.2).
 *
 * <p>A log block is merged when it is full and its logical block is written again, or when another
 * logical block needs one and there are as many as there may be: then the one that was written
 * least recently goes. The paper leaves the choice open.
 */
final class Bast extends BlockMapped {
  private final FlashOperations flash;
  private final BlockConfig config;
  private final int pagesPerBlock;

  /** By logical block; -1 if it has none. */
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
   * Reads the keys of {@link BlockConfig}; {@code logblocks} from 1.
   *
   * @throws org.flashgrove.core.spec.SpecException if a value is wrong or leaves too few blocks
   */
  static FtlFactory configure(Spec spec, FlashGeometry geometry) {
    BlockConfig config = BlockConfig.of(spec, geometry, 1);
    return flash -> new Bast(flash, config);
  }

  @Override
  public void write(int page, Origin origin, ByteBuffer from, int offset) {
    int logicalBlock = page / pagesPerBlock;
    // a merge may make a new data block, in which the place is free
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

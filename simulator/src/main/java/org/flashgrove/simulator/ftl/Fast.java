package org.flashgrove.simulator.ftl;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.flashgrove.core.flash.FlashGeometry;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.simulator.ftl.space.FlashOperations;
import org.flashgrove.simulator.ftl.space.FtlFactory;

/**
 * Fully-associative sector translation: block mapping with log blocks that all data blocks share.
 * Lee, Park, Chung, Lee, Park and Song, A Log Buffer-Based Flash Translation Layer Using
 * Fully-Associative Sector Translation, ACM TECS 6(3), article 18, 2007.
 *
 * <p>A page whose place in its data block is free is programmed there. Else, if it is the first of
 * its logical block, it starts the <i>sequential log block</i> anew, after what that held was
 * merged (a switch merge if it was full, a partial merge if not); if it is the next page of the
 * logical block that owns the sequential log block, it is appended to it; every other page is
 * appended to the <i>random log blocks</i>. When these are full, the oldest is emptied by full
 * merges of all logical blocks it holds newest pages of.
 *
 * <p>Left open by the paper or different here:
 *
 * <ul>
 *   <li>a page out of order for the owner of the sequential log block ends that by a merge, as in
 *       the paper; the page itself then goes to the random log blocks;
 *   <li>a page of the victim that has a newer copy causes no merge, which is known as O-FAST;
 *   <li>a full merge of the sequential log block's owner is a partial merge of that block instead,
 *       which brings the same pages together.
 * </ul>
 */
final class Fast extends BlockMapped {
  private final FlashOperations flash;
  private final BlockConfig config;
  private final int pagesPerBlock;

  /** The oldest first; only the last may have room. */
  private final ArrayDeque<Integer> randomLogs = new ArrayDeque<>();

  private int sequentialLog = -1;
  private int owner = -1;

  private Fast(FlashOperations flash, BlockConfig config) {
    super(flash, config);
    this.flash = flash;
    this.config = config;
    pagesPerBlock = flash.geometry().pagesPerBlock();
  }

  /**
   * Reads the keys of {@link BlockConfig}; {@code logblocks} from 2, the sequential one included.
   *
   * @throws org.flashgrove.core.spec.SpecException if a value is wrong or leaves too few blocks
   */
  static FtlFactory configure(Spec spec, FlashGeometry geometry) {
    BlockConfig config = BlockConfig.of(spec, geometry, 2);
    return flash -> new Fast(flash, config);
  }

  @Override
  public void write(int page, Origin origin, ByteBuffer from, int offset) {
    int logicalBlock = page / pagesPerBlock;
    int index = page % pagesPerBlock;
    // a merge may make a new data block, in which the place is free
    while (!blocks.writeInPlace(page, origin, from, offset)) {
      int log;
      if (index == 0) {
        log = startSequential(logicalBlock);
      } else if (owner != logicalBlock) {
        log = randomLog();
      } else if (flash.nextIndex(sequentialLog) == index) {
        log = sequentialLog;
      } else {
        mergeSequential(Origin.GC);
        continue;
      }
      if (blocks.append(log, page, origin, from, offset)) {
        return;
      }
      leave(log);
    }
  }

  private int startSequential(int logicalBlock) {
    if (sequentialLog >= 0) {
      mergeSequential(Origin.GC);
    }
    sequentialLog = blocks.takeLog(blocks.dataBlock(logicalBlock));
    owner = logicalBlock;
    return sequentialLog;
  }

  private int randomLog() {
    if (!randomLogs.isEmpty() && flash.nextIndex(randomLogs.getLast()) < pagesPerBlock) {
      return randomLogs.getLast();
    }
    if (randomLogs.size() == config.logBlocks() - 1) {
      emptyOldest();
    }
    randomLogs.addLast(blocks.takeLog(-1));
    return randomLogs.getLast();
  }

  /** Gives up a log block that has failed. */
  private void leave(int log) {
    if (log == sequentialLog) {
      mergeSequential(Origin.REFRESH);
    } else {
      randomLogs.removeLast();
      blocks.empty(log, Origin.REFRESH);
    }
  }

  private void mergeSequential(Origin origin) {
    int log = sequentialLog;
    int logicalBlock = owner;
    sequentialLog = -1;
    owner = -1;
    blocks.mergeLog(logicalBlock, log, origin);
  }

  private void emptyOldest() {
    int oldest = randomLogs.removeFirst();
    blocks.empty(oldest, Origin.GC);
    blocks.release(oldest, Origin.GC);
  }

  @Override
  public boolean reclaim() {
    if (!randomLogs.isEmpty()) {
      emptyOldest();
    } else if (sequentialLog >= 0) {
      mergeSequential(Origin.GC);
    } else {
      return false;
    }
    return true;
  }

  @Override
  public void merge(int logicalBlock, Origin origin) {
    if (logicalBlock == owner) {
      mergeSequential(origin);
    } else {
      blocks.mergeFully(logicalBlock, origin);
    }
  }

  @Override
  public boolean adopt(int block) {
    int logicalBlock = blocks.onlyLogicalBlock(block);
    if (sequentialLog < 0 && logicalBlock >= 0 && blocks.isInOrder(logicalBlock, block)) {
      sequentialLog = block;
      owner = logicalBlock;
      return true;
    }
    if (randomLogs.size() == config.logBlocks() - 1) {
      return false;
    }
    randomLogs.addLast(block);
    return true;
  }
}

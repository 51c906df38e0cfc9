package org.flashgrove.simulator.ftl;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.flashgrove.core.flash.FlashGeometry;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.simulator.ftl.space.FlashOperations;
import org.flashgrove.simulator.ftl.space.FtlFactory;

/**
 * Fully-associative sector translation: block mapping with log blocks that all data blocks share
 * (Lee, Park, Chung, Lee, Park and Song, A Log Buffer-Based Flash Translation Layer Using
 * Fully-Associative Sector Translation, ACM TECS 6(3), article 18, 2007).
 *
 * <p>If a page's position in its data block is still erased, the page is programmed there.
 * Otherwise:
 *
 * <ul>
 *   <li>The first page of a logical block starts a new <i>sequential log block</i>, after the
 *       content of the old one was merged (a switch merge if it was full, otherwise a partial
 *       merge).
 *   <li>The next page of the logical block that owns the sequential log block is appended to that
 *       log block.
 *   <li>Every other page is appended to the <i>random log blocks</i>. When these are full, the
 *       oldest random log block is emptied by full merges of all logical blocks that have valid
 *       pages in it.
 * </ul>
 *
 * <p>Details that the paper leaves open, or in which this class differs from the paper:
 *
 * <ul>
 *   <li>If the logical block that owns the sequential log block gets a page out of order, the
 *       sequential log block is merged, as in the paper. The page then goes to the random log
 *       blocks.
 *   <li>If a page in the oldest log block is outdated, because a newer copy of the page is
 *       elsewhere, its logical block is not merged. This variant is known as O-FAST.
 *   <li>The paper merges the owner of the sequential log block by a full merge. This class uses a
 *       partial merge with that log block, which combines the same pages.
 * </ul>
 */
final class Fast extends BlockMapped {
  private final FlashOperations flash;
  private final BlockConfig config;
  private final int pagesPerBlock;

  /** Random log blocks, the oldest first. Only the last one may have free pages. */
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
   * Parses the keys of {@link BlockConfig}. {@code logblocks} must be at least 2 and includes the
   * sequential log block.
   *
   * @throws org.flashgrove.core.spec.SpecException if a value is not allowed or leaves too few
   *     blocks
   */
  static FtlFactory configure(Spec spec, FlashGeometry geometry) {
    BlockConfig config = BlockConfig.of(spec, geometry, 2);
    return flash -> new Fast(flash, config);
  }

  @Override
  public void write(int page, Origin origin, ByteBuffer from, int offset) {
    int logicalBlock = page / pagesPerBlock;
    int index = page % pagesPerBlock;
    // a merge may create a new data block in which the place is free
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

  /**
   * Moves the valid pages out of a log block that has failed. The block is no longer used as a log
   * block.
   */
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

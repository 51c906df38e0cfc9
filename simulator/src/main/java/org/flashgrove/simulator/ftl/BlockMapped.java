package org.flashgrove.simulator.ftl;

import java.nio.ByteBuffer;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.simulator.ftl.space.FlashOperations;
import org.flashgrove.simulator.ftl.space.FlashTranslationLayer;

/**
 * Base class of flash translation layers that map logical blocks instead of pages. Subclasses
 * decide where to write a page whose position in its data block is already programmed.
 */
abstract class BlockMapped implements FlashTranslationLayer, LogicalBlocks.Layer {
  final LogicalBlocks blocks;

  BlockMapped(FlashOperations flash, BlockConfig config) {
    blocks = new LogicalBlocks(flash, config, this);
  }

  @Override
  public int logicalPages() {
    return blocks.logicalPages();
  }

  @Override
  public void read(int page, Origin origin, ByteBuffer into, int offset) {
    blocks.read(page, origin, into, offset);
  }

  @Override
  public void trim(int first, int count) {
    blocks.trim(first, count);
  }

  @Override
  public void flush() {
    blocks.flush();
  }

  @Override
  public boolean isNeeded(int physicalPage) {
    return blocks.isNeeded(physicalPage);
  }

  @Override
  public void recover() {
    blocks.recover();
  }
}

package org.flashgrove.simulator.ftl;

import java.nio.ByteBuffer;
import org.flashgrove.core.flash.FlashGeometry;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.simulator.ftl.space.FlashOperations;
import org.flashgrove.simulator.ftl.space.FtlFactory;

/**
 * Block mapping without logs: a logical block is mapped to one physical block, and a page has the
 * same index in both. If a page's position in the physical block is still erased, the page is
 * programmed there. Any other write copies the logical block with the new page to a free block and
 * erases the old block.
 *
 * <p>The layer follows the survey of Chung et al., A Survey of Flash Translation Layer, Journal of
 * Systems Architecture 55 (2009), and section 2 of Gupta et al., DFTL, ASPLOS 2009. The mapping is
 * Shinohara's, US patent 5,905,993 (1999).
 *
 * <p>Each page of a request is written separately, so overwriting a block of {@code n} pages in
 * order rewrites the block {@code n} times.
 */
final class BlockMapping extends BlockMapped {
  private BlockMapping(FlashOperations flash, BlockConfig config) {
    super(flash, config);
  }

  /**
   * Parses the keys of {@link BlockConfig}.
   *
   * @throws org.flashgrove.core.spec.SpecException if a value is wrong or leaves too few blocks
   */
  static FtlFactory configure(Spec spec, FlashGeometry geometry) {
    BlockConfig config = BlockConfig.of(spec, geometry, 0);
    return flash -> new BlockMapping(flash, config);
  }

  @Override
  public void write(int page, Origin origin, ByteBuffer from, int offset) {
    if (!blocks.writeInPlace(page, origin, from, offset)) {
      blocks.rewrite(page, origin, from, offset);
    }
  }

  @Override
  public boolean reclaim() {
    return false;
  }

  @Override
  public void merge(int logicalBlock, Origin origin) {
    blocks.mergeFully(logicalBlock, origin);
  }

  @Override
  public boolean adopt(int block) {
    return false;
  }
}

package org.flashgrove.grove.merge;

import org.flashgrove.core.component.Block;
import org.flashgrove.grove.curve.Directory;

/**
 * Estimates how soon a later merge will replace the blocks that a merge writes. New blocks of a
 * part of the curve are expected to last as long as the blocks that they replace. The unit of time
 * is one written block. If all intervals change equally often, a block lasts until about as many
 * blocks were written as there are blocks.
 */
final class BlockLifetime {
  /** Level of upper blocks, and of blocks that last half as long as usual or less. */
  static final int SHORT = 0;

  static final int USUAL = 1;

  /** Level of blocks that last at least twice as long as usual. */
  static final int LONG = 2;

  private static final int FACTOR = 2;

  private long newest;
  private long blocks;

  /** Records the present blocks. */
  void note(Directory directory) {
    blocks = directory.blocks();
    newest = 0;
    for (int b = 0; b < blocks; b++) {
      newest = Math.max(newest, directory.block(b).block().sequence());
    }
  }

  /** Returns the level of the blocks that a merge writes; blocks of lower levels end sooner. */
  int level(MergeInput merged) {
    return merged.isUpper() ? SHORT : level(merged.blocks());
  }

  /** Returns the level of the lower blocks that replace some blocks. */
  int level(Block[] replaced) {
    if (replaced.length == 0) {
      return USUAL;
    }
    long ages = 0;
    for (Block block : replaced) {
      ages += Math.max(0, newest - block.sequence());
    }
    double age = (double) ages / replaced.length;
    if (age * FACTOR < blocks) {
      return SHORT;
    }
    return age < FACTOR * blocks ? USUAL : LONG;
  }
}

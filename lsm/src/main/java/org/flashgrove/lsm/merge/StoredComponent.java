package org.flashgrove.lsm.merge;

import org.flashgrove.core.component.Block;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.grove.fence.BlockFences;
import org.flashgrove.grove.fence.StoredBlock;
import org.flashgrove.lsm.policy.ComponentSummary;

/**
 * Immutable component. Its blocks are in the order of their entries.
 *
 * @param level level of the component
 * @param records number of entries and deletions
 * @param deletions number of deletions
 * @param blocks blocks of the component, at least one
 */
public record StoredComponent(int level, long records, long deletions, StoredBlock[] blocks) {
  private static final int OBJECT_BYTES = 64;

  /** Returns the total number of pages of all blocks. */
  public long pages() {
    long pages = 0;
    for (StoredBlock block : blocks) {
      pages += block.block().pages();
    }
    return pages;
  }

  public Block[] blockNames() {
    Block[] names = new Block[blocks.length];
    for (int i = 0; i < names.length; i++) {
      names[i] = blocks[i].block();
    }
    return names;
  }

  /** Returns the bounding box of all records. The footers of the blocks must have been read. */
  public double[] box() {
    double[] box = {
      Double.POSITIVE_INFINITY,
      Double.POSITIVE_INFINITY,
      Double.NEGATIVE_INFINITY,
      Double.NEGATIVE_INFINITY
    };
    for (StoredBlock block : blocks) {
      BlockFences fences = block.fences();
      box[0] = Math.min(box[0], fences.minX());
      box[1] = Math.min(box[1], fences.minY());
      box[2] = Math.max(box[2], fences.maxX());
      box[3] = Math.max(box[3], fences.maxY());
    }
    return box;
  }

  public ComponentSummary summary(int pageSize) {
    double[] box = box();
    return new ComponentSummary(level, records, pages() * pageSize, box[0], box[1], box[2], box[3]);
  }

  public boolean overlaps(double[] other) {
    double[] box = box();
    return Rectangles.intersects(
        box[0], box[1], box[2], box[3], other[0], other[1], other[2], other[3]);
  }

  public long bytes() {
    long bytes = OBJECT_BYTES;
    for (StoredBlock block : blocks) {
      bytes += block.bytes();
    }
    return bytes;
  }
}

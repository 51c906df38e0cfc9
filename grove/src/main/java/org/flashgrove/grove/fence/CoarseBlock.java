package org.flashgrove.grove.fence;

import org.flashgrove.core.component.Block;

/**
 * Block with reduced metadata in a single object. Page boxes have 8 bits for each side, rounded
 * outwards. A bit set stores the positions of entry pages. The numbers of entries on single pages
 * are not kept: each page counts as having the average of the block.
 */
final class CoarseBlock extends BlockFences implements StoredBlock {
  /** Number of bits by which each side of a page box is shortened: 8 of 15 bits remain. */
  private static final int SHIFT = 7;

  private static final int SIDES = 4;
  private static final int OBJECT_BYTES = 96 + 8; // including the reference to it
  private static final int ARRAY_BYTES = 16;

  private final long places; // bit set of the entry pages of the block
  private final long sequence;
  private final int number;
  private final int checksum;
  private final int[] boxes; // 8 bits for each side

  private CoarseBlock(Block block, BlockFences from) {
    super(from);
    number = (int) block.number();
    sequence = block.sequence();
    checksum = block.checksum();
    boxes = new int[from.pages()];
    long bits = 0;
    for (int page = 0; page < boxes.length; page++) {
      bits |= 1L << from.indexOf(page);
      long sides = from.pageSides(page);
      int packed = 0;
      for (int side = 0; side < SIDES; side++) {
        long kept = sides >>> side * Short.SIZE + SHIFT & LAST_SUB_STEP;
        packed |= (int) kept << side * Byte.SIZE;
      }
      boxes[page] = packed;
    }
    places = bits;
  }

  /**
   * Returns a block with reduced metadata. Returns the same block if it has more than 64 pages, or
   * if its numbers of pages or entries contradict its footer.
   */
  static StoredBlock of(StoredBlock whole) {
    BlockFences fences = whole.fences();
    int pages = fences.pages() + fences.residualPages();
    boolean fits =
        pages <= Long.SIZE
            && pages + 1 == whole.block().pages()
            && fences.count() == whole.entries();
    return fits ? new CoarseBlock(whole.block(), fences) : whole;
  }

  @Override
  public Block block() {
    long unsigned = Integer.toUnsignedLong(number);
    return new Block(unsigned, sequence, pages() + residualPages() + 1, checksum);
  }

  @Override
  public int entries() {
    return count();
  }

  @Override
  public BlockFences fences() {
    return this;
  }

  @Override
  public int pages() {
    return boxes.length;
  }

  @Override
  public int indexOf(int page) {
    long left = places;
    for (int before = 0; before < page; before++) {
      left &= left - 1;
    }
    return Long.numberOfTrailingZeros(left);
  }

  @Override
  public int count(int page) {
    long share = count();
    return (int) (share * (page + 1) / boxes.length - share * page / boxes.length);
  }

  @Override
  public int subBoxes() {
    return 1;
  }

  @Override
  long pageSides(int page) {
    long packed = boxes[page];
    return (packed & 0xff
            | (packed & 0xff00) << 8
            | (packed & 0xff0000) << 16
            | (packed & 0xff000000L) << 24)
        << SHIFT;
  }

  @Override
  int subBoxSides(int page, int run) {
    throw new IllegalStateException("a coarse block has no boxes of runs");
  }

  @Override
  public byte[] footer() {
    throw new IllegalStateException("coarse fences do not have all that a footer says");
  }

  @Override
  public CoarseBlock withSubBoxes(int most) {
    return this;
  }

  @Override
  public CoarseBlock coarse() {
    return this;
  }

  @Override
  public boolean isCoarse() {
    return true;
  }

  @Override
  public long subBoxBytes() {
    return 0;
  }

  @Override
  public long bytes() {
    return OBJECT_BYTES + ARRAY_BYTES + ((long) boxes.length + 1 & -2) * Integer.BYTES;
  }
}

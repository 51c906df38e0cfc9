package org.flashgrove.core.flash;

/**
 * Dimensions of a flash array and the numbering of its parts.
 *
 * <p>A channel has {@code ways} dies, a die has {@code planes} planes, and a plane has {@code
 * blocksPerPlane} blocks. Parts of each kind are numbered through the whole array:
 *
 * <ul>
 *   <li>die {@code d} is on channel {@code d mod channels}, so neighbouring dies are on different
 *       channels;
 *   <li>plane {@code p} belongs to die {@code p / planes};
 *   <li>block {@code b} belongs to plane {@code b / blocksPerPlane};
 *   <li>page {@code k} of block {@code b} has the number {@code b * pagesPerBlock + k}.
 * </ul>
 *
 * @param channels number of channels, at least 1
 * @param ways dies per channel, at least 1
 * @param planes planes per die, at least 1
 * @param blocksPerPlane blocks per plane, at least 1
 * @param pagesPerBlock pages per block, at least 1
 * @param pageBytes bytes per page without its out-of-band area, at least 1
 * @param oobBytes bytes per out-of-band area, a multiple of 8, at least 16
 */
public record FlashGeometry(
    int channels,
    int ways,
    int planes,
    int blocksPerPlane,
    int pagesPerBlock,
    int pageBytes,
    int oobBytes) {

  /**
   * Throws an {@link IllegalArgumentException} if a value is not positive, {@code oobBytes} is less
   * than 16 or not a multiple of 8, or the array has more than 2^31 - 1 pages.
   */
  public FlashGeometry {
    requirePositive("channels", channels);
    requirePositive("ways", ways);
    requirePositive("planes", planes);
    requirePositive("blocksPerPlane", blocksPerPlane);
    requirePositive("pagesPerBlock", pagesPerBlock);
    requirePositive("pageBytes", pageBytes);
    if (oobBytes < 16 || oobBytes % 8 != 0) {
      throw new IllegalArgumentException(
          "oobBytes " + oobBytes + " (allowed: multiples of 8 from 16)");
    }
    double pages = (double) channels * ways * planes * blocksPerPlane * pagesPerBlock;
    if (pages > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          String.format("flash of %.0f pages (allowed: at most %d)", pages, Integer.MAX_VALUE));
    }
  }

  private static void requirePositive(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " " + value + " (allowed: 1 or more)");
    }
  }

  /** Returns the number of dies in the whole array. */
  public int dieCount() {
    return channels * ways;
  }

  /** Returns the number of planes in the whole array. */
  public int planeCount() {
    return dieCount() * planes;
  }

  /** Returns the number of blocks in the whole array. */
  public int blockCount() {
    return planeCount() * blocksPerPlane;
  }

  /** Returns the number of pages in the whole array. */
  public int pageCount() {
    return blockCount() * pagesPerBlock;
  }

  /** Returns the size of all pages in bytes, without their out-of-band areas. */
  public long sizeBytes() {
    return (long) pageCount() * pageBytes;
  }

  /**
   * Returns the number of the plane that contains a block. Planes are numbered from 0 through the
   * whole array.
   */
  public int planeOf(int block) {
    return block / blocksPerPlane;
  }

  /** Returns the die of a block. */
  public int dieOf(int block) {
    return block / blocksPerPlane / planes;
  }

  /** Returns the channel of a die. */
  public int channelOf(int die) {
    return die % channels;
  }

  /** Returns the number, in the whole array, of the page with index {@code index} in a block. */
  public int page(int block, int index) {
    return block * pagesPerBlock + index;
  }
}

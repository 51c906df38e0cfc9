package org.flashgrove.grove.config;

import java.util.Locale;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;

/**
 * Which of its ideas a grove uses: all of them, unless a study asks what one is worth. Blocks and
 * logs are read whatever design they were written with.
 *
 * @param packedPages whether pages of blocks are packed, and not of 24 bytes a point and 40 a
 *     rectangle
 * @param buffer how changes stand in the write buffer
 * @param tiled whether pages are tiles of the plane, by k-d trees, and not pieces of the curve
 * @param order which intervals are merged next
 * @param lends whether memory that is free is a cache of pages
 * @param paced whether the changes that come while a merge is under way share its work, so that
 *     none waits for all of it
 */
public record MergeDesign(
    boolean packedPages, Buffer buffer, boolean tiled, Order order, boolean lends, boolean paced) {
  /** The design as it is meant. */
  public static final MergeDesign DEFAULT =
      new MergeDesign(true, Buffer.PACKED, true, Order.GREEDY, true, true);

  /** Form of changes in the write buffer. */
  public enum Buffer {
    /** Packed; in a large memory not before much of it is used. */
    PACKED,
    /** Packed, however much memory is free. */
    EARLY,
    /** In chunks whose entries have as many bytes as pages of 24 bytes a point have. */
    PLAIN
  }

  /** Which intervals a merge takes. */
  public enum Order {
    /** Merge the intervals that take the least device time per change. */
    GREEDY,
    /** Merge the intervals that follow the last merged ones on the curve. */
    ROLLING,
    /** All. */
    ALL
  }

  /**
   * Reads {@code codec=packed,buffer=packed,tiling=kd,order=greedy,cache=on}.
   *
   * @param split whether pages are split
   * @param paced whether changes share the work of a merge
   * @throws SpecException for a word that is not allowed; the message lists what is
   */
  static MergeDesign of(Spec spec, boolean split, boolean paced) {
    boolean packedPages = spec.choice("codec", "packed", "packed", "plain").equals("packed");
    GroveConfig.require(
        packedPages || !split, "codec=plain with columns=split", "codec=plain,columns=joined");
    String buffer = spec.choice("buffer", "packed", "packed", "early", "plain");
    boolean tiled = spec.choice("tiling", "kd", "kd", "key").equals("kd");
    String order = spec.choice("order", "greedy", "greedy", "rolling", "all");
    boolean lends = spec.flag("cache", true);
    Order which = Order.valueOf(order.toUpperCase(Locale.ROOT));
    Buffer how = Buffer.valueOf(buffer.toUpperCase(Locale.ROOT));
    return new MergeDesign(packedPages, how, tiled, which, lends, paced);
  }
}

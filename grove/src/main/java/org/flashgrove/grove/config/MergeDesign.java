package org.flashgrove.grove.config;

import java.util.Locale;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;

/**
 * Switches that turn off single optimizations of Grove for ablation studies. All are on by default.
 * Any combination can read existing blocks and logs.
 *
 * @param packedPages whether pages of blocks are packed; otherwise a point takes 24 bytes and a
 *     rectangle 40
 * @param buffer form of the changes in the write buffer
 * @param tiled whether pages are tiles of a k-d tree; otherwise they are ranges of the curve
 * @param order rule that chooses the next merge
 * @param lends whether free memory is used to cache pages
 * @param paced whether a merge runs in steps during the next changes; otherwise one change waits
 *     for all of it
 */
public record MergeDesign(
    boolean packedPages, Buffer buffer, boolean tiled, Order order, boolean lends, boolean paced) {
  /** Form of changes in the write buffer. */
  public enum Buffer {
    /**
     * Changes are packed. If the memory is large, packing begins only when little of the memory is
     * free.
     */
    PACKED,
    /** Changes are always packed, however much memory is free. */
    EARLY,
    /** Changes are in chunks that are not packed, with 24 bytes for each point. */
    PLAIN
  }

  /** Rule that chooses the intervals of the next merge. */
  public enum Order {
    /** Selects the intervals whose merge takes the least device time per change. */
    GREEDY,
    /** Selects the intervals that follow the last merged ones on the curve. */
    ROLLING,
    /** Selects all intervals. */
    ALL
  }

  /**
   * Reads {@code codec=packed,buffer=packed,tiling=kd,order=greedy,cache=on}.
   *
   * @param split whether the low bits of coordinates are on separate pages
   * @param paced value of {@link #paced}
   * @throws SpecException for a value that is not allowed; the message lists the allowed values
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

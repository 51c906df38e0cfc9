package org.flashgrove.rawflash.mutree;

import org.flashgrove.core.flash.FlashGeometry;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.rawflash.mutree.buffer.ReadBuffers;
import org.flashgrove.rawflash.mutree.layout.PageLayout;

/**
 * The options of a µ-tree.
 *
 * <table>
 * <caption>Keys of the spec {@code mutree:...}</caption>
 * <tr><td>{@code k=0.5}</td><td>share that each level gets of the page space that the levels below leave, 0.0001 to 0.9999; 0.5 gives the μ-tree, other values a kμ-tree</td></tr>
 * <tr><td>{@code height=1}</td><td>initial number of levels in the page layout; with 1 the layout grows with the tree</td></tr>
 * <tr><td>{@code key=4, value=4, separator=8}</td><td>widths in bytes, see {@link EntryWidths}</td></tr>
 * <tr><td>{@code write=0}</td><td>size of the write buffer in pages; with 0 each operation is on flash when it returns</td></tr>
 * <tr><td>{@code buffer=lru-n, read=4}</td><td>the read buffer, see {@link ReadBuffers}, and its size in pages</td></tr>
 * <tr><td>{@code reserve=3}</td><td>blocks reserved for garbage collection, 3 or more</td></tr>
 * <tr><td>{@code wearthreshold=64}</td><td>wear levelling moves a rarely erased block if the most erased block has more than this many erases more</td></tr>
 * </table>
 *
 * @param k share that each level gets of the page space that the levels below leave
 * @param layoutHeight initial number of levels in the page layout
 * @param widths widths of the parts of entries
 * @param writeBufferPages size of the write buffer in pages
 * @param readBuffer name of the read buffer
 * @param readBufferPages size of the read buffer in pages
 * @param reserveBlocks number of blocks reserved for garbage collection
 * @param wearThreshold difference between the erases of two blocks that static wear levelling
 *     tolerates
 */
public record MuTreeOptions(
    double k,
    int layoutHeight,
    EntryWidths widths,
    int writeBufferPages,
    String readBuffer,
    int readBufferPages,
    int reserveBlocks,
    int wearThreshold) {
  private static final int MOST_BUFFER_PAGES = 1 << 20;

  /** Throws an {@link IllegalArgumentException} if a value is out of range. */
  public MuTreeOptions {
    if (!(k >= 0.0001 && k <= 0.9999)) {
      throw new IllegalArgumentException("k " + k + " (allowed: 0.0001 to 0.9999)");
    }
    require("layoutHeight", layoutHeight, 1, PageLayout.MAX_HEIGHT);
    require("writeBufferPages", writeBufferPages, 0, MOST_BUFFER_PAGES);
    require("readBufferPages", readBufferPages, 1, MOST_BUFFER_PAGES);
    require("reserveBlocks", reserveBlocks, 3, Integer.MAX_VALUE);
    require("wearThreshold", wearThreshold, 1, Integer.MAX_VALUE);
  }

  private static void require(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " " + value + " (allowed: " + least + " to " + most + ")");
    }
  }

  /**
   * Parses a spec whose name is {@code mutree}.
   *
   * @throws SpecException if a key is unknown or a value is not allowed
   */
  public static MuTreeOptions of(Spec spec) {
    if (!spec.name().equals("mutree")) {
      throw new SpecException("index '" + spec.name() + "' (allowed: mutree)");
    }
    int key = width(spec, "key", 4);
    int separator = width(spec, "separator", 8);
    if (separator < key) {
      throw new SpecException("mutree: separator=" + separator + " with key=8 (allowed: 8)");
    }
    MuTreeOptions options =
        new MuTreeOptions(
            spec.fraction("k", 0.5, 0.0001, 0.9999),
            spec.integer("height", 1, 1, PageLayout.MAX_HEIGHT),
            new EntryWidths(key, width(spec, "value", 4), separator),
            spec.integer("write", 0, 0, MOST_BUFFER_PAGES),
            spec.choice("buffer", "lru-n", ReadBuffers.names()),
            spec.integer("read", 4, 1, MOST_BUFFER_PAGES),
            spec.integer("reserve", 3, 3, Integer.MAX_VALUE),
            spec.integer("wearthreshold", 64, 1, Integer.MAX_VALUE));
    spec.requireAllUsed();
    return options;
  }

  private static int width(Spec spec, String key, int fallback) {
    return Integer.parseInt(spec.choice(key, Integer.toString(fallback), "4", "8"));
  }

  /** Parses a spec string. */
  public static MuTreeOptions parse(String text) {
    return of(Spec.parse(text));
  }

  /**
   * Rejects flash that is unsuitable for a tree with these options.
   *
   * @throws SpecException with a message that names the allowed values
   */
  public void requireFits(FlashGeometry flash) {
    layout(flash.pageBytes());
    if (flash.oobBytes() < PageHeader.SIZE_BYTES) {
      throw new SpecException(
          String.format(
              "mutree: out-of-band areas of %d bytes (allowed: %d or more)",
              flash.oobBytes(), PageHeader.SIZE_BYTES));
    }
    int reserve = Collector.reserveBlocks(this, flash);
    if (flash.blockCount() <= reserve) {
      throw new SpecException(
          String.format(
              "mutree: %d blocks (allowed: more than the reserve of %d)",
              flash.blockCount(), reserve));
    }
  }

  /** Returns the size of the read buffer in bytes, at most {@value Integer#MAX_VALUE}. */
  public long readBytes(int pageBytes) {
    return (long) pageBytes * Math.min(readBufferPages, Integer.MAX_VALUE / pageBytes);
  }

  /** Returns a copy with a read buffer of {@code bytes} bytes, but at least one page. */
  public MuTreeOptions withReadBytes(long bytes, int pageBytes) {
    return new MuTreeOptions(
        k,
        layoutHeight,
        widths,
        writeBufferPages,
        readBuffer,
        (int) Math.max(1, bytes / pageBytes),
        reserveBlocks,
        wearThreshold);
  }

  PageLayout layout(int pageBytes) {
    PageLayout layout =
        new PageLayout(pageBytes, k, widths.leafEntryBytes(), widths.innerEntryBytes());
    if (!layout.allows(layoutHeight)) {
      throw new SpecException(
          String.format(
              "mutree: k=%s, height=%d on pages of %d bytes leave a node no room for two entries"
                  + "; use a smaller k or height",
              k, layoutHeight, pageBytes));
    }
    return layout;
  }
}

package org.flashgrove.rawflash.micro;

import java.util.zip.CRC32;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.tree.Domain;

/**
 * The options of {@link MicroGf}.
 *
 * <table>
 * <caption>Keys of the spec {@code microgf:...}</caption>
 * <tr><td>{@code grid=8}</td><td>cells per side, 1 to 256; the directory, with 8 bytes per cell, must fit in a page</td></tr>
 * <tr><td>{@code domain=minx/miny/maxx/maxy}</td><td>the domain of the grid; points outside belong to the nearest cell at the border</td></tr>
 * <tr><td>{@code memory=256K}</td><td>memory in bytes, as in {@link MicroHashOptions}</td></tr>
 * <tr><td>{@code search=scaled|lowerbound}</td><td>method that finds a page by time, see {@link TimeSearch}</td></tr>
 * </table>
 *
 * @param grid number of cells per side
 * @param domain domain of the grid
 * @param memory memory in bytes
 * @param search method that finds a page by time
 */
public record MicroGfOptions(int grid, Domain domain, long memory, TimeSearch search)
    implements MicroSettings {
  /** Name of MicroGF in specs. */
  public static final String NAME = "microgf";

  private static final int RECORD_WORDS = 4;

  /**
   * Parses a spec whose name is {@code microgf}.
   *
   * @throws SpecException if a key is unknown or a value is not allowed
   */
  public static MicroGfOptions of(Spec spec) {
    MicroGfOptions options =
        new MicroGfOptions(
            spec.integer("grid", 8, 1, 256),
            Domain.of(spec),
            MicroSettings.memory(spec, 256 << 10),
            MicroSettings.search(spec));
    spec.requireAllUsed();
    return options;
  }

  /** Parses a spec string. */
  public static MicroGfOptions parse(String text) {
    return of(Spec.parse(text));
  }

  /** Returns a copy with another memory size in bytes. */
  public MicroGfOptions withMemory(long bytes) {
    return new MicroGfOptions(grid, domain, bytes, search);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int structure() {
    return 2;
  }

  @Override
  public int fingerprint() {
    CRC32 crc = new CRC32();
    for (double each :
        new double[] {grid, domain.minX(), domain.minY(), domain.maxX(), domain.maxY()}) {
      long bits = Double.doubleToLongBits(each);
      for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
        crc.update((int) (bits >>> shift));
      }
    }
    return (int) crc.getValue();
  }

  @Override
  public int recordWords() {
    return RECORD_WORDS;
  }

  @Override
  public int lists() {
    return grid * grid;
  }

  @Override
  public long directoryBytes() {
    return (long) Long.BYTES * lists();
  }

  @Override
  public int directoryPageBytes() {
    return Long.BYTES * lists();
  }
}

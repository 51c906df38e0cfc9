package org.flashgrove.rawflash.micro;

import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;

/**
 * The options of {@link MicroHash}.
 *
 * <table>
 * <caption>Keys of the spec {@code microhash:...}</caption>
 * <tr><td>{@code buckets=32}</td><td>maximum number of buckets, 4 to 4,096; the directory, with 24 bytes per bucket, must fit in a page</td></tr>
 * <tr><td>{@code memory=64K}</td><td>memory in bytes: a page of records, two index pages, the directory, the table of blocks, and pending index entries</td></tr>
 * <tr><td>{@code search=scaled|lowerbound}</td><td>method that finds a page by time, see {@link TimeSearch}</td></tr>
 * </table>
 *
 * @param buckets maximum number of buckets
 * @param memory memory in bytes
 * @param search method that finds a page by time
 */
public record MicroHashOptions(int buckets, long memory, TimeSearch search)
    implements MicroSettings {
  /** Name of MicroHash in specs. */
  public static final String NAME = "microhash";

  private static final int RECORD_WORDS = 3;

  /**
   * Parses a spec whose name is {@code microhash}.
   *
   * @throws SpecException if a key is unknown or a value is not allowed
   */
  public static MicroHashOptions of(Spec spec) {
    MicroHashOptions options =
        new MicroHashOptions(
            spec.integer("buckets", 32, 4, 4_096),
            MicroSettings.memory(spec, 64 << 10),
            MicroSettings.search(spec));
    spec.requireAllUsed();
    return options;
  }

  /** Parses a spec string. */
  public static MicroHashOptions parse(String text) {
    return of(Spec.parse(text));
  }

  /** Returns a copy with another memory size in bytes. */
  public MicroHashOptions withMemory(long bytes) {
    return new MicroHashOptions(buckets, bytes, search);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int structure() {
    return 1;
  }

  @Override
  public int fingerprint() {
    return buckets;
  }

  @Override
  public int recordWords() {
    return RECORD_WORDS;
  }

  @Override
  public int lists() {
    return buckets + HashDirectory.SPARE;
  }

  @Override
  public long directoryBytes() {
    return HashDirectory.memoryBytes(lists());
  }

  @Override
  public int directoryPageBytes() {
    return HashDirectory.pageBytes(buckets);
  }
}

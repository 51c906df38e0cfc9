package org.flashgrove.simulator.ftl;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;
import org.flashgrove.core.flash.FlashGeometry;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.simulator.ftl.space.FlashOperations;
import org.flashgrove.simulator.ftl.space.FlashTranslationLayer;
import org.flashgrove.simulator.ftl.space.FtlFactory;
import org.flashgrove.simulator.ftl.space.PageSpace;
import org.flashgrove.simulator.ftl.space.SpaceConfig;
import org.flashgrove.simulator.ftl.space.Tag;
import org.flashgrove.simulator.ftl.space.TrimJournal;

/**
 * A translation layer that maps every page individually, with the complete mapping in memory (Ban,
 * US patent 5,404,485, 1995). It writes pages as a log, as today's devices do. Each program stores
 * the logical page and a sequence number in the out-of-band area, from which the mapping is
 * recovered.
 *
 * <p><b>Over-provisioning</b> is the ratio of spare flash to the size that the host sees. With
 * {@code T} physical pages, including bad blocks, the device has {@code U = floor(T / (1 + op))}
 * logical pages, so {@code op = (T - U) / U}. In the literature's terms {@code rho = U / T = 1 / (1
 * + op)} and {@code alpha = T / U = 1 + op}.
 *
 * <p><b>Streams</b>: {@code shared} writes all pages, including collected ones, to one open block
 * per plane; {@code gc} (the default) writes collected pages to open blocks of their own. {@code
 * hotcold} also separates hot and cold pages of the host. A page is hot if its previous write is at
 * most {@code hot * U} page writes ago. {@code origin} gives each host origin its own open blocks,
 * as multi-stream devices do by hints from the host.
 */
final class PageMapping implements FlashTranslationLayer, PageSpace.Owner {
  static final double DEFAULT_OVER_PROVISIONING = 0.07;

  /** Maximum over-provisioning. */
  static final double MOST_SPARE = 4;

  private enum Streams {
    SHARED(1),
    GC(1),
    HOTCOLD(2),
    ORIGIN(Origin.COMPONENT_UPPER.ordinal());

    private final int hostStreams;

    Streams(int hostStreams) {
      this.hostStreams = hostStreams;
    }
  }

  private record Config(SpaceConfig space, Streams streams, double hot, int logicalPages) {}

  private final FlashOperations flash;
  private final Config config;
  private final PageSpace space;
  private final TrimJournal trims;
  private final int[] map;
  private final long[] writtenAt;
  private final long hotWindow;
  private long hostWrites;

  private PageMapping(FlashOperations flash, Config config) {
    this.flash = flash;
    this.config = config;
    space = new PageSpace(flash, config.space(), config.streams().hostStreams, this);
    trims = new TrimJournal(flash, space, config.logicalPages());
    map = new int[config.logicalPages()];
    Arrays.fill(map, -1);
    writtenAt = new long[config.streams() == Streams.HOTCOLD ? map.length : 0];
    hotWindow = (long) (config.hot() * map.length);
  }

  /**
   * Parses {@code op=7%}, {@code streams=gc}, {@code hot=0.5} and the keys of {@link SpaceConfig}.
   *
   * @throws SpecException if a value is wrong or leaves too few spare blocks
   */
  static FtlFactory configure(Spec spec, FlashGeometry geometry) {
    double overProvisioning = spec.fraction("op", DEFAULT_OVER_PROVISIONING, 0, MOST_SPARE);
    Streams streams =
        Streams.valueOf(
            spec.choice("streams", "gc", "shared", "gc", "hotcold", "origin")
                .toUpperCase(Locale.ROOT));
    double hot = spec.fraction("hot", 0.5, 0, 1000);
    SpaceConfig space = SpaceConfig.of(spec, streams != Streams.SHARED, 0);
    int logicalPages = (int) (geometry.pageCount() / (1 + overProvisioning));
    int blocks = geometry.blockCount();
    int pagesPerBlock = geometry.pagesPerBlock();
    int journal = TrimJournal.pagesAtMost(logicalPages, geometry.pageBytes());
    int full = (logicalPages + journal + pagesPerBlock - 1) / pagesPerBlock;
    int spare = space.spareBlocks(streams.hostStreams, geometry);
    if (logicalPages < 1 || full + spare > blocks) {
      throw new SpecException(
          String.format(
              "%s: op=%.4f leaves %d of %d blocks spare, but %d streams over %d planes need %d"
                  + " (allowed: a greater op, more blocks or fewer streams)",
              spec.name(),
              overProvisioning,
              Math.max(0, blocks - full),
              blocks,
              streams.hostStreams,
              geometry.planeCount(),
              spare));
    }
    Config config = new Config(space, streams, hot, logicalPages);
    return flash -> new PageMapping(flash, config);
  }

  @Override
  public int logicalPages() {
    return map.length;
  }

  @Override
  public void read(int page, Origin origin, ByteBuffer into, int offset) {
    int at = map[page];
    flash.read(at, origin, into, offset);
    if (at >= 0) {
      space.wasRead(at);
    }
  }

  @Override
  public int physicalPage(int page) {
    return map[page];
  }

  @Override
  public void write(int page, Origin origin, ByteBuffer from, int offset) {
    int at = space.append(stream(page, origin), origin, Tag.of(Tag.DATA, page), from, offset);
    // collection during the append may have moved the old copy, so its location is read only now
    int old = map[page];
    if (old >= 0) {
      space.invalidate(old);
    }
    map[page] = at;
  }

  private int stream(int page, Origin origin) {
    switch (config.streams()) {
      case HOTCOLD:
        long before = writtenAt[page];
        writtenAt[page] = ++hostWrites;
        return before > 0 && hostWrites - before <= hotWindow ? 1 : 0;
      case ORIGIN:
        return Math.min(origin.ordinal(), config.streams().hostStreams - 1);
      default:
        return 0;
    }
  }

  @Override
  public void trim(int first, int count) {
    for (int page = first; page < first + count; page++) {
      if (map[page] >= 0) {
        space.invalidate(map[page]);
        map[page] = -1;
        trims.trimmed(page);
      }
    }
  }

  @Override
  public void flush() {
    trims.flush(page -> map[page] < 0);
  }

  @Override
  public boolean collectIdle() {
    return space.collectIdle();
  }

  @Override
  public boolean isNeeded(int physicalPage) {
    long tag = flash.tag(physicalPage);
    int newest = TrimJournal.isRecord(tag) ? physicalPage : map[Tag.number(tag)];
    // an interrupted collection may have left a copy with the same sequence number
    return newest >= 0 && flash.sequence(newest) == flash.sequence(physicalPage);
  }

  @Override
  public void moved(long tag, int from, int to) {
    if (TrimJournal.isRecord(tag)) {
      trims.moved(from, to);
    } else {
      map[Tag.number(tag)] = to;
    }
  }

  @Override
  public void blockMoved(int block) {
    if (trims.anyPendingIn(block)) {
      flush();
    }
  }

  @Override
  public void recover() {
    long[] newest = new long[map.length];
    space.scan(
        (page, tag, sequence) -> {
          if (TrimJournal.isRecord(tag)) {
            trims.found(page, tag, sequence);
          } else if (sequence > newest[Tag.number(tag)]) {
            newest[Tag.number(tag)] = sequence;
            map[Tag.number(tag)] = page;
          }
        });
    trims.apply(map, newest);
    for (int page : map) {
      if (page >= 0) {
        space.claim(page);
      }
    }
    space.rebuild();
  }
}

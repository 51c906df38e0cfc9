package org.flashgrove.simulator.fdp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Random;
import org.flashgrove.core.Repetitions;
import org.flashgrove.core.Seeds;
import org.flashgrove.simulator.figures.Cause;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Drives with a cache of one bit per cell, against a queue of the pages written. */
class SlcCacheTest {
  private static final int NEVER = -1;

  /**
   * A page written to the cache.
   *
   * @param version number of the write
   */
  private record Cached(int page, int version) {}

  @ParameterizedTest
  @CsvSource({
    "1, 3, 1, INITIAL",
    "2, 3, 3, INITIAL",
    "4, 2, 8, PERSISTENT",
    "1, 8, 3, PERSISTENT",
    "3, 1, 2, MIXED"
  })
  void pagesAreFoldedInOrderUnlessTheyWereReplaced(
      int units, int unitPages, int handles, Isolation isolation) {
    Random random = Seeds.random();
    FdpConfig plain = new FdpConfig(40, 70, 8, handles, isolation, 2, 6, 0.25, 0, 0, "greedy");
    FdpDevice device = new FdpDevice(plain.withCache(units, unitPages));
    int pages = plain.hostPages();
    int[] versions = new int[pages];
    Arrays.fill(versions, NEVER);
    int[] handleOf = new int[pages];
    Deque<Cached> cached = new ArrayDeque<>();
    long folded = 0;
    long erases = 0;
    int operations = Repetitions.of(20_000, 500_000);
    for (int i = 0; i < operations; i++) {
      int page = random.nextInt(pages);
      if (random.nextInt(20) == 0) {
        device.trim(page, 1);
        versions[page] = NEVER;
        continue;
      }
      versions[page] = i;
      handleOf[page] = random.nextInt(handles);
      if (cached.size() == units * unitPages) {
        erases++;
        for (int j = 0; j < unitPages; j++) {
          Cached oldest = cached.remove();
          folded += versions[oldest.page] == oldest.version ? 1 : 0;
        }
      }
      device.write(page, 1, handleOf[page]);
      cached.add(new Cached(page, i));
      FdpStats stats = device.stats();
      assertThat(stats.writes().ofCause(Cause.FOLD)).isEqualTo(folded);
      assertThat(stats.cacheErases()).isEqualTo(erases);
    }
    boolean[] inCache = new boolean[pages];
    cached.forEach(each -> inCache[each.page] |= versions[each.page] == each.version);
    for (int page = 0; page < pages; page++) {
      assertThat(device.isCached(page)).isEqualTo(inCache[page]);
      boolean isFolded = versions[page] != NEVER && !inCache[page];
      assertThat(device.unitOf(page) >= 0).isEqualTo(isFolded);
      if (isFolded && isolation != Isolation.INITIAL) {
        assertThat(device.ownerOf(device.unitOf(page))).isEqualTo(handleOf[page]);
      }
    }
    FdpStats stats = device.stats();
    assertThat(stats.mediaPages()).isEqualTo(stats.hostPages() + folded + stats.copiedPages());
    assertThat(folded).isPositive();
  }

  @Test
  void overwritingByWholeUnitsCopiesNothingThroughACache() {
    Random random = Seeds.random();
    FdpDevice device = new FdpDevice(FdpConfig.plain(30, 36, 16).withCache(2, 4));
    for (int i = 0; i < 1_000; i++) {
      device.write(16 * random.nextInt(30), 16, 0);
    }
    FdpStats stats = device.stats();
    assertThat(stats.copiedPages()).isZero();
    assertThat(stats.mediaPages()).isEqualTo(2 * stats.hostPages() - 2 * 4);
  }

  @Test
  void aPageThatIsRewrittenOftenStaysInTheCache() {
    FdpDevice device = new FdpDevice(FdpConfig.plain(30, 36, 16).withCache(2, 4));
    for (int i = 0; i < 1_000; i++) {
      device.write(7, 1, 0);
    }
    assertThat(device.stats().writeAmplification()).isEqualTo(1);
    assertThat(device.stats().cacheErases()).isEqualTo((1_000 - 8) / 4);
    assertThat(device.unitOf(7)).isEqualTo(-1);
  }

  @Test
  void refusesACacheThatCannotBe() {
    FdpConfig config = FdpConfig.plain(30, 36, 16);
    assertThatThrownBy(() -> config.withCache(2, 17))
        .hasMessage("cacheUnitPages 17 (allowed: 1 to 16)");
  }
}

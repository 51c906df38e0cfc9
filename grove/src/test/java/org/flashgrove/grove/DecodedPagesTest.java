package org.flashgrove.grove;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.Stream;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.grove.cache.PageCache;
import org.flashgrove.grove.config.GroveConfig;
import org.flashgrove.grove.index.EntryKind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Windows over pages that were requested so often that the cache holds them decoded. */
class DecodedPagesTest {
  private static final int PAGE = 1024;
  private static final int ENTRIES = 2_000;
  private static final int WINDOWS = 12;

  static Stream<Arguments> forms() {
    return GroveTest.forms();
  }

  @ParameterizedTest
  @MethodSource("forms")
  void answersAndRequestsAreThoseOfPackedPages(EntryKind kind, boolean split) {
    Random random = Seeds.random();
    GroveConfig config = GroveConfig.of(GroveHarness.CURVE, 512 << 10).withSplit(split);
    GroveHarness harness = new GroveHarness(kind, config, PAGE, 16, random);
    for (int i = 0; i < ENTRIES; i++) {
      harness.insert(harness.next());
    }
    harness.grove().flush();
    PageCache pages = harness.grove().content().pages();
    double[][] windows = new double[WINDOWS][];
    long[] requests = new long[WINDOWS];
    for (int i = 0; i < WINDOWS; i++) {
      windows[i] = harness.window();
      requests[i] = requests(harness, windows[i]);
    }
    for (int round = 0; round < 20; round++) {
      for (int i = 0; i < WINDOWS; i++) {
        harness.assertSearch(Predicate.INTERSECTS, windows[i]);
        assertThat(requests(harness, windows[i])).isEqualTo(requests[i]);
      }
    }
    assertThat(pages.decodedBytes()).isPositive();
    harness.assertMemory();

    for (int i = 0; i < ENTRIES / 8; i++) { // deletions and insertions in the buffer
      harness.change(40);
      harness.assertSearch(Predicate.INTERSECTS, windows[i % WINDOWS]);
    }
    assertThat(pages.decodedBytes()).isPositive();
    for (int i = 0; i < WINDOWS; i++) {
      harness.assertSearch(Predicate.INSIDE, windows[i]);
      harness.assertSearch(Predicate.INTERSECTS, harness.window());
    }
    harness.grove().flush();
    harness.assertSound();
    harness.assertMemory();
    pages.lend(0);
    assertThat(pages.decodedBytes()).isZero();
    harness.assertSound();
  }

  private static long requests(GroveHarness harness, double[] q) {
    try (GroveSnapshot snapshot = harness.grove().snapshot()) {
      snapshot.forEach(EntryQuery.intersecting(q[0], q[1], q[2], q[3]), (id, x, y, z, w) -> {});
      return snapshot.pages();
    }
  }
}

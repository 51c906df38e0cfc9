package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.flashgrove.access.kind.IndexKinds;
import org.flashgrove.access.settings.FlashKinds;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.kind.KindTest;
import org.flashgrove.core.kind.KindsUnderTest;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests each registered kind of index under each registered kind of buffer. Pages and buffers are
 * small, so that flushes and compactions occur often. Refused pairs are printed.
 */
class FlashAwareTreesTest {
  private static final int PAGE = 512;
  private static final Set<String> ALWAYS_TREES = Set.of("rtree", "rstar", "hilbert", "xbr");
  private static final Set<String> ALWAYS_BUFFERS = Set.of("none", "efind", "fast");

  /**
   * Settings for buffers, from many to none. The test uses the first of them that a kind of buffer
   * accepts.
   */
  private static final String[] BUFFER_KEYS = {":buffer=16K,log=64K", ":buffer=16K", ""};

  private static final String[] SYNC_MODES = {"close", "op", "barrier"};

  static Stream<Arguments> pairs() {
    return IndexKinds.names().stream()
        .flatMap(index -> FlashKinds.names().stream().map(flash -> Arguments.of(index, flash)))
        .filter(pair -> KindsUnderTest.include(pair.get()));
  }

  private static String spec(String index) {
    return StoreOptions.lacksDomain(index)
        ? StoreOptions.withDomain(index, new double[] {0, 0, 1000, 1000})
        : index;
  }

  /**
   * Returns options for a store of a pair, or null if all are refused. Adds the messages to {@code
   * refusals}.
   */
  private static StoreOptions options(String index, String flash, Set<String> refusals) {
    for (String sync : SYNC_MODES) {
      for (String keys : BUFFER_KEYS) {
        try {
          StoreOptions options =
              StoreOptions.defaults()
                  .withIndex(spec(index))
                  .withFlash(flash + keys)
                  .withDevice("buffered")
                  .withPageSize(PAGE)
                  .withSync(SyncMode.parse(sync));
          SpatialStore.create(new MemoryDirectory(), options).close();
          return options;
        } catch (SpecException e) {
          refusals.add(e.getMessage());
        }
      }
    }
    return null;
  }

  /** Returns whether an index accepts only points. */
  private static boolean takesPointsOnly(StoreOptions options) {
    try (SpatialStore store = SpatialStore.create(new MemoryDirectory(), options)) {
      store.insert(1, 1, 1, 2, 2);
      return false;
    } catch (IllegalArgumentException e) {
      return true;
    }
  }

  private static void run(String index, String flash, int operations) {
    Set<String> refusals = new TreeSet<>();
    StoreOptions options = options(index, flash, refusals);
    if (options == null) {
      System.out.println("FlashAwareTreesTest: refused: " + index + " under " + flash);
      refusals.forEach(refusal -> System.out.println("  " + refusal));
      assertThat(ALWAYS_TREES.contains(index) && ALWAYS_BUFFERS.contains(flash)).isFalse();
      return;
    }
    MemoryDirectory files = new MemoryDirectory();
    new RandomHistory(Seeds.random(), takesPointsOnly(options))
        .run(() -> SpatialStore.create(files, options), () -> SpatialStore.open(files), operations);
  }

  @KindTest
  @MethodSource("pairs")
  void everyTreeAnswersAsAListUnderEveryBuffer(String index, String flash) {
    run(index, flash, 120);
  }

  @Tag("long")
  @KindTest
  @MethodSource("pairs")
  void andForLong(String index, String flash) {
    run(index, flash, 6_000);
  }

  @Test
  void theKindsAreFoundByTheirRegistrations() {
    assertThat(IndexKinds.names()).containsAll(ALWAYS_TREES);
    assertThat(FlashKinds.names()).containsAll(ALWAYS_BUFFERS);
    List<String> withoutRectangles = new ArrayList<>();
    for (String index : IndexKinds.names()) {
      StoreOptions options = options(index, "none", new TreeSet<>());
      if (options != null && takesPointsOnly(options)) {
        withoutRectangles.add(index);
      }
    }
    assertThat(withoutRectangles).contains("xbr").doesNotContain("rtree", "rstar", "hilbert");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                StoreOptions.defaults()
                    .withIndex("rtree")
                    .withFlash("nosuch")
                    .withDevice("buffered")
                    .withPageSize(PAGE)
                    .withSync(SyncMode.CLOSE));
  }
}

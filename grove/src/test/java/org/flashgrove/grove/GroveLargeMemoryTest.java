package org.flashgrove.grove;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.flashgrove.core.Repetitions;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.grove.config.GroveConfig;
import org.flashgrove.grove.index.Bag;
import org.flashgrove.grove.index.Bag.Entry;
import org.flashgrove.grove.index.EntryKind;
import org.flashgrove.grove.memtable.Partition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests Groves with a memory of 8 MiB or more. They keep changes unpacked while much of the memory
 * is free, and pack them later. From 16 MiB on, they also pack more raw changes at once, store
 * fewer runs, and split packed intervals into four.
 */
class GroveLargeMemoryTest {
  private static final long MEMORY = 16 << 20;

  /** Minimum memory of a Grove that keeps changes unpacked. */
  private static final long RAW_MEMORY = 8 << 20;

  private static final int OPERATIONS = Repetitions.of(500, 1_500);

  private static GroveHarness harness(EntryKind kind, String buffer, Random random) {
    return harness(kind, buffer, MEMORY, random);
  }

  private static GroveHarness harness(EntryKind kind, String buffer, long memory, Random random) {
    String spec = "grove:domain=0/0/1/1,memory=" + memory + ",buffer=" + buffer;
    return new GroveHarness(kind, GroveConfig.of(Spec.parse(spec)), 4096, 16, random);
  }

  private static Stream<Arguments> forms() {
    return Stream.of("packed", "early")
        .flatMap(
            form ->
                LongStream.of(RAW_MEMORY, MEMORY)
                    .boxed()
                    .flatMap(
                        memory ->
                            Arrays.stream(EntryKind.values())
                                .map(kind -> arguments(kind, form, memory))));
  }

  private static void run(GroveHarness grove, int growth) {
    for (int i = 0; i < OPERATIONS; i++) {
      grove.change(growth);
      if (i % 16 == 0) {
        grove.query();
      }
      if (i % 256 == 0) {
        grove.assertMemory();
      }
    }
    grove.assertMemory();
    grove.assertSound();
  }

  @ParameterizedTest
  @MethodSource("forms")
  void answersAreThoseOfAList(EntryKind kind, String buffer, long memory) {
    Random random = Seeds.random();
    GroveHarness grove = harness(kind, buffer, memory, random);
    run(grove, 90);
    grove.grove().flush();
    grove.assertSound();
    run(grove, 60);
    grove.open();
    grove.assertSound();
    run(grove, 20);
  }

  /** Raw changes that grow and are divided show an earlier commit what they held then. */
  @ParameterizedTest
  @EnumSource(EntryKind.class)
  void aSnapshotStaysAtItsCommit(EntryKind kind) {
    Random random = Seeds.random();
    GroveHarness grove = harness(kind, "packed", random);
    for (int round = 0; round < 6; round++) {
      Bag then = grove.bag().copy();
      try (GroveSnapshot snapshot = grove.grove().snapshot()) {
        for (int i = 0; i < 300; i++) {
          grove.change(round < 4 ? 100 : 70);
          if (i % 25 == 0) {
            double[] q = kind.window(random);
            List<Entry> found = new ArrayList<>();
            snapshot.search(
                q[0],
                q[1],
                q[2],
                q[3],
                (id, x1, y1, x2, y2) -> {
                  found.add(new Entry(id, x1, y1, x2, y2));
                });
            found.sort(Bag.ORDER);
            assertThat(found).isEqualTo(then.search(Predicate.INTERSECTS, q));
          }
        }
      }
    }
    grove.assertSound();
  }

  @Test
  void anIntervalIsSplitIntoFour() {
    GroveHarness grove = harness(EntryKind.POINTS, "early", Seeds.random());
    assertSplitIntoFour(grove, 150, 400);
  }

  @Test
  void rawChangesAreSplitIntoFour() {
    GroveHarness grove = harness(EntryKind.POINTS, "packed", Seeds.random());
    assertSplitIntoFour(grove, 8, 150);
  }

  private static void assertSplitIntoFour(GroveHarness grove, int least, int most) {
    Random random = Seeds.random();
    Partition partition = grove.grove().content().partition();
    int intervals = partition.count();
    for (int i = 0; partition.count() == intervals; i++) {
      assertThat(i).isLessThan(2_000);
      double x = random.nextDouble();
      double y = random.nextDouble();
      grove.insert(Entry.of(i, new double[] {x, y, x, y}));
      partition = grove.grove().content().partition();
    }
    assertThat(partition.count()).isEqualTo(intervals + 3);
    for (int at = partition.first(); at < partition.beyond(); at = partition.next(at)) {
      int changes = partition.changes(at);
      assertThat(changes == 0 || changes > least && changes < most)
          .as("%s changes", changes)
          .isTrue();
    }
    grove.assertSound();
  }

  /** Changes are packed when the memory gets short, and the memory is enough. */
  @ParameterizedTest
  @ValueSource(longs = {RAW_MEMORY, MEMORY})
  void changesStayUnpackedUntilMemoryRunsShort(long memory) {
    Random random = Seeds.random();
    GroveHarness grove = harness(EntryKind.POINTS, "packed", memory, random);
    int packedFrom = 0;
    int count = (int) (memory / 42);
    for (int i = 0; i < count; i++) {
      double x = random.nextDouble();
      double y = random.nextDouble();
      grove.grove().insert(i, x, y, x, y);
      if (i % 1_000 == 0) {
        boolean isPacked = packed(grove.grove().content().partition()) > 0;
        packedFrom = isPacked && packedFrom == 0 ? i : packedFrom;
      }
      if (i % 10_000 == 0) {
        grove.assertMemory();
      }
    }
    assertThat(packedFrom).isBetween(count / 4, count - 1);
    assertThat(grove.grove().count(EntryQuery.intersecting(0, 0, 1, 1))).isEqualTo(count);
    assertThat(grove.grove().check().problems()).isEmpty();
  }

  private static int packed(Partition partition) {
    int sum = 0;
    for (int at = partition.first(); at < partition.beyond(); at = partition.next(at)) {
      sum += partition.buffer(at).state().packed();
    }
    return sum;
  }

  /** Otherwise each search would read all changes of the batch, as would each deletion. */
  @ParameterizedTest
  @EnumSource(EntryKind.class)
  void aFirstLargeBatchIsDividedIntoIntervals(EntryKind kind) {
    Random random = Seeds.random();
    GroveConfig config = GroveConfig.of(Spec.parse("grove:memory=" + MEMORY));
    GroveHarness harness = new GroveHarness(kind, config, 4096, 16, random);
    int count = 5_000;
    double extent = kind == EntryKind.POINTS ? 0 : 0.001;
    try (SpatialBatch batch = harness.grove().begin()) {
      for (int id = 0; id < count; id++) {
        double x = random.nextDouble();
        double y = random.nextDouble();
        batch.insert(id, x, y, x + extent, y + extent);
      }
      batch.commit();
    }
    assertThat(harness.grove().content().curve().isKnown()).isTrue();
    assertThat(harness.grove().content().partition().count()).isGreaterThan(count / 1_024);
    harness.open();
    assertThat(harness.grove().content().curve().isKnown()).isTrue();
    assertThat(harness.grove().count(EntryQuery.all())).isEqualTo(count);
  }

  /** A domain cannot be chosen from deletions; they must not disturb the next commits either. */
  @Test
  void aFirstLargeBatchMayOnlyDelete() {
    Random random = Seeds.random();
    GroveConfig config = GroveConfig.of(Spec.parse("grove:blind=on,memory=" + MEMORY));
    GroveHarness harness = new GroveHarness(EntryKind.POINTS, config, 4096, 16, random);
    try (SpatialBatch batch = harness.grove().begin()) {
      for (int id = 0; id < 1_000; id++) {
        batch.insert(id, id, 1, id, 1);
        batch.delete(id, id, 1, id, 1);
      }
      batch.commit();
    }
    assertThat(harness.grove().count(EntryQuery.all())).isZero();
    harness.grove().insert(7, 1, 1, 1, 1);
    harness.open();
    assertThat(harness.grove().count(EntryQuery.all())).isEqualTo(1);
  }
}

package org.flashgrove.grove;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.component.ComponentIndex.Kind;
import org.flashgrove.core.component.MemoryComponentStore;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.grove.config.GroveConfig;
import org.flashgrove.grove.curve.CurveOrder;
import org.flashgrove.grove.index.EntryKind;
import org.flashgrove.grove.log.Frames;
import org.flashgrove.grove.memtable.Memtable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Intervals of the write buffer that cannot be split, because all of their entries have the same
 * curve position. Such an interval may exceed a log frame.
 */
class LargeIntervalTest {
  private static final long FIRST = 1_000_000;
  private static final int MANY = 70_000;
  private static final double PLACE = 0.3;

  /** Memory of a Grove that packs the changes of an image again when it opens. */
  private static final long MEDIUM = 15 << 20;

  /** Memory of a Grove that takes over the chunks of an image as they are. */
  private static final long LARGE = 64 << 20;

  private static GroveContent content(long memory) {
    MemoryComponentStore store = new MemoryComponentStore(new MemoryComponentStore.Disk(), 4096, 8);
    return new GroveContent(store, GroveConfigs.of(GroveHarness.CURVE, memory));
  }

  private static Frames insertions(int count, double at, Random random) {
    Frames changes = new Frames();
    for (int i = 0; i < count; i++) {
      changes.addChange(Frames.INSERTION, random.nextLong(), at, at, at, at);
    }
    return changes;
  }

  private static void apply(GroveContent content, long frame, Frames changes) {
    content.apply(frame, changes.words(), changes.length());
  }

  /** Returns a Grove with frozen changes, other changes, and changes in further intervals. */
  private static GroveContent withFrozenChanges(long memory, Random random) {
    GroveContent content = content(memory);
    apply(content, FIRST, insertions(MANY, PLACE, random));
    for (int i = 0; i < 1_000; i++) {
      apply(content, FIRST + 1 + i, insertions(4, random.nextDouble(), random));
    }
    Memtable buffer = content.buffer();
    buffer.freeze(0, CurveOrder.OVERSIZED, buffer.newest());
    Frames changes = insertions(MANY, PLACE, random);
    for (int i = 0; i < 100; i++) {
      changes.addChange(Frames.DELETION, i, PLACE, PLACE, PLACE, PLACE);
    }
    apply(content, FIRST + 2_000, changes);
    return content;
  }

  private static List<long[]> image(GroveContent content) {
    List<long[]> frames = new ArrayList<>();
    content.checkpointImage((words, length) -> frames.add(Arrays.copyOf(words, length)));
    return frames;
  }

  private static GroveContent restored(List<long[]> frames, long memory) {
    GroveContent content = content(memory);
    long number = 2 * FIRST;
    for (long[] frame : frames) {
      content.restore(number++, Kind.CHECKPOINT_IMAGE, frame, frame.length);
    }
    return content;
  }

  private static void requireShort(long[] words) {
    assertThat(words.length).isLessThan(Frames.MOST_INTERVAL_WORDS + 2_000);
  }

  @ParameterizedTest
  @ValueSource(longs = {MEDIUM, LARGE})
  void anImageDividesTheChangesOfAnIntervalAmongFrames(long memory) {
    GroveContent content = withFrozenChanges(memory, Seeds.random());
    List<long[]> frames = image(content);
    frames.forEach(LargeIntervalTest::requireShort);
    GroveContent restored = restored(frames, memory);
    Memtable buffer = content.buffer();
    Memtable again = restored.buffer();
    assertThat(GroveCheck.recount(restored)).isEmpty();
    assertThat(restored.entries()).isEqualTo(content.entries());
    assertThat(again.changes()).isEqualTo(buffer.changes());
    assertThat(again.deletions()).isEqualTo(buffer.deletions()).isEqualTo(100);
    assertThat(again.frozen().is(0, CurveOrder.OVERSIZED, FIRST + 1_000)).isTrue();
    if (memory == LARGE) {
      assertThat(image(restored).toArray(long[][]::new))
          .isDeepEqualTo(frames.toArray(long[][]::new));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {MEDIUM, LARGE})
  void aFrameThatContinuesNoFrameIsDamage(long memory) {
    List<long[]> frames = image(withFrozenChanges(memory, Seeds.random()));
    frames.add(frames.get(1));
    assertThatThrownBy(() -> restored(frames, memory))
        .isInstanceOf(DamagedStoreException.class)
        .hasMessageContaining("an interval twice");
  }

  @Test
  void aStoreWithALargeIntervalReopensAfterEachKindOfImage() {
    for (long memory : new long[] {MEDIUM, LARGE}) {
      for (boolean inSteps : new boolean[] {false, true}) {
        reopen(memory, inSteps);
      }
    }
  }

  private static void reopen(long memory, boolean inSteps) {
    Random random = Seeds.random();
    GroveConfig config = GroveConfigs.of(GroveHarness.CURVE, memory);
    GroveHarness harness = new GroveHarness(EntryKind.POINTS, config, 4096, 8, false, random);
    Set<Long> ids = new HashSet<>();
    insert(harness, MANY, ids, random);
    if (inSteps) {
      for (int i = 0; !harness.store().stepOfCheckpointImage(); i++) {
        insert(harness, 10, ids, random);
        harness.grove().insert(i, i / 100.0, 0.5, i / 100.0, 0.5);
      }
    } else {
      harness.store().checkpointImage();
    }
    harness.disk().visitFrames((number, kind, words) -> requireShort(words));
    harness.open();
    requireIds(harness, ids);
    insert(harness, 1_000, ids, random);
    for (Long id : ids.stream().limit(100).toList()) {
      assertThat(harness.grove().delete(id, PLACE, PLACE, PLACE, PLACE)).isTrue();
      ids.remove(id);
    }
    requireIds(harness, ids);
    harness.grove().flush();
    requireIds(harness, ids);
    assertThat(harness.grove().check().problems()).isEmpty();
  }

  private static void insert(GroveHarness harness, int count, Set<Long> ids, Random random) {
    for (int i = 0; i < count; i++) {
      long id = random.nextLong();
      ids.add(id);
      harness.grove().insert(id, PLACE, PLACE, PLACE, PLACE);
    }
  }

  private static void requireIds(GroveHarness harness, Set<Long> ids) {
    Set<Long> found = new HashSet<>();
    harness
        .grove()
        .search(PLACE, PLACE, PLACE, PLACE, (id, minX, minY, maxX, maxY) -> found.add(id));
    assertThat(found.equals(ids)).as("%d of %d ids", found.size(), ids.size()).isTrue();
  }
}

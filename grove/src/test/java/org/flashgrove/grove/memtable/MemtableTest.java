package org.flashgrove.grove.memtable;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.grove.GroveConfigs;
import org.flashgrove.grove.GroveHarness;
import org.flashgrove.grove.block.WordList;
import org.flashgrove.grove.columns.EntryColumns;
import org.flashgrove.grove.config.GroveConfig;
import org.flashgrove.grove.curve.CurveOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Intervals of a write buffer that are cut while a merge has taken their changes. */
class MemtableTest {
  private final Random random = Seeds.random();
  private final WordList words = new WordList();
  private long nextFrame = 1;

  @ParameterizedTest
  @ValueSource(longs = {64 << 10, 32 << 20})
  void cuttingAnIntervalKeepsTheChangesThatAMergeHasTaken(long memory) {
    GroveConfig config = GroveConfigs.of(GroveHarness.CURVE, memory);
    CurveOrder curve = config.curveOrder();
    Memtable buffer = new Memtable(config, curve);
    insert(buffer, 0, 30);
    buffer.freeze(0, CurveOrder.OVERSIZED, buffer.newest());
    insert(buffer, 30, 50);
    List<String> before = changes(buffer, config, curve);
    assertThat(before).hasSize(50).contains("0 frozen: true", "30 frozen: false");

    for (long value = 1; value < CurveOrder.OVERSIZED && value > 0; value *= 2) {
      buffer.cut(value);
      buffer.cut(CurveOrder.OVERSIZED - value);
    }
    assertThat(buffer.partition().count()).isGreaterThan(100);
    assertThat(changes(buffer, config, curve)).containsExactlyInAnyOrderElementsOf(before);
    assertThat(buffer.changes()).isEqualTo(50);
  }

  /**
   * Each packing of an interval copies the array of its chunks. For equal points, which share an
   * interval, the elements copied must be proportional to the number of points.
   */
  @ParameterizedTest
  @ValueSource(longs = {64 << 10, 32 << 20})
  void packingEqualPointsCopiesAFewElementsForEachPoint(long memory) {
    GroveConfig config = GroveConfigs.of(GroveHarness.CURVE, memory);
    Memtable buffer = new Memtable(config, config.curveOrder());
    long copied = 0;
    IntervalState last = null;
    int points = 100_000;
    for (int id = 0; id < points; id++) {
      insert(buffer, id, 0.3, 0.3);
      IntervalState state = buffer.partition().buffer(buffer.partition().first()).state();
      copied += state == last ? 0 : state.chunks().length;
      last = state;
    }
    assertThat(last.changes()).isEqualTo(points);
    assertThat(copied).isLessThan(16L * points);
  }

  private void insert(Memtable buffer, int from, int to) {
    for (int id = from; id < to; id++) {
      insert(buffer, id, random.nextDouble(), random.nextDouble());
    }
  }

  private void insert(Memtable buffer, int id, double x, double y) {
    words.clear();
    words.addChange(WordList.INSERTION, id, x, y, x, y);
    buffer.apply(nextFrame++, words.words(), words.length());
  }

  /** Returns the changes of each interval, which must lie in its range of the curve. */
  private static List<String> changes(Memtable buffer, GroveConfig config, CurveOrder curve) {
    List<String> all = new ArrayList<>();
    Packer packer = new Packer(curve, config);
    Partition partition = buffer.partition();
    for (int at = partition.first(); at < partition.beyond(); at = partition.next(at)) {
      EntryColumns taken = new EntryColumns(16);
      packer.collectFrozen(partition.buffer(at).state(), taken);
      EntryColumns others = new EntryColumns(16);
      packer.collect(partition.buffer(at).state(), others);
      for (EntryColumns changes : List.of(taken, others)) {
        for (int i = 0; i < changes.size(); i++) {
          assertThat(changes.key(i)).isBetween(partition.start(at), partition.end(at) - 1);
          all.add(changes.id(i) + " frozen: " + (changes == taken));
        }
      }
    }
    return all;
  }
}

package org.flashgrove.grove.memtable;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.grove.curve.CurveOrder;
import org.flashgrove.grove.curve.Directory;
import org.flashgrove.grove.fence.WindowSides;
import org.flashgrove.grove.memtable.BufferInterval.Placed;
import org.junit.jupiter.api.RepeatedTest;

/** A partition against a plain list of its intervals, while these are split, joined and filled. */
class PartitionTest {
  private static final int STEPS = 400;
  private static final int MOST_JOINED = 60;

  private final Random random = Seeds.random();
  private final List<Placed> expected = new ArrayList<>();
  private final double[] box = new double[4];
  private final WindowSides sides = new WindowSides();
  private final IntervalScan scan = new IntervalScan();
  private Partition partition;

  private static Placed interval(long start) {
    RawChanges raw = new RawChanges(true, 64, 0);
    return Placed.of(start, new IntervalState(new Chunk[0], 0, raw, 0, null));
  }

  @RepeatedTest(5)
  void holdsWhatAListHolds() {
    expected.add(interval(0));
    partition = Partition.of(Directory.empty(), expected.toArray(new Placed[0]));
    for (int step = 0; step < STEPS; step++) {
      if (random.nextInt(20) == 0) {
        join();
      } else if (random.nextInt(3) == 0) {
        fill();
      } else {
        split();
      }
      check();
    }
    assertThat(partition.leaves()).isBetween(2, partition.count());
  }

  private int positionOf(int index) {
    int at = partition.first();
    for (int i = 0; i < index; i++) {
      at = partition.next(at);
    }
    return at;
  }

  private void split() {
    int index = random.nextInt(expected.size());
    Placed old = expected.get(index);
    long end = index + 1 < expected.size() ? expected.get(index + 1).start() : CurveOrder.END;
    int count = 2 + random.nextInt(3);
    long each = (end - old.start()) / count;
    if (each == 0) {
      return;
    }
    Placed[] parts = new Placed[count];
    for (int i = 0; i < count; i++) {
      parts[i] = interval(old.start() + i * each);
    }
    for (int i = 0; i < old.interval().state().raw().count(); i++) {
      copy(old.interval().state().raw(), i, parts[random.nextInt(count)]);
    }
    int at = positionOf(index);
    partition = partition.withBuffers(partition.directory(), at, partition.next(at), parts);
    expected.remove(index);
    expected.addAll(index, List.of(parts));
  }

  private static void copy(RawChanges from, int i, Placed into) {
    RawChanges raw = into.interval().state().raw();
    raw.append(
        raw.markOf(RawChanges.ENTRY, 1),
        from.id(i),
        from.minX(i),
        from.minY(i),
        from.maxX(i),
        from.maxY(i));
  }

  private void join() {
    int from = random.nextInt(expected.size());
    int to = Math.min(expected.size(), from + 1 + random.nextInt(MOST_JOINED));
    Placed[] inside = new Placed[1 + random.nextInt(2 * (to - from))];
    long end = to < expected.size() ? expected.get(to).start() : CurveOrder.END;
    long start = expected.get(from).start();
    long each = Math.max(1, (end - start) / inside.length);
    List<Placed> list = new ArrayList<>();
    for (int i = 0; i < inside.length && start + i * each < end; i++) {
      list.add(interval(start + i * each));
    }
    int beyond = to == expected.size() ? partition.beyond() : positionOf(to);
    partition =
        partition.withBuffers(
            partition.directory(), positionOf(from), beyond, list.toArray(new Placed[0]));
    expected.subList(from, to).clear();
    expected.addAll(from, list);
  }

  private void fill() {
    int index = random.nextInt(expected.size());
    if (expected.get(index).interval().state().raw().count() == 64) {
      return;
    }
    double x = random.nextDouble();
    double y = random.nextDouble();
    box[0] = x;
    box[1] = y;
    box[2] = x + 0.01 * random.nextDouble();
    box[3] = y;
    partition.cover(positionOf(index), box);
    RawChanges raw = expected.get(index).interval().state().raw();
    raw.append(raw.markOf(RawChanges.ENTRY, 1), 7, box[0], box[1], box[2], box[3]);
    partition.appended(positionOf(index));
  }

  private void check() {
    assertThat(partition.count()).isEqualTo(expected.size());
    int at = partition.first();
    double[] query = {random.nextDouble(), random.nextDouble(), 0, 0};
    query[2] = query[0] + 0.2;
    query[3] = query[1] + 0.2;
    int met = partition.nextBuffer(Predicate.INTERSECTS, query, partition.first());
    assertSameIntervals(query, met);
    for (int i = 0; i < expected.size(); i++) {
      Placed interval = expected.get(i);
      long end = i + 1 < expected.size() ? expected.get(i + 1).start() : CurveOrder.END;
      assertThat(partition.buffer(at)).isSameAs(interval.interval());
      assertThat(partition.raw(at)).isSameAs(interval.interval().state().raw());
      assertThat(partition.changes(at)).isEqualTo(interval.interval().state().changes());
      assertThat(partition.start(at)).isEqualTo(interval.start());
      assertThat(partition.end(at)).isEqualTo(end);
      assertThat(partition.find(interval.start())).isEqualTo(at);
      assertThat(partition.find(end - 1)).isEqualTo(at);
      assertThat(partition.firstFrom(interval.start())).isEqualTo(at);
      assertThat(partition.firstFrom(end)).isEqualTo(partition.next(at));
      partition.bufferBox(at, box);
      boolean holds = isMet(interval.interval().state().raw(), query);
      if (met == at) {
        met = partition.nextBuffer(Predicate.INTERSECTS, query, at + 1);
      } else {
        assertThat(holds).isFalse();
        assertThat(met).isGreaterThan(at);
      }
      assertHolds(interval.interval().state().raw());
      at = partition.next(at);
    }
    assertThat(at).isEqualTo(partition.beyond());
    assertThat(met).isEqualTo(partition.beyond());
  }

  /** Asserts that a scan by words of bits finds the intervals that a walk finds. */
  private void assertSameIntervals(double[] query, int first) {
    sides.set(query);
    scan.start(partition, sides);
    for (int at = first; at < partition.beyond(); ) {
      assertThat(scan.next()).isEqualTo(at);
      at = partition.nextBuffer(Predicate.INTERSECTS, query, at + 1);
    }
    assertThat(scan.next()).isEqualTo(-1);
  }

  /** More than 64 groups of 16 leaves, so that a scan needs several words for them. */
  @RepeatedTest(2)
  void intervalsOfALargeBufferAreFoundByWordsOfBits() {
    Placed[] many = new Placed[40_000];
    for (int i = 0; i < many.length; i++) {
      many[i] = interval(i);
      double x = (double) i / many.length;
      double y = random.nextDouble();
      RawChanges raw = many[i].interval().state().raw();
      raw.append(raw.markOf(RawChanges.ENTRY, 1), i, x, y, x, y);
    }
    partition = Partition.of(Directory.empty(), many);
    assertThat(partition.groups()).isGreaterThan(Long.SIZE);
    double[][] queries = {{0, 0, 1, 1}, {2, 0, 3, 1}, {0.999, 0, 1, 1}, {0, 0.4, 1, 0.401}};
    for (double[] query : queries) {
      assertSameIntervals(
          query, partition.nextBuffer(Predicate.INTERSECTS, query, partition.first()));
    }
  }

  private static boolean isMet(RawChanges raw, double[] query) {
    for (int i = 0; i < raw.count(); i++) {
      if (raw.minX(i) <= query[2]
          && raw.maxX(i) >= query[0]
          && raw.minY(i) <= query[3]
          && raw.maxY(i) >= query[1]) {
        return true;
      }
    }
    return false;
  }

  private void assertHolds(RawChanges raw) {
    for (int i = 0; i < raw.count(); i++) {
      assertThat(box[0]).isLessThanOrEqualTo(raw.minX(i));
      assertThat(box[1]).isLessThanOrEqualTo(raw.minY(i));
      assertThat(box[2]).isGreaterThanOrEqualTo(raw.maxX(i));
      assertThat(box[3]).isGreaterThanOrEqualTo(raw.maxY(i));
    }
  }
}

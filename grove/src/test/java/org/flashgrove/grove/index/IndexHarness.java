package org.flashgrove.grove.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.NeighbourVisitor;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.grove.index.Bag.Entry;

/** An index beside a list of its entries: random changes of both, and queries, compared. */
public abstract class IndexHarness {
  /** Bytes that the changes of one batch may use in addition to what was free. */
  protected static final long BATCH = 2_048;

  protected final EntryKind kind;
  protected final Random random;
  protected Bag bag = new Bag();
  private long nextId = 1;

  protected IndexHarness(EntryKind kind, Random random) {
    this.kind = kind;
    this.random = random;
  }

  /** Returns the index that is open. */
  protected abstract BlockIndex<?> index();

  /** Returns whether deletions and updates do not look for what they change. */
  protected boolean isBlind() {
    return false;
  }

  public final Bag bag() {
    return bag;
  }

  public final Entry next() {
    return Entry.of(kind.id(random, nextId++), kind.box(random));
  }

  public final void insert(Entry entry) {
    index().insert(entry.id(), entry.minX(), entry.minY(), entry.maxX(), entry.maxY());
    bag.add(entry);
  }

  public final void delete(Entry entry) {
    boolean was = bag.remove(entry);
    boolean said =
        index().delete(entry.id(), entry.minX(), entry.minY(), entry.maxX(), entry.maxY());
    assertThat(said).isEqualTo(was || isBlind());
  }

  public final void update() {
    boolean known = random.nextInt(4) > 0;
    Entry from = known ? bag.any(random) : next();
    Entry to = Entry.of(from.id(), kind.box(random));
    boolean there = bag.remove(from);
    if (there || !isBlind()) {
      assertThat(index().update(from.id(), from.box(), to.box())).isEqualTo(there);
    }
    if (there) {
      bag.add(to);
    }
  }

  protected final void batch() {
    Bag after = bag.copy();
    try (SpatialBatch batch = index().begin()) {
      for (int i = random.nextInt(20); i >= 0; i--) {
        if (after.size() == 0 || random.nextBoolean()) {
          Entry entry = next();
          batch.insert(entry.id(), entry.minX(), entry.minY(), entry.maxX(), entry.maxY());
          after.add(entry);
        } else {
          Entry entry = after.any(random);
          after.remove(entry);
          assertThat(
                  batch.delete(entry.id(), entry.minX(), entry.minY(), entry.maxX(), entry.maxY()))
              .isTrue();
        }
      }
      if (!isBlind()) {
        assertThat(batch.size()).isEqualTo(after.size());
      }
      double[] q = kind.window(random);
      List<Entry> found = new ArrayList<>();
      batch.forEach(
          EntryQuery.intersecting(q[0], q[1], q[2], q[3]),
          (id, x1, y1, x2, y2) -> found.add(new Entry(id, x1, y1, x2, y2)));
      found.sort(Bag.ORDER);
      assertThat(found).isEqualTo(after.search(Predicate.INTERSECTS, q));
      if (random.nextInt(5) > 0) {
        batch.commit();
        bag = after;
      }
    }
  }

  public final void assertSearch(RectangleTest test, double[] q) {
    List<Entry> expected = bag.search(test, q);
    List<Entry> found = new ArrayList<>();
    long visited =
        index()
            .forEach(
                EntryQuery.matching(test, q[0], q[1], q[2], q[3]),
                (id, x1, y1, x2, y2) -> found.add(new Entry(id, x1, y1, x2, y2)));
    found.sort(Bag.ORDER);
    assertThat(found).as("%s of %s", test, Arrays.toString(q)).isEqualTo(expected);
    assertThat(visited).isEqualTo(expected.size());
    assertThat(index().count(EntryQuery.matching(test, q[0], q[1], q[2], q[3])))
        .isEqualTo(expected.size());
    List<Long> ids = new ArrayList<>();
    index()
        .forEach(
            EntryQuery.matching(test, q[0], q[1], q[2], q[3]).idsOnly(),
            (id, x1, y1, x2, y2) -> ids.add(id));
    ids.sort(null);
    assertThat(ids).isEqualTo(expected.stream().map(Entry::id).sorted().toList());
    searched(test, q, expected);
  }

  /** Compares further ways of one search, by default none. */
  protected void searched(RectangleTest test, double[] q, List<Entry> expected) {
    // most indices are asked by visitors alone
  }

  public final void assertNearest(double[] q, int limit) {
    List<Entry> expected = bag.nearest(q, limit);
    List<Entry> found = new ArrayList<>();
    NeighbourVisitor adds =
        (id, x1, y1, x2, y2, distance) -> {
          Entry entry = new Entry(id, x1, y1, x2, y2);
          assertThat(distance).isEqualTo(entry.distance(q));
          found.add(entry);
        };
    index().scan(EntryQuery.nearest(limit, q[0], q[1], q[2], q[3]), adds);
    assertThat(found).isEqualTo(expected);
    List<Long> ids = new ArrayList<>();
    assertThat(
            index()
                .forEach(
                    EntryQuery.nearest(limit, q[0], q[1], q[2], q[3]).idsOnly(),
                    (id, x1, y1, x2, y2) -> ids.add(id)))
        .isEqualTo(expected.size());
    assertThat(ids).isEqualTo(expected.stream().map(Entry::id).toList());
  }
}

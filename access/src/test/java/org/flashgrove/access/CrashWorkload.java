package org.flashgrove.access;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.flashgrove.core.index.SpatialIndex;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeStore;

/**
 * Workload of seeded insertions, deletions, updates, loads of whole trees, flushes and syncs. For
 * each prefix of the workload it knows the expected content of the index.
 */
final class CrashWorkload {
  private static final int SPACE = 100;
  private static final int BOX = 4;
  private static final int MOST_SIDE = 5;
  private static final int LOAD_EVERY = 60;

  /** Maximum number of leaves of a load. A root on the smallest page has room for them. */
  private static final int MOST_LEAVES = 8;

  /** Kinds of steps. */
  private enum Kind {
    INSERT,
    DELETE,
    UPDATE,
    LOAD,
    FLUSH,
    SYNC
  }

  private record Entry(long id, double[] box) {
    long digest() {
      long digest = id;
      for (double side : box) {
        digest = mix(digest + Double.doubleToLongBits(side));
      }
      return digest;
    }
  }

  /**
   * A step.
   *
   * @param from the entry that the step removes, or null
   * @param to the entry that the step adds, or null
   * @param loaded the entries that replace all others, or null
   */
  private record Step(Kind kind, Entry from, Entry to, List<Entry> loaded) {
    Step(Kind kind, Entry from, Entry to) {
      this(kind, from, to, null);
    }
  }

  private final List<Step> steps = new ArrayList<>();
  private final long[] expected;
  private final int mostSide;
  private final boolean loads;

  /** Shape of the entries of a workload. */
  enum Shape {
    /** Rectangles, and loads of whole pages in the node format of an R-tree or R*-tree. */
    LOADED_RECTANGLES,
    /** Rectangles, for any tree. */
    RECTANGLES,
    /** Points, for any tree. */
    POINTS
  }

  /**
   * Creates {@code count} steps from a seed. On average one step in {@code flushEvery} is a flush.
   */
  CrashWorkload(long seed, int count, int flushEvery) {
    this(seed, count, flushEvery, Shape.LOADED_RECTANGLES, false);
  }

  /** Creates a workload in which, if {@code growing}, the number of entries keeps growing. */
  CrashWorkload(long seed, int count, int flushEvery, boolean growing) {
    this(seed, count, flushEvery, Shape.LOADED_RECTANGLES, growing);
  }

  /** Creates steps whose entries have a given shape. */
  CrashWorkload(long seed, int count, int flushEvery, Shape shape) {
    this(seed, count, flushEvery, shape, false);
  }

  /** Creates a workload in which, if {@code growing}, the number of entries keeps growing. */
  CrashWorkload(long seed, int count, int flushEvery, Shape shape, boolean growing) {
    Random random = new Random(seed);
    mostSide = shape == Shape.POINTS ? 1 : MOST_SIDE;
    loads = shape == Shape.LOADED_RECTANGLES;
    List<Entry> present = new ArrayList<>();
    expected = new long[count + 1];
    long sum = 0;
    long nextId = 1;
    expected[0] = digest(0, 0);
    for (int i = 0; i < count; i++) {
      Step step = draw(random, present, nextId, flushEvery, growing ? 0 : i);
      if (step.from != null) {
        sum -= step.from.digest();
        present.remove(step.from);
      }
      if (step.to != null) {
        sum += step.to.digest();
        present.add(step.to);
        nextId = Math.max(nextId, step.to.id + 1);
      }
      if (step.loaded != null) {
        present = new ArrayList<>(step.loaded);
        sum = present.stream().mapToLong(Entry::digest).sum();
        nextId += present.size();
      }
      steps.add(step);
      expected[i + 1] = digest(sum, present.size());
    }
  }

  private Step draw(Random random, List<Entry> present, long nextId, int flushEvery, int number) {
    if (random.nextInt(flushEvery) == 0) {
      return new Step(Kind.FLUSH, null, null);
    }
    int what = random.nextInt(100);
    if (loads && number > 0 && random.nextInt(LOAD_EVERY) == 0) {
      return new Step(Kind.LOAD, null, null, load(random, nextId));
    }
    if (what < 4) {
      return new Step(Kind.SYNC, null, null);
    }
    // Grows first, then shrinks, so that nodes are dissolved and ids used again.
    int insertions = number % 240 < 150 ? 72 : 30;
    if (what < insertions || present.isEmpty()) {
      return new Step(Kind.INSERT, null, new Entry(nextId, box(random)));
    }
    Entry old = present.get(random.nextInt(present.size()));
    return what % 4 == 0
        ? new Step(Kind.UPDATE, old, new Entry(old.id, box(random)))
        : new Step(Kind.DELETE, old, null);
  }

  private List<Entry> load(Random random, long nextId) {
    List<Entry> entries = new ArrayList<>();
    int count = SealedLoad.LEAF_ENTRIES * (2 + random.nextInt(MOST_LEAVES - 1));
    for (int i = 0; i < count; i++) {
      entries.add(new Entry(nextId + i, box(random)));
    }
    return entries;
  }

  private double[] box(Random random) {
    double x = random.nextInt(SPACE);
    double y = random.nextInt(SPACE);
    return new double[] {x, y, x + random.nextInt(mostSide), y + random.nextInt(mostSide)};
  }

  int steps() {
    return steps.size();
  }

  /** Returns the value that {@link #digest(SpatialIndex)} must have after {@code count} steps. */
  long expected(int count) {
    return expected[count];
  }

  /** Returns whether a step makes all steps before it durable. */
  boolean isSync(int number) {
    return steps.get(number).kind == Kind.SYNC;
  }

  /** Runs a step on a tree and the store of its nodes. */
  void run(int number, SpatialIndex index, NodeStore nodes) {
    Step step = steps.get(number);
    switch (step.kind) {
      case INSERT:
        double[] box = step.to.box;
        index.insert(step.to.id, box[0], box[1], box[2], box[3]);
        break;
      case DELETE:
        double[] old = step.from.box;
        require(index.delete(step.from.id, old[0], old[1], old[2], old[3]), number);
        break;
      case UPDATE:
        require(index.update(step.from.id, step.from.box, step.to.box), number);
        break;
      case LOAD:
        SealedLoad.run(nodes, words(step.loaded));
        break;
      case FLUSH:
        index.flush();
        break;
      default:
        index.sync();
    }
  }

  private static EntryList words(List<Entry> entries) {
    EntryList list = new EntryList(1 + BOX, entries.size());
    long[] words = new long[1 + BOX];
    for (Entry entry : entries) {
      words[0] = entry.id;
      for (int side = 0; side < BOX; side++) {
        words[1 + side] = Double.doubleToRawLongBits(entry.box[side]);
      }
      list.add(words, 0);
    }
    return list;
  }

  private static void require(boolean found, int number) {
    if (!found) {
      throw new AssertionError("step " + number + " does not find its entry");
    }
  }

  /** Returns a digest of all entries of an index. */
  static long digest(SpatialIndex index) {
    long[] sum = {0, 0};
    index.search(
        -1,
        -1,
        2 * SPACE,
        2 * SPACE,
        (id, minX, minY, maxX, maxY) -> {
          sum[0] += new Entry(id, new double[] {minX, minY, maxX, maxY}).digest();
          sum[1]++;
        });
    if (sum[1] != index.size()) {
      return ~digest(sum[0], index.size());
    }
    return digest(sum[0], sum[1]);
  }

  private static long digest(long sum, long count) {
    return mix(sum + mix(count));
  }

  /** Returns a hash of a number, by the finalizer of SplitMix64. */
  private static long mix(long value) {
    return new SplittableRandom(value).nextLong();
  }
}

package org.flashgrove.access;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.flashgrove.core.index.SpatialBatch;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ParameterGenerator;
import org.jetbrains.lincheck.datastructures.RandomProvider;

/**
 * The calls that concurrent scenarios are made of, to a store that begins with the entries of
 * {@link ConcurrentEntries}. Each is one call of the store, so each must be atomic. {@link
 * EntryModel} says what they give.
 */
@Param(name = "new", gen = StoreCalls.NewObjects.class)
@Param(name = "object", gen = StoreCalls.KnownObjects.class)
@Param(name = "place", gen = IntGen.class, conf = "0:1")
@Param(name = "window", gen = IntGen.class, conf = "0:3")
@Param(name = "limit", gen = IntGen.class, conf = "1:6")
public abstract class StoreCalls {
  private final SpatialStore store;

  /** Calls to a store. */
  StoreCalls(SpatialStore store) {
    this.store = store;
  }

  final SpatialStore store() {
    return store;
  }

  /** Objects that no call of the scenario has inserted. */
  public static final class NewObjects implements ParameterGenerator<Integer> {
    private int next = ConcurrentEntries.FIRST_INSERTED;

    /** As the scenario generator wants it. */
    public NewObjects(RandomProvider random, String configuration) {}

    @Override
    public Integer generate() {
      return next++;
    }

    @Override
    public void reset() {
      next = ConcurrentEntries.FIRST_INSERTED;
    }
  }

  /** Objects that were there from the beginning, or that another call may have inserted. */
  public static final class KnownObjects implements ParameterGenerator<Integer> {
    private final Random random;

    /** As the scenario generator wants it. */
    public KnownObjects(RandomProvider random, String configuration) {
      this.random = random.createRandom();
    }

    @Override
    public Integer generate() {
      return random.nextInt(3) == 0
          ? ConcurrentEntries.FIRST_INSERTED + random.nextInt(3)
          : random.nextInt(ConcurrentEntries.PRESENT);
    }
  }

  /** Inserts an object at place 0. */
  @Operation(params = "new")
  public void insert(int object) {
    double[] at = ConcurrentEntries.box(object, 0);
    store.insert(object, at[0], at[1], at[2], at[3]);
  }

  /** Inserts an object at place 0 and waits until that is durable. */
  @Operation(params = "new")
  public void insertDurably(int object) {
    insert(object);
    store.awaitDurable(store.commitNumber());
  }

  /** Inserts an object and its twin in one batch. */
  @Operation(params = "new")
  public void insertTwins(int object) {
    double[] at = ConcurrentEntries.box(object, 0);
    double[] twin = ConcurrentEntries.box(object + ConcurrentEntries.TWIN, 0);
    try (SpatialBatch batch = store.begin()) {
      batch.insert(object, at[0], at[1], at[2], at[3]);
      batch.insert(object + ConcurrentEntries.TWIN, twin[0], twin[1], twin[2], twin[3]);
      batch.commit();
    }
  }

  /** Deletes an object if it is at a place. */
  @Operation(params = {"object", "place"})
  public boolean delete(int object, int place) {
    double[] at = ConcurrentEntries.box(object, place);
    return store.delete(object, at[0], at[1], at[2], at[3]);
  }

  /** Moves an object from a place to the other one if it is there. */
  @Operation(params = {"object", "place"})
  public boolean move(int object, int place) {
    return store.update(
        object, ConcurrentEntries.box(object, place), ConcurrentEntries.box(object, 1 - place));
  }

  /** The objects in a window, and how many of the population. */
  @Operation(params = "window")
  public String query(int window) {
    List<String> words = new ArrayList<>();
    int fixed = collect(window, words);
    return answer(words, fixed);
  }

  /** Adds the objects in a window to a list; how many of the population are in it. */
  final int collect(int window, List<String> words) {
    double[] sides = ConcurrentEntries.window(window);
    int[] fixed = {0};
    store.search(
        sides[0],
        sides[1],
        sides[2],
        sides[3],
        (id, minX, minY, maxX, maxY) -> {
          if (ConcurrentEntries.isFixed(id)) {
            fixed[0]++;
          } else {
            words.add(ConcurrentEntries.word(id, new double[] {minX, minY, maxX, maxY}));
          }
        });
    return fixed[0];
  }

  /** What a query gives that found some objects and a number of the population. */
  static String answer(List<String> words, int fixed) {
    Collections.sort(words);
    return words + " and " + fixed;
  }

  /** The entries nearest to a point, in their order. */
  @Operation(params = {"window", "limit"})
  public String nearest(int start, int limit) {
    double[] from = ConcurrentEntries.start(start);
    StringBuilder words = new StringBuilder();
    store.nearest(
        from[0],
        from[1],
        limit,
        (id, minX, minY, maxX, maxY, distance) -> {
          words.append(ConcurrentEntries.word(id, new double[] {minX, minY, maxX, maxY}));
          words.append(' ');
        });
    return words.toString();
  }

  /** Number of entries. */
  @Operation
  public long size() {
    return store.size();
  }

  /** Brings all changes to the device and compacts the log. */
  @Operation
  public void flush() {
    store.flush();
  }

  /** Waits until all operations so far are durable. */
  @Operation
  public void sync() {
    store.sync();
  }
}

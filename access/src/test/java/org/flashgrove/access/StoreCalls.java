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
 * Calls of concurrent scenarios to a store that begins with the entries of {@link
 * ConcurrentEntries}. Each call must be atomic. {@link EntryModel} specifies the results.
 */
@Param(name = "new", gen = StoreCalls.NewObjects.class)
@Param(name = "object", gen = StoreCalls.KnownObjects.class)
@Param(name = "place", gen = IntGen.class, conf = "0:1")
@Param(name = "window", gen = IntGen.class, conf = "0:3")
@Param(name = "limit", gen = IntGen.class, conf = "1:6")
public abstract class StoreCalls {
  private final SpatialStore store;

  /** Creates the calls to a store. */
  StoreCalls(SpatialStore store) {
    this.store = store;
  }

  final SpatialStore store() {
    return store;
  }

  /** Generates objects that no other call of the scenario inserts. */
  public static final class NewObjects implements ParameterGenerator<Integer> {
    private int next = ConcurrentEntries.FIRST_INSERTED;

    /** Creates the generator; Lincheck requires a constructor with these parameters. */
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

  /** Generates objects that exist from the beginning, or that another call may have inserted. */
  public static final class KnownObjects implements ParameterGenerator<Integer> {
    private final Random random;

    /** Creates the generator; Lincheck requires a constructor with these parameters. */
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

  /** Inserts an object at place 0 and waits until the insertion is durable. */
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

  /** Deletes an object if it is at the given place. */
  @Operation(params = {"object", "place"})
  public boolean delete(int object, int place) {
    double[] at = ConcurrentEntries.box(object, place);
    return store.delete(object, at[0], at[1], at[2], at[3]);
  }

  /** Moves an object from the given place to the other place, if it is at the given place. */
  @Operation(params = {"object", "place"})
  public boolean move(int object, int place) {
    return store.update(
        object, ConcurrentEntries.box(object, place), ConcurrentEntries.box(object, 1 - place));
  }

  /** Returns the objects in a window, and the number of entries of the population in it. */
  @Operation(params = "window")
  public String query(int window) {
    List<String> words = new ArrayList<>();
    int fixed = collect(window, words);
    return answer(words, fixed);
  }

  /**
   * Adds the objects in a window to {@code words}. Returns the number of entries of the population
   * in the window.
   */
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

  /**
   * Returns the answer of a query that found some objects and {@code fixed} entries of the
   * population.
   */
  static String answer(List<String> words, int fixed) {
    Collections.sort(words);
    return words + " and " + fixed;
  }

  /** Returns the entries nearest to a point, in their order. */
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

  /** Returns the number of entries. */
  @Operation
  public long size() {
    return store.size();
  }

  /** Writes all changes to the device and compacts the log. */
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

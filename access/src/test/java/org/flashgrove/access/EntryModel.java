package org.flashgrove.access;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.flashgrove.core.failure.StoreClosedException;

/**
 * Sequential specification of {@link StoreCalls}: the result of each call if the calls are made one
 * after the other.
 */
public final class EntryModel {
  private record Neighbour(long id, double[] box, double distance) {}

  private static final Comparator<Neighbour> NEAREST_FIRST =
      Comparator.comparingDouble(Neighbour::distance).thenComparingLong(Neighbour::id);

  /** Number of entries of the population in each window. */
  private static final int[] FIXED_IN = new int[ConcurrentEntries.windows()];

  private static final List<List<Neighbour>> FIXED_NEAR = new ArrayList<>();

  static {
    for (int window = 0; window < ConcurrentEntries.windows(); window++) {
      FIXED_IN[window] = fixedIn(ConcurrentEntries.window(window));
      FIXED_NEAR.add(fixedNear(ConcurrentEntries.start(window)));
    }
  }

  /** Place of each existing object, by the number of the object. */
  private final TreeMap<Integer, Integer> places = new TreeMap<>();

  private boolean closed;

  /** Creates a model with the population and the objects that exist from the beginning. */
  public EntryModel() {
    for (int object = 0; object < ConcurrentEntries.PRESENT; object++) {
      places.put(object, 0);
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new StoreClosedException("closed");
    }
  }

  /** See {@link StoreCalls#insert}. */
  public void insert(int object) {
    requireOpen();
    places.put(object, 0);
  }

  /** See {@link StoreCalls#insertDurably}. */
  public void insertDurably(int object) {
    insert(object);
  }

  /** See {@link StoreCalls#insertTwins}. */
  public void insertTwins(int object) {
    requireOpen();
    places.put(object, 0);
    places.put(object + ConcurrentEntries.TWIN, 0);
  }

  /** See {@link StoreCalls#delete}. */
  public boolean delete(int object, int place) {
    requireOpen();
    return places.remove(object, place);
  }

  /** See {@link StoreCalls#move}. */
  public boolean move(int object, int place) {
    requireOpen();
    return places.replace(object, place, 1 - place);
  }

  /** See {@link StoreCalls#query}. */
  public String query(int window) {
    requireOpen();
    double[] sides = ConcurrentEntries.window(window);
    List<String> words = new ArrayList<>();
    places.forEach(
        (object, place) -> {
          double[] box = ConcurrentEntries.box(object, place);
          if (ConcurrentEntries.intersects(box, sides)) {
            words.add(ConcurrentEntries.word(object, box));
          }
        });
    return StoreCalls.answer(words, FIXED_IN[window]);
  }

  private static int fixedIn(double[] window) {
    int found = 0;
    for (int i = 0; i < ConcurrentEntries.FIXED; i++) {
      found += ConcurrentEntries.intersects(ConcurrentEntries.fixedBox(i), window) ? 1 : 0;
    }
    return found;
  }

  /** See {@link StoreCalls#nearest}. */
  public String nearest(int start, int limit) {
    requireOpen();
    double[] from = ConcurrentEntries.start(start);
    List<Neighbour> all = new ArrayList<>();
    places.forEach(
        (object, place) -> all.add(neighbour(object, ConcurrentEntries.box(object, place), from)));
    all.addAll(FIXED_NEAR.get(start).subList(0, limit)); // no other can be among the nearest
    all.sort(NEAREST_FIRST);
    StringBuilder words = new StringBuilder();
    for (Neighbour neighbour : all.subList(0, limit)) {
      words.append(ConcurrentEntries.word(neighbour.id, neighbour.box)).append(' ');
    }
    return words.toString();
  }

  private static List<Neighbour> fixedNear(double[] from) {
    List<Neighbour> fixed = new ArrayList<>();
    for (int i = 0; i < ConcurrentEntries.FIXED; i++) {
      long id = ConcurrentEntries.FIRST_FIXED_ID + i;
      fixed.add(neighbour(id, ConcurrentEntries.fixedBox(i), from));
    }
    fixed.sort(NEAREST_FIRST);
    return fixed;
  }

  private static Neighbour neighbour(long id, double[] box, double[] from) {
    double dx = box[0] - from[0];
    double dy = box[1] - from[1];
    return new Neighbour(id, box, Math.sqrt(dx * dx + dy * dy));
  }

  /** See {@link StoreCalls#size}. */
  public long size() {
    requireOpen();
    return places.size() + ConcurrentEntries.FIXED;
  }

  /** See {@link StoreCalls#flush}. */
  public void flush() {
    requireOpen();
  }

  /** See {@link StoreCalls#sync}. */
  public void sync() {
    requireOpen();
  }

  /** Closes the model. From then on every call except this one throws an exception. */
  public void close() {
    closed = true;
  }
}

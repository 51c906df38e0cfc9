package org.flashgrove.access;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.flashgrove.core.index.EntryVisitor;

/**
 * History of commits that a seed determines. So several processes know it without communicating.
 * One process writes the history. Other processes find out from the store how many commits there
 * were, and know the entries that it must then contain.
 */
final class LiveHistory {
  /** Id of the entry whose position tells the number of commits. */
  static final long MARKER = 0;

  private static final int SIDE = 1_000;
  private static final int CHANGES = 12;

  /** Changes of one commit. */
  interface Changes {
    void insert(Model.Entry entry);

    /** Deletes an entry. Returns whether the entry existed. */
    boolean delete(Model.Entry entry);
  }

  /** Window queries of a store. */
  interface Windows {
    void search(double minX, double minY, double maxX, double maxY, EntryVisitor visitor);
  }

  private final long seed;
  private final int least;
  private final List<Model.Entry> entries = new ArrayList<>();
  private long nextId = 1;
  private int commit;

  /**
   * Creates a history before its first commit.
   *
   * @param least number of entries below which the history only adds entries
   */
  LiveHistory(long seed, int least) {
    this.seed = seed;
    this.least = least;
    entries.add(marker(0));
  }

  private static Model.Entry marker(int commit) {
    double x = SIDE + commit % SIDE;
    double y = SIDE + (double) (commit / SIDE);
    return new Model.Entry(MARKER, x, y, x, y);
  }

  int commit() {
    return commit;
  }

  /** Inserts the entries that exist before the first commit into a store. */
  void start(LiveStore store) {
    store.commit(changes -> changes.insert(entries.get(0)));
    Random random = new Random(seed);
    while (entries.size() < least) {
      store.commit(
          changes -> {
            for (int i = 0; i < 500; i++) {
              insert(random, changes);
            }
          });
    }
  }

  /** Computes the entries that exist before the first commit, without a store. */
  void start() {
    Random random = new Random(seed);
    while (entries.size() < least) {
      for (int i = 0; i < 500; i++) {
        insert(random, null);
      }
    }
  }

  /** Makes the next commit in a store. */
  void next(LiveStore store) {
    store.commit(this::next);
  }

  /** Computes the entries after commit {@code wanted}, without a store. */
  void goTo(int wanted) {
    while (commit < wanted) {
      next((Changes) null);
    }
  }

  private void next(Changes batch) {
    Random random = new Random(seed * 31 + commit);
    remove(0, batch);
    commit++;
    entries.add(marker(commit));
    int last = entries.size() - 1;
    Model.Entry marker = entries.get(last);
    entries.set(last, entries.get(0));
    entries.set(0, marker);
    add(batch, marker);
    for (int i = 0; i < CHANGES; i++) {
      if (entries.size() < least || random.nextBoolean()) {
        insert(random, batch);
      } else {
        remove(1 + random.nextInt(entries.size() - 1), batch);
      }
    }
  }

  private void insert(Random random, Changes batch) {
    double x = random.nextInt(SIDE);
    double y = random.nextInt(SIDE);
    Model.Entry entry =
        new Model.Entry(nextId++, x, y, x + random.nextInt(5), y + random.nextInt(5));
    entries.add(entry);
    add(batch, entry);
  }

  private static void add(Changes batch, Model.Entry entry) {
    if (batch != null) {
      batch.insert(entry);
    }
  }

  private void remove(int at, Changes batch) {
    Model.Entry gone = entries.get(at);
    entries.set(at, entries.get(entries.size() - 1));
    entries.remove(entries.size() - 1);
    if (batch != null && !batch.delete(gone)) {
      throw new IllegalStateException(gone + " is not there, at commit " + commit);
    }
  }

  /** Returns the number of commits of a store. */
  static int commitOf(Windows store) {
    int[] commit = {-1};
    store.search(
        SIDE,
        SIDE,
        1e9,
        1e9,
        (id, minX, minY, maxX, maxY) -> {
          if (id == MARKER) {
            commit[0] = (int) (minX - SIDE + (minY - SIDE) * SIDE);
          }
        });
    return commit[0];
  }

  /**
   * Returns a description of the difference between a store and its expected entries, or null if
   * there is no difference.
   */
  String difference(Windows store, Random random) {
    String all = difference(store, -1, -1, LiveStore.ALL, LiveStore.ALL);
    for (int i = 0; all == null && i < 20; i++) {
      double x = random.nextInt(SIDE);
      double y = random.nextInt(SIDE);
      all = difference(store, x, y, x + random.nextInt(50), y + random.nextInt(50));
    }
    return all;
  }

  private String difference(Windows store, double minX, double minY, double maxX, double maxY) {
    Map<Long, Model.Entry> found = new HashMap<>();
    int[] twice = {0};
    store.search(
        minX,
        minY,
        maxX,
        maxY,
        (id, x1, y1, x2, y2) ->
            twice[0] += found.put(id, new Model.Entry(id, x1, y1, x2, y2)) == null ? 0 : 1);
    int expected = 0;
    for (Model.Entry entry : entries) {
      boolean meets =
          entry.minX() <= maxX
              && entry.maxX() >= minX
              && entry.minY() <= maxY
              && entry.maxY() >= minY;
      expected += meets ? 1 : 0;
      if (meets && !entry.equals(found.get(entry.id()))) {
        return "commit " + commit + ": " + entry + " is not found";
      }
    }
    return expected == found.size() && twice[0] == 0
        ? null
        : "commit " + commit + ": " + found.size() + " found, " + expected + " there";
  }
}

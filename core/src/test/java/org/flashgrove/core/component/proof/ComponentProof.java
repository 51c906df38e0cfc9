package org.flashgrove.core.component.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.component.ComponentOperation;
import org.flashgrove.core.component.ComponentSnapshot;
import org.flashgrove.core.component.ComponentStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A {@link MergingMap} run on a store against a model. */
public abstract class ComponentProof {
  /** Bytes of a page of the stores. */
  protected static final int PAGE = 512;

  /** Pages of a block of the stores. */
  protected static final int PAGES = 4;

  private static final int KEYS = 600;

  private ComponentStore store;
  private MergingMap map;

  /** A store that is not open: an empty one, or the one that was closed last. */
  protected abstract ComponentStore next();

  /** Opens a store to which an index is attached. */
  protected abstract void open(ComponentStore closed);

  /** Steps of a run. */
  protected int steps() {
    return 1_500;
  }

  private void open(int mostBuffered) {
    store = next();
    map = new MergingMap(store, mostBuffered);
    open(store);
  }

  @AfterEach
  void closeStore() {
    if (store != null) {
      store.close();
    }
  }

  private record Seen(ComponentSnapshot snapshot, SortedMap<Long, Long> content) {}

  @Test
  void isAMapThatMergesItself() {
    Random random = Seeds.random();
    TreeMap<Long, Long> model = new TreeMap<>();
    List<Seen> snapshots = new ArrayList<>();
    open(40);
    int merges = 0;
    int mostBlocks = 0;
    for (int step = 0; step < steps(); step++) {
      operate(random, model, step);
      mostBlocks = Math.max(mostBlocks, map.blocks());
      switch (random.nextInt(60)) {
        case 0:
          snapshots.add(new Seen(store.snapshot(), new TreeMap<>(model)));
          break;
        case 1:
        case 2:
          compareAndClose(snapshots, random);
          break;
        case 3:
          assertThat(map.content()).isEqualTo(model);
          assertThat(map.problems()).isEmpty();
          break;
        case 4:
          map.merge();
          break;
        default:
          long key = random.nextInt(KEYS);
          assertThat(map.get(key)).isEqualTo(model.get(key));
      }
      if (random.nextInt(250) == 0) {
        store.flush();
        assertThat(map.unflushedBytes()).isLessThan(4_000);
      }
      if (random.nextInt(300) == 0) {
        while (!snapshots.isEmpty()) {
          compareAndClose(snapshots, random);
        }
        merges += map.merges();
        store.close();
        open(10 + random.nextInt(60));
        assertThat(map.content()).isEqualTo(model);
        assertThat(map.problems()).isEmpty();
      }
    }
    assertThat(map.content()).isEqualTo(model);
    assertThat(merges + map.merges()).isGreaterThan(steps() / 100);
    assertThat(mostBlocks).isGreaterThan(3);
  }

  private void operate(Random random, TreeMap<Long, Long> model, int step) {
    boolean committed = random.nextInt(8) > 0;
    TreeMap<Long, Long> after = new TreeMap<>(model);
    boolean grow = step % 1_000 < 700;
    try (ComponentOperation operation = store.begin()) {
      for (int change = random.nextInt(4); change >= 0; change--) {
        long key = random.nextInt(KEYS);
        if (random.nextInt(10) < (grow ? 8 : 3)) {
          MergingMap.stagePut(operation, key, step);
          after.put(key, (long) step);
        } else {
          MergingMap.stageRemove(operation, key);
          after.remove(key);
        }
      }
      if (committed) {
        operation.commit();
        model.clear();
        model.putAll(after);
      }
    }
  }

  private void compareAndClose(List<Seen> snapshots, Random random) {
    if (!snapshots.isEmpty()) {
      Seen seen = snapshots.remove(random.nextInt(snapshots.size()));
      assertThat(map.content(seen.snapshot())).isEqualTo(seen.content());
      seen.snapshot().close();
    }
  }

  private record Look(long commit, SortedMap<Long, Long> content) {}

  /** Readers beside a writer that merges all the time: each sees what one commit left. */
  @Test
  void readersSeeWhatOneCommitLeft() throws Exception {
    Random random = Seeds.random();
    open(8);
    Map<Long, SortedMap<Long, Long>> commits = new ConcurrentHashMap<>();
    TreeMap<Long, Long> model = new TreeMap<>();
    commits.put(store.newestCommit(), new TreeMap<>());
    boolean[] done = {false};
    var threads = Executors.newFixedThreadPool(2);
    try {
      List<Future<List<Look>>> readers = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        readers.add(threads.submit(() -> look(done)));
      }
      for (int step = 0; step < 600; step++) {
        long key = random.nextInt(200);
        if (random.nextInt(4) == 0) {
          map.remove(key);
          model.remove(key);
        } else {
          map.put(key, step);
          model.put(key, (long) step);
        }
        commits.put(store.newestCommit(), new TreeMap<>(model));
      }
      synchronized (done) {
        done[0] = true;
      }
      for (Future<List<Look>> reader : readers) {
        List<Look> looks = reader.get();
        assertThat(looks).isNotEmpty();
        for (Look look : looks) {
          assertThat(look.content()).isEqualTo(commits.get(look.commit()));
        }
      }
      assertThat(map.merges()).isGreaterThan(50);
    } finally {
      synchronized (done) {
        done[0] = true;
      }
      threads.shutdown();
    }
  }

  private List<Look> look(boolean[] done) {
    List<Look> looks = new ArrayList<>();
    boolean more = true;
    while (more) {
      synchronized (done) {
        more = !done[0];
      }
      try (ComponentSnapshot snapshot = store.snapshot()) {
        looks.add(new Look(snapshot.commit(), map.content(snapshot)));
      }
    }
    return looks;
  }
}

package org.flashgrove.storage.heap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.crash.PowerCuts;
import org.flashgrove.storage.file.StoreDirectory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Power cuts at device calls of random workloads: what is found afterwards is what some commit
 * left, none before the last one known to be durable, and the file goes on from there.
 */
class HeapCrashTest {
  private static final int PAGE_SIZE = 512;

  @Test
  void everyCutLeavesPrefixWithAllDurableCommits() {
    cut(70);
  }

  @Test
  @Tag("long")
  void manyCuts() {
    cut(10_000);
  }

  /** Returns what is between the heap and its pages, by default nothing. */
  UnaryOperator<PageStore> below(Random random) {
    return UnaryOperator.identity();
  }

  private void cut(int rounds) {
    Random random = Seeds.random();
    int cuts = 0;
    int partly = 0;
    for (int round = 0; round < rounds; round++) {
      Run run = new Run(random, below(random));
      for (int crash = 0; crash < 3; crash++) {
        run.untilCut();
        partly += run.recoverAndCompare() ? 1 : 0;
        cuts++;
      }
    }
    System.out.println(
        getClass().getSimpleName() + ": " + cuts + " power cuts, " + partly + " lost commits");
    assertThat(partly).as("cuts that lost something that was not durable").isPositive();
  }

  private static final class Run {
    private final Random random;
    private final boolean sync;
    private final UnaryOperator<PageStore> below;
    private final long logBytes;
    private CrashDisk disk = new CrashDisk();
    private HeapModel model;
    private List<Map<Long, String>> commits = new ArrayList<>();
    private int durable;

    Run(Random random, UnaryOperator<PageStore> below) {
      this.below = below;
      this.random = random;
      sync = random.nextBoolean();
      logBytes = 2_000 + random.nextInt(20_000);
      open(disk).close(); // creation has a protocol of its own
      model = new HeapModel(random, 3_000);
      commits.add(new TreeMap<>());
    }

    private HeapTestFiles.HeapStore open(StoreDirectory directory) {
      return HeapTestFiles.open(
          directory,
          PAGE_SIZE,
          HeapTestFiles.memory(8 + random.nextInt(8), "lru"),
          logBytes,
          sync,
          below);
    }

    /** Works until a device call fails, which is where power is lost. */
    void untilCut() {
      HeapTestFiles.failAfter(disk, random.nextInt(1 + random.nextInt(400)));
      try (HeapTestFiles.HeapStore store = open(disk)) {
        while (true) {
          model.operation(store.heap(), random.nextInt(6) > 0);
          commits.add(model.committed());
          if (sync) {
            durable = commits.size() - 1;
          } else if (random.nextInt(10) == 0) {
            store.sync();
            durable = commits.size() - 1;
          } else if (random.nextInt(20) == 0) {
            store.flush();
            durable = commits.size() - 1;
          }
        }
      } catch (StoreException e) {
        if (model.attempted != null) {
          commits.add(model.attempted);
        }
      }
    }

    /** Returns whether the newest commit was lost. */
    boolean recoverAndCompare() {
      disk = new CrashDisk(PowerCuts.any(disk, random));
      Map<Long, String> found;
      try (HeapTestFiles.HeapStore store = open(disk)) {
        found = HeapModel.scanned(store.heap(), 1 + random.nextInt(8));
        assertThat(store.heap().check().findings()).isEmpty();
        assertThat(store.heap().size()).isEqualTo(found.size());
      }
      assertThat(commits.subList(durable, commits.size())).contains(found);
      boolean lost = !found.equals(commits.get(commits.size() - 1));
      model.resume(found);
      commits = new ArrayList<>(List.of(found));
      durable = 0;
      return lost;
    }
  }
}

package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.storage.crash.CrashExplorer;
import org.flashgrove.storage.crash.CrashPlan;
import org.flashgrove.storage.crash.CrashReport;
import org.flashgrove.storage.crash.CrashScenario;
import org.flashgrove.storage.crash.DiskState;
import org.flashgrove.storage.crash.StoreUnderTest;
import org.flashgrove.storage.file.ForwardingDirectory;
import org.flashgrove.storage.file.ReaderPositions;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.file.StoreReaders;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Cuts the power and kills the process of a store that readers in other processes open, refresh and
 * close at random. Data that the writer keeps for readers must do no harm. This includes readers
 * that the writer finds when it opens the store.
 */
class ReadersCrashTest {
  /** A store with readers. */
  private record Read(CrashScenario store, long seed) implements CrashScenario {
    @Override
    public String name() {
      return store.name() + " with readers";
    }

    @Override
    public int steps() {
      return store.steps();
    }

    @Override
    public long expected(int steps) {
      return store.expected(steps);
    }

    @Override
    public DiskState initial() {
      return store.initial();
    }

    @Override
    public StoreUnderTest open(StoreDirectory directory) {
      return store.open(new ReadDirectory(directory, new PassingReaders(new Random(seed))));
    }
  }

  /** Simulated readers that come and go. They only register and do not read. */
  private static final class PassingReaders implements StoreReaders {
    private final Random random;

    PassingReaders(Random random) {
      this.random = random;
    }

    @Override
    public Mark enter(long frame) {
      return NONE.enter(frame);
    }

    @Override
    public ReaderPositions positions(long newestFrame) {
      List<Long> settled = new ArrayList<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        settled.add(Math.max(0, newestFrame - random.nextInt(300)));
      }
      List<Long> entering = new ArrayList<>();
      if (random.nextInt(5) == 0) {
        entering.add(Math.max(0, newestFrame - random.nextInt(50)));
      }
      return ReaderPositions.of(settled, entering);
    }
  }

  /** Directory of a store that has registered readers. */
  private static final class ReadDirectory extends ForwardingDirectory {
    private final StoreReaders readers;

    ReadDirectory(StoreDirectory files, StoreReaders readers) {
      super(files);
      this.readers = readers;
    }

    @Override
    public StoreReaders readers() {
      return readers;
    }
  }

  private static void explore(int steps, CrashPlan plan) {
    // the last one logs no commits: nobody reads it beside a writer
    for (CrashScenario store : IdCrashTest.scenarios(plan.seed(), steps).subList(0, 3)) {
      CrashScenario scenario = new Read(store, plan.seed());
      CrashReport report = CrashExplorer.explore(scenario, plan);
      System.out.println("ReadersCrashTest: " + report);
      assertThat(report.violations()).isEmpty();
      assertThat(report.distinctStates()).isGreaterThan(50);
    }
  }

  @Test
  void powerCuts() {
    long seed = Seeds.random().nextLong();
    explore(120, new CrashPlan(seed, CrashPlan.Cuts.POWER, 1, 16, 7, 120));
  }

  @Test
  @Tag("long")
  void manyPowerCuts() {
    long seed = Seeds.random().nextLong();
    explore(600, new CrashPlan(seed, CrashPlan.Cuts.POWER, 1, 64, 37, 6_000));
    explore(600, CrashPlan.killsThenPowerCuts(seed).upTo(1_000));
  }
}

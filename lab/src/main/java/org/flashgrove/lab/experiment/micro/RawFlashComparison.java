package org.flashgrove.lab.experiment.micro;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntToLongFunction;
import org.flashgrove.access.Store;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.structure.PairStructure;
import org.flashgrove.access.structure.TimeSnapshot;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.SpatialIndex;
import org.flashgrove.core.metrics.IoStats;
import org.flashgrove.lab.experiment.Execution;
import org.flashgrove.lab.experiment.ExperimentRun;
import org.flashgrove.lab.experiment.NamedPreset;
import org.flashgrove.lab.experiment.Plot;
import org.flashgrove.lab.experiment.Scale;
import org.flashgrove.lab.experiment.TemporaryDirectory;
import org.flashgrove.rawflash.MicroStructure;
import org.flashgrove.rawflash.logged.MicroOperation;
import org.flashgrove.simulator.device.SimulatedDevice;
import org.flashgrove.simulator.figures.DeviceStats;
import org.locationtech.jts.geom.Envelope;

/**
 * Compares the mu-tree, MicroHash, MicroGF and a grove on raw flash with a B+-tree and an R*-tree
 * over a page-mapped translation layer. Each structure is in a store with the same memory. The
 * operations are insertions, look-ups of a key, window queries and queries of a time range. Page
 * counts include only pages of the structure, not of the log. Times are device times, and include
 * the log.
 */
public final class RawFlashComparison extends NamedPreset {
  private static final int MEMORY = 256 << 10;
  private static final int PAGE_BYTES = 2048;
  private static final int SEARCHES = 1_000;
  private static final double WINDOW_SIDE = 0.03;
  private static final String STRUCTURE = "s";

  /** Kind of entries that a structure stores. */
  private enum Kind {
    PAIRS,
    TIMED_PAIRS,
    POINTS,
    TIMED_POINTS;

    boolean isOfPairs() {
      return this == PAIRS || this == TIMED_PAIRS;
    }

    boolean isTimed() {
      return this == TIMED_PAIRS || this == TIMED_POINTS;
    }
  }

  /** A structure that is compared, and the device on which it runs. */
  private record System(String name, String spec, String flash, boolean isOnRawFlash, Kind kind) {}

  private static final List<System> SYSTEMS =
      List.of(
          new System("mu-tree", "mutree:key=8,value=8,read=128", "none:frames=8", true, Kind.PAIRS),
          new System(
              "MicroHash",
              "microhash:buckets=32,memory=" + MEMORY,
              "none:frames=8",
              true,
              Kind.TIMED_PAIRS),
          new System("B+-tree, FTL", "bplus", "none:frames=128", false, Kind.PAIRS),
          new System(
              "MicroGF",
              "microgf:grid=8,domain=0/0/1/1,memory=" + MEMORY,
              "none:frames=8",
              true,
              Kind.TIMED_POINTS),
          new System(
              "Grove", "grove:domain=0/0/1/1,memory=" + MEMORY, "none:frames=8", true, Kind.POINTS),
          new System("R*-tree, FTL", "rstar", "none:frames=128", false, Kind.POINTS));

  /** Creates the preset. */
  public RawFlashComparison() {
    super(
        "rawflash-systems",
        "the systems of Carniel (2019), table 15, that do without a translation layer",
        "mu-tree, MicroHash and MicroGF beside trees over a translation layer and a grove");
  }

  @Override
  public String extent(Scale scale) {
    return String.format(Locale.ROOT, "%,d entries", entries(scale));
  }

  private static int entries(Scale scale) {
    return scale.choose(10_000, 100_000, 1_000_000);
  }

  @Override
  public void execute(ExperimentRun run) {
    int count = entries(run.scale());
    for (System system : SYSTEMS) {
      execute(run, system, count);
    }
  }

  private static void execute(ExperimentRun run, System system, int count) {
    // The device has room for one program per insertion into the mu-tree, so no collection is
    // counted.
    long blocks = 2_048 + (long) count / 16;
    String device = system.isOnRawFlash() ? "rawnand:files=50%," : "nand:";
    StoreDesign design =
        StoreDesign.of(
            device + "chip=thesis,blocks=" + blocks,
            PAGE_BYTES,
            "close",
            system.flash(),
            Map.of(STRUCTURE, system.spec()));
    try (TemporaryDirectory directory = new TemporaryDirectory("rawflash");
        Store store = Store.create(directory.path().resolve("store"), design)) {
      Measured measured = new Measured(run, store, system, count);
      measured.phase("insert", count, i -> insert(store, system, run.seed(), i));
      SplittableRandom random = new SplittableRandom(run.seed() + 1);
      if (system.kind().isOfPairs()) {
        measured.phase(
            "key", SEARCHES, i -> lookUp(store, system, keyOf(run.seed(), random.nextInt(count))));
      } else {
        measured.phase("window", SEARCHES, i -> window(store, system, random));
      }
      if (system.kind().isTimed()) {
        measured.phase("time", SEARCHES, i -> times(store, random.nextInt(count)));
      }
    }
  }

  private static long insert(Store store, System system, long seed, int i) {
    SplittableRandom random = new SplittableRandom(seed * 1_000_003 + i);
    long key = random.nextInt(Integer.MAX_VALUE);
    double x = random.nextDouble();
    double y = random.nextDouble();
    if (system.kind().isTimed()) {
      try (MicroOperation operation = store.structure(STRUCTURE, MicroStructure.class).begin()) {
        if (system.kind().isOfPairs()) {
          operation.insert(i, key, i);
        } else {
          operation.insert(i, i, x, y);
        }
        operation.commit();
      }
    } else if (system.kind().isOfPairs()) {
      store.pairs(STRUCTURE).insert(key, i);
    } else {
      store.entries(STRUCTURE).entries().insert(i, x, y, x, y);
    }
    return 1;
  }

  private static long keyOf(long seed, int i) {
    return new SplittableRandom(seed * 1_000_003 + i).nextInt(Integer.MAX_VALUE);
  }

  private static long lookUp(Store store, System system, long key) {
    if (!system.kind().isTimed()) {
      PairStructure pairs = store.pairs(STRUCTURE);
      return pairs.visit(key, key, (found, value) -> {});
    }
    try (TimeSnapshot now = store.times(STRUCTURE).snapshot()) {
      return now.keys(key, key, record -> true);
    }
  }

  private static long window(Store store, System system, SplittableRandom random) {
    double x = random.nextDouble() * (1 - WINDOW_SIDE);
    double y = random.nextDouble() * (1 - WINDOW_SIDE);
    if (!system.kind().isTimed()) {
      SpatialIndex entries = store.entries(STRUCTURE).entries();
      return entries.forEach(
          EntryQuery.intersecting(new Envelope(x, x + WINDOW_SIDE, y, y + WINDOW_SIDE)),
          (id, minX, minY, maxX, maxY) -> {});
    }
    try (TimeSnapshot now = store.times(STRUCTURE).snapshot()) {
      return now.window(x, y, x + WINDOW_SIDE, y + WINDOW_SIDE, record -> true);
    }
  }

  private static long times(Store store, long time) {
    try (TimeSnapshot now = store.times(STRUCTURE).snapshot()) {
      return now.times(time, time, record -> true);
    }
  }

  /** Runs operations of one kind, and adds an execution with their costs. */
  private record Measured(ExperimentRun run, Store store, System system, int count) {
    void phase(String operation, int operations, IntToLongFunction each) {
      SimulatedDevice device = store.device(SimulatedDevice.class);
      DeviceStats before = device.figures();
      IoStats ioBefore = store.structure(STRUCTURE).io();
      long results = 0;
      for (int i = 0; i < operations; i++) {
        results += each.applyAsLong(i);
      }
      if (operation.equals("insert")) {
        store.flush();
      }
      DeviceStats after = device.figures();
      IoStats io = store.structure(STRUCTURE).io().since(ioBefore);
      double micros = (after.virtualMicros() - before.virtualMicros()) / operations;
      run.add(
          new Execution(system.name() + ", " + operation)
              .with("system", system.name())
              .with("operation", operation)
              .with("spec", system.spec())
              .with("entries", count)
              .measured("results", results)
              .measured("reads_each", (double) io.pageReads() / operations, 3)
              .measured("programs_each", (double) io.pageWrites() / operations, 3)
              .measured("device_reads", after.pageReads() - before.pageReads())
              .measured("device_programs", after.pagePrograms() - before.pagePrograms())
              .measured("device_erases", after.blockErases() - before.blockErases())
              .measured("micros_each", micros, 3)
              .measured("memory", MEMORY));
    }
  }

  @Override
  public List<Plot> plots(List<Execution> executions) {
    Plot micros =
        Plot.bars(name() + "-time", "Virtual time an operation", "operation", "microseconds")
            .logarithmic(true);
    Plot reads = Plot.bars(name() + "-reads", "Pages read an operation", "operation", "pages");
    for (Execution each : executions) {
      String system = each.config().get("system").toString();
      Object operation = each.config().get("operation");
      micros.add(system, operation, each.figure("micros_each"));
      reads.add(system, operation, each.figure("reads_each"));
    }
    return List.of(micros, reads);
  }
}

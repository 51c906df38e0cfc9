package org.flashgrove.jmh;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.flashgrove.core.flash.RawFlash;
import org.flashgrove.rawflash.mutree.MuTree;
import org.flashgrove.rawflash.mutree.MuTreeOptions;
import org.flashgrove.simulator.device.NandSpec;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures lookups per second in a μ-tree, in a single thread and with the whole tree in the read
 * buffer. Keys are random numbers from 1 to {@code entries}. A page has 2 KiB, of which the leaf
 * takes the fraction k = 0.5.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@State(Scope.Thread)
@Threads(1)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class MuTreeLookups {
  private static final int BATCH = 1 << 16;

  /** Number of entries. 10,000 entries give three levels, a million give six. */
  @Param({"10000", "1000000"})
  int entries;

  /** Kind of the read buffer. */
  @Param({"lru-n", "lru-p"})
  String buffer;

  private final int[] keys = new int[BATCH];
  private MuTree tree;
  private long missesBefore;

  /** Builds the tree and loads all of it into the buffer. */
  @Setup(Level.Trial)
  public void build() {
    RawFlash flash = NandSpec.parse("nand:chip=nandsim,blocks=1024,ftl=none").openRaw();
    MuTree building = MuTree.open(flash, MuTreeOptions.parse("mutree:k=0.5,write=64"));
    for (int key = 1; key <= entries; key++) {
      building.insert(key, -key);
    }
    building.flush();
    int pages = 2 * building.figures().livePages();
    tree =
        MuTree.open(flash, MuTreeOptions.parse("mutree:k=0.5,buffer=" + buffer + ",read=" + pages));
    for (int key = 1; key <= entries; key++) {
      if (tree.find(key, 0) != -key) {
        throw new IllegalStateException("key " + key);
      }
    }
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < BATCH; i++) {
      keys[i] = 1 + random.nextInt(entries);
    }
    missesBefore = tree.readBuffer().misses();
  }

  /** Checks that no lookup has read the flash memory. */
  @TearDown(Level.Trial)
  public void requireBuffered() {
    if (tree.readBuffer().misses() != missesBefore) {
      throw new IllegalStateException("look-ups read flash");
    }
  }

  /** Looks up 65,536 random keys. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long find() {
    long sum = 0;
    for (int key : keys) {
      sum += tree.find(key, 0);
    }
    return sum;
  }
}

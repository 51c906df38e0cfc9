package org.flashgrove.jmh;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.flashgrove.simulator.device.NandDevice;
import org.flashgrove.simulator.device.NandSpec;
import org.flashgrove.simulator.figures.Origin;
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
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures how many page requests per second the simulation of a NAND device handles on one core.
 * Half of the requests are random reads, and half are random writes. The device is full and in its
 * steady state, in which garbage collection always runs. The copies of the garbage collection do
 * not count as requests.
 *
 * <p>The models are:
 *
 * <ul>
 *   <li>{@code page}: 512 MiB of the chip in Carniel's thesis (2019), page mapping, 15 %
 *       over-provisioning, serial time, without page content.
 *   <li>{@code all}: 2 KiB pages with content, 4 channels of 2 dies with 2 planes. All optional
 *       features are on: parallel time with suspension, multi-plane operations and copy-back; queue
 *       depth 16 and a write buffer; hot and cold streams, static wear levelling, bit errors and
 *       refresh.
 * </ul>
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@State(Scope.Thread)
@Threads(1)
@Fork(
    value = 1,
    jvmArgsAppend = {"-Xms3g", "-Xmx3g"})
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class SimulatedPages {
  private static final int BATCH = 10_000;

  /** Name of the simulated model, {@code page} or {@code all}. */
  @Param({"page", "all"})
  String models;

  private NandDevice device;
  private SplittableRandom random;
  private int pages;

  /** Fills the device and brings it into its steady state. */
  @Setup(Level.Trial)
  public void precondition() {
    device =
        NandSpec.parse(
                models.equals("page")
                    ? "nand:chip=thesis,op=15%,content=off"
                    : "nand:chip=thesis,size=512M,op=15%,channels=4,ways=2,planes=2,timing=parallel,"
                        + "suspend=on,multiplane=on,copyback=on,depth=16,buffer=64K,"
                        + "streams=hotcold,wear=static,rber=1e-5,rberwear=1e-4,disturb=1e-9,"
                        + "retention=1e-6,refresh=100000")
            .open();
    pages = (int) device.pageCount();
    random = new SplittableRandom(1);
    for (int page = 0; page < pages; page++) {
      device.write(page, 1, Origin.PRECONDITION, null);
    }
    for (int i = 0; i < 2 * pages; i++) {
      device.write(random.nextInt(pages), 1, Origin.PRECONDITION, null);
    }
  }

  /** Sends requests, alternately reads and writes. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long requests() {
    for (int i = 0; i < BATCH; i++) {
      int page = random.nextInt(pages);
      if ((i & 1) == 0) {
        device.read(page, 1, Origin.LEAF, null);
      } else {
        device.write(page, 1, Origin.LEAF, null);
      }
    }
    return device.nowNanos();
  }
}

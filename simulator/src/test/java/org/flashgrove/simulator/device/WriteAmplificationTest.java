package org.flashgrove.simulator.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.flashgrove.simulator.figures.DeviceFigures;
import org.flashgrove.simulator.figures.Origin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Steady-state write amplification of the page mapping under uniform random page writes against
 * analytic models.
 */
class WriteAmplificationTest {
  private static final int BLOCKS = 4096;
  private static final int PAGES_PER_BLOCK = 32;

  /**
   * First in, first out: a page of the oldest block is valid still with probability {@code e =
   * exp(-1 / (rho A))}, where the whole of the flash was written {@code 1 / rho} times the user's
   * size ago, of which a share 1 / A came from the host; so {@code A = 1 / (1 - exp(-1 / (rho A)))}
   * with {@code rho = U / T}, in closed form by Lambert's W: {@code A = alpha / (alpha + W(-alpha
   * exp(-alpha)))}, {@code alpha = T / U}. Menon, A Performance Comparison of RAID-5 and
   * Log-Structured Arrays, 1995; Robinson, Analysis of Steady-State Segment Storage Utilizations in
   * a Log-Structured File System, 1996; Desnoyers, Analytic Modeling of SSD Write Performance,
   * SYSTOR 2012 (equation for LRU).
   */
  private static double fifo(double alpha) {
    double argument = -alpha * Math.exp(-alpha);
    // the branch W0, in (-1, 0), by Newton's method
    double w = -0.5;
    for (int i = 0; i < 100; i++) {
      double e = Math.exp(w);
      w -= (w * e - argument) / (e * (w + 1));
    }
    return alpha / (alpha + w);
  }

  /**
   * Greedy: the mean-field fixed point of Van Houdt (SIGMETRICS 2013) for d choices, taken to the
   * limit of many, with {@code b} pages a block; Desnoyers' model of greedy cleaning (SYSTOR 2012)
   * is the same equations. Blocks hold {@code b} valid pages when filled and lose them one by one,
   * a block with {@code i} valid ones at rate {@code i}; the emptiest block is taken, when it has
   * reached {@code j} valid pages, or {@code j + 1} where none has.
   *
   * <p>Solved as a queue: with rate 1 of blocks filled, the share of blocks with {@code i} pages is
   * proportional to {@code 1 / i} down to the level at which victims are taken. Let every victim
   * have {@code j} pages with probability {@code q}, else {@code j + 1}. A block passes {@code i =
   * b, ..., j + 1} and then with probability {@code q} reaches {@code j}, where it is taken at
   * once; all the expected times are {@code 1 / i} in units of a page's lifetime, except at {@code
   * j + 1}, where the stay lasts until the block is taken or loses a page.
   */
  private static double greedy(double rho, int b) {
    // occupancy: mean valid pages over all blocks is rho * b; sum the times and areas of a cycle
    for (int j = 0; j < b; j++) {
      // victims with j + 1 pages only: stay at levels b .. j + 1, no time at the last
      double time = 0;
      for (int i = b; i > j + 1; i--) {
        time += 1.0 / i;
      }
      double area = b - (j + 1);
      double low = time == 0 ? b : area / time;
      double fullTime = time + 1.0 / (j + 1);
      double high = (b - j) / fullTime;
      double target = rho * b;
      if (high <= target && target <= low) {
        // a share q of the blocks goes through level j + 1 in full and is taken at j
        // mean content: (area + q) / (time + q / (j + 1)) = target
        double q = (area - target * time) / (target / (j + 1) - 1);
        return b / (b - (j + 1 - q));
      }
    }
    throw new IllegalArgumentException("rho " + rho);
  }

  private static double measured(String keys, double overProvisioning) {
    NandDevice device =
        NandSpec.parse(
                "nand:page=512,content=off,wear=none,block="
                    + PAGES_PER_BLOCK
                    + ",blocks="
                    + BLOCKS
                    + ",op="
                    + overProvisioning
                    + keys)
            .open();
    int pages = (int) device.pageCount();
    SplittableRandom random = new SplittableRandom(42);
    for (int page = 0; page < pages; page++) {
      device.write(page, 1, Origin.PRECONDITION, null);
    }
    for (long i = 0; i < 6L * pages; i++) {
      device.write(random.nextInt(pages), 1, Origin.PRECONDITION, null);
    }
    Conservation.check(device);
    DeviceFigures before = device.figures();
    for (long i = 0; i < 4L * pages; i++) {
      device.write(random.nextInt(pages), 1, Origin.HOST, null);
    }
    Conservation.check(device);
    return device.figures().since(before).writeAmplification();
  }

  /** The share of pages that hold user pages, without the blocks kept free. */
  private static double rho(double overProvisioning, int keptFree) {
    return 1 / (1 + overProvisioning) * BLOCKS / (BLOCKS - keptFree);
  }

  @ParameterizedTest
  @CsvSource({"0.07", "0.15", "0.28"})
  void fifoIsAsMenonAndRobinsonSay(double overProvisioning) {
    double model = fifo(1 / rho(overProvisioning, 0));
    double measured = measured(",gc=fifo,streams=shared", overProvisioning);
    System.out.printf(
        "fifo op %.2f: model %.4f measured %.4f%n", overProvisioning, model, measured);
    assertThat(measured / model).isCloseTo(1, within(0.02));
  }

  @ParameterizedTest
  @CsvSource({"0.07", "0.15", "0.28"})
  void greedyIsAsTheMeanFieldSays(double overProvisioning) {
    double model = greedy(rho(overProvisioning, 0), PAGES_PER_BLOCK);
    double measured = measured(",gc=greedy,streams=shared", overProvisioning);
    double apart = measured(",gc=greedy,streams=gc", overProvisioning);
    System.out.printf(
        "greedy op %.2f: model %.4f measured %.4f apart %.4f%n",
        overProvisioning, model, measured, apart);
    assertThat(measured / model).isCloseTo(1, within(0.02));
    assertThat(apart / model).isCloseTo(1, within(0.02));
  }

  @Test
  void sequentialOverwriteIsOne() {
    for (String keys : new String[] {"", ",gc=fifo", ",gc=costbenefit", ",streams=shared"}) {
      NandDevice device =
          NandSpec.parse("nand:page=512,content=off,block=32,blocks=256,op=7%" + keys).open();
      for (int round = 0; round < 10; round++) {
        for (int page = 0; page < device.pageCount(); page++) {
          device.write(page, 1, Origin.HOST, null);
        }
      }
      assertThat(device.figures().writeAmplification()).isEqualTo(1.0);
      assertThat(device.figures().gcCopies()).isZero();
      assertThat(device.figures().blockErases()).isPositive();
      Conservation.check(device);
    }
  }
}

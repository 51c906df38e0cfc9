package org.flashgrove.simulator.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.flashgrove.simulator.figures.DeviceStats;
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
  private static final int PAGES_PER_BLOCK = 16;

  /**
   * First in, first out: since the oldest block was written, {@code T} pages were programmed,
   * {@code T / A} of them for the host, so one of its pages is still valid with probability {@code
   * exp(-T / (A U))}, and {@code A = 1 / (1 - exp(-alpha / A))} with {@code alpha = T / U}; by
   * Lambert's W {@code A = alpha / (alpha + W(-alpha exp(-alpha)))}. Menon, A Performance
   * Comparison of RAID-5 and Log-Structured Arrays, 1995; Robinson, Analysis of Steady-State
   * Segment Storage Utilizations in a Log-Structured File System, 1996; Desnoyers, Analytic
   * Modeling of SSD Write Performance, SYSTOR 2012 (equation for LRU).
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
   * Greedy: the mean field of Van Houdt (A Mean Field Model for a Class of Garbage Collection
   * Algorithms in Flash-based Solid State Drives, SIGMETRICS 2013) with d choices and d to
   * infinity, for blocks of {@code b} pages; the same balance as Desnoyers' for greedy (SYSTOR
   * 2012).
   *
   * <p>In units of a page's mean lifetime, a block with {@code i} valid pages loses one at rate
   * {@code i}, so it stays {@code 1 / i} on level {@code i}. It starts on level {@code b}. Victims
   * have {@code j} or {@code j + 1} valid pages for some {@code j}: none goes lower, none is taken
   * higher. Let the share {@code q} of blocks reach {@code j}, where they are taken at once; then
   * the mean stay on level {@code j + 1} is {@code q / (j + 1)}. The mean number of valid pages
   * over time must be {@code rho b}:
   *
   * <pre>  (b - (j + 1) + q) / (1/b + ... + 1/(j + 2) + q / (j + 1)) = rho b</pre>
   *
   * and of each {@code b} pages a victim gives, {@code j + 1 - q} on average are copied.
   */
  private static double greedy(double rho, int b) {
    double target = rho * b;
    for (int j = 0; j < b - 1; j++) {
      double time = 0;
      for (int i = b; i > j + 1; i--) {
        time += 1.0 / i;
      }
      double area = b - (j + 1);
      double q = (area - target * time) / (target / (j + 1) - 1);
      if (q >= 0 && q <= 1) {
        return b / (b - (j + 1 - q));
      }
    }
    throw new IllegalArgumentException("rho " + rho);
  }

  /**
   * d choices: Van Houdt's mean field for finite d. With {@code m(i)} the share of blocks with
   * {@code i} valid pages, {@code S(i)} that of blocks with {@code i} or more, and blocks filled at
   * rate {@code r}, those that are taken with fewer than {@code i} pages must have lost their
   * {@code i}-th:
   *
   * <pre>  i m(i) = r (1 - S(i)^d)     for i = b, ..., 1,   and   sum of i m(i) = rho b</pre>
   */
  private static double choices(double rho, int b, int d) {
    double slow = 0;
    double fast = 10.0 * b;
    double[] atLeast = new double[b + 2];
    for (int step = 0; step < 200; step++) {
      double rate = (slow + fast) / 2;
      double mean = 0;
      for (int i = b; i >= 1; i--) {
        double low = 0;
        double high = 1 - atLeast[i + 1];
        for (int bisection = 0; bisection < 60; bisection++) {
          double share = (low + high) / 2;
          boolean tooMany = i * share > rate * (1 - Math.pow(atLeast[i + 1] + share, d));
          low = tooMany ? low : share;
          high = tooMany ? share : high;
        }
        atLeast[i] = atLeast[i + 1] + low;
        mean += i * low;
      }
      // the more often blocks are filled, the more pages are valid
      slow = mean < rho * b ? rate : slow;
      fast = mean < rho * b ? fast : rate;
    }
    double copied = 0;
    for (int i = 1; i <= b; i++) {
      copied += Math.pow(atLeast[i], d);
    }
    return b / (b - copied);
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
    for (long i = 0; i < 4L * pages; i++) {
      device.write(random.nextInt(pages), 1, Origin.PRECONDITION, null);
    }
    Conservation.check(device);
    DeviceStats before = device.figures();
    for (long i = 0; i < 3L * pages; i++) {
      device.write(random.nextInt(pages), 1, Origin.HOST, null);
    }
    Conservation.check(device);
    return device.figures().since(before).writeAmplification();
  }

  @ParameterizedTest
  @CsvSource({"0.07", "0.15", "0.28"})
  void fifoIsAsMenonAndRobinsonSay(double overProvisioning) {
    double model = fifo(1 + overProvisioning);
    double measured = measured(",gc=fifo,streams=shared", overProvisioning);
    System.out.printf(
        "fifo op %.2f: model %.4f measured %.4f%n", overProvisioning, model, measured);
    assertThat(measured / model).isCloseTo(1, within(0.02));
  }

  @ParameterizedTest
  @CsvSource({"0.07", "0.15", "0.28"})
  void greedyIsAsTheMeanFieldSays(double overProvisioning) {
    double model = greedy(1 / (1 + overProvisioning), PAGES_PER_BLOCK);
    double measured = measured(",gc=greedy,streams=shared", overProvisioning);
    double apart = measured(",gc=greedy,streams=gc", overProvisioning);
    System.out.printf(
        "greedy op %.2f: model %.4f measured %.4f apart %.4f%n",
        overProvisioning, model, measured, apart);
    assertThat(measured / model).isCloseTo(1, within(0.02));
    assertThat(apart / model).isCloseTo(1, within(0.02));
  }

  /**
   * Eight planes behave as one; the block that each keeps free for copies is none of the model's.
   */
  @Test
  void planesDoNotChangeIt() {
    double model = greedy(1 / 1.15 * BLOCKS / (BLOCKS - 8), PAGES_PER_BLOCK);
    double measured =
        measured(",channels=2,ways=2,planes=2,timing=parallel,multiplane=on,depth=8", 0.15);
    System.out.printf("greedy op 0.15, 8 planes: model %.4f measured %.4f%n", model, measured);
    assertThat(measured / model).isCloseTo(1, within(0.02));
  }

  @ParameterizedTest
  @CsvSource({"0.15,2", "0.15,10", "0.28,1", "0.28,5"})
  void choicesAreAsTheMeanFieldSays(double overProvisioning, int d) {
    double model = choices(1 / (1 + overProvisioning), PAGES_PER_BLOCK, d);
    double measured = measured(",gc=dchoices,streams=shared,d=" + d, overProvisioning);
    System.out.printf(
        "%d choices op %.2f: model %.4f measured %.4f%n", d, overProvisioning, model, measured);
    assertThat(measured / model).isCloseTo(1, within(0.02));
  }

  @Test
  void manyChoicesAreGreedy() {
    double rho = 1 / 1.15;
    assertThat(choices(rho, PAGES_PER_BLOCK, 10_000))
        .isCloseTo(greedy(rho, PAGES_PER_BLOCK), within(0.01));
  }

  @Test
  void separatingHotFromColdSavesCopies() {
    double shared = skewed("costbenefit,streams=shared");
    double collectedApart = skewed("costbenefit,streams=gc");
    double byHeat = skewed("costbenefit,streams=hotcold");
    double byHint = skewed("costbenefit,streams=origin");
    System.out.printf(
        "90 %% of writes to 10 %% of pages: shared %.3f gc %.3f hotcold %.3f origin %.3f%n",
        shared, collectedApart, byHeat, byHint);
    assertThat(collectedApart).isLessThan(0.98 * shared);
    assertThat(byHeat).isLessThan(0.98 * collectedApart);
    assertThat(byHint).isLessThan(0.98 * byHeat);
  }

  @Test
  void costBenefitIsBetterThanGreedyUnderSkew() {
    assertThat(skewed("costbenefit,streams=gc")).isLessThan(0.75 * skewed("greedy,streams=gc"));
  }

  /** Nine of ten writes go to a tenth of the pages, under an origin of their own. */
  private static double skewed(String policy) {
    NandDevice device =
        NandSpec.parse("nand:page=512,content=off,block=32,blocks=1024,op=20%,gc=" + policy).open();
    int pages = (int) device.pageCount();
    SplittableRandom random = new SplittableRandom(11);
    DeviceStats before = null;
    for (long i = 0; i < 8L * pages; i++) {
      boolean hot = random.nextInt(10) > 0;
      int page = hot ? random.nextInt(pages / 10) : pages / 10 + random.nextInt(pages - pages / 10);
      if (i < pages) {
        page = (int) i;
      }
      device.write(page, 1, page < pages / 10 ? Origin.LOG : Origin.LEAF, null);
      if (i == 4L * pages) {
        before = device.figures();
      }
    }
    Conservation.check(device);
    return device.figures().since(before).writeAmplification();
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

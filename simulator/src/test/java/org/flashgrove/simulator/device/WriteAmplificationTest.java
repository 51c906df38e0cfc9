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
    double model = WriteModels.fifo(1 + overProvisioning);
    double measured = measured(",gc=fifo,streams=shared", overProvisioning);
    System.out.printf(
        "fifo op %.2f: model %.4f measured %.4f%n", overProvisioning, model, measured);
    assertThat(measured / model).isCloseTo(1, within(0.02));
  }

  @ParameterizedTest
  @CsvSource({"0.07", "0.15", "0.28"})
  void greedyIsAsTheMeanFieldSays(double overProvisioning) {
    double model = WriteModels.greedy(1 / (1 + overProvisioning), PAGES_PER_BLOCK);
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
    double model = WriteModels.greedy(1 / 1.15 * BLOCKS / (BLOCKS - 8), PAGES_PER_BLOCK);
    double measured =
        measured(",channels=2,ways=2,planes=2,timing=parallel,multiplane=on,depth=8", 0.15);
    System.out.printf("greedy op 0.15, 8 planes: model %.4f measured %.4f%n", model, measured);
    assertThat(measured / model).isCloseTo(1, within(0.02));
  }

  @ParameterizedTest
  @CsvSource({"0.15,2", "0.15,10", "0.28,1", "0.28,5"})
  void choicesAreAsTheMeanFieldSays(double overProvisioning, int d) {
    double model = WriteModels.choices(1 / (1 + overProvisioning), PAGES_PER_BLOCK, d);
    double measured = measured(",gc=dchoices,streams=shared,d=" + d, overProvisioning);
    System.out.printf(
        "%d choices op %.2f: model %.4f measured %.4f%n", d, overProvisioning, model, measured);
    assertThat(measured / model).isCloseTo(1, within(0.02));
  }

  @Test
  void manyChoicesAreGreedy() {
    double rho = 1 / 1.15;
    assertThat(WriteModels.choices(rho, PAGES_PER_BLOCK, 10_000))
        .isCloseTo(WriteModels.greedy(rho, PAGES_PER_BLOCK), within(0.01));
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

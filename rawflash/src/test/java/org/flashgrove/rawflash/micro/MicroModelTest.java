package org.flashgrove.rawflash.micro;

import static org.assertj.core.api.Assertions.assertThat;

import org.flashgrove.core.Seeds;
import org.flashgrove.rawflash.mutree.TornFlash;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Random operations beside a list, with and without power losses and blocks that fail. */
class MicroModelTest {
  private static final String SMALL = "nand:page=512,oob=64,block=8,ftl=none";
  private static final String LARGE = "nand:page=1K,oob=64,block=32,blocks=32,ftl=none";

  /** 5 x 10,000 operations: the fast version of the million below. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "microhash:buckets=16,memory=10K | UNREADABLE",
        "microhash:buckets=4,memory=9K,search=lowerbound | CONTENT",
        "microhash:buckets=20,memory=24K | OUT_OF_BAND",
        "microgf:grid=4,domain=0/0/1/1,memory=10K | NOTHING",
        "microgf:grid=8,domain=0/0/1/1,memory=16K,search=lowerbound | CONTENT",
      })
  void survivesPowerLosses(String spec, TornFlash.Torn torn) {
    MicroOnFlash model = new MicroOnFlash(SMALL + ",blocks=24", torn, spec, 1_000, Seeds.random());
    for (int round = 0; round < 4; round++) {
      model.run(2_500, round % 2 == 0 ? 20 : 100);
      model.requireSame();
    }
    assertThat(model.cuts()).isGreaterThan(10);
    assertThat(model.index().firstOrdinal()).as("wrapped").isPositive();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "microhash:buckets=16,memory=10K",
        "microgf:grid=4,domain=0/0/1/1,memory=10K",
      })
  void passesOverBlocksThatFail(String spec) {
    MicroOnFlash model =
        new MicroOnFlash(
            SMALL + ",blocks=64", TornFlash.Torn.UNREADABLE, spec, 1_000, Seeds.random());
    model.flash().failEvery(97);
    model.run(10_000, 150);
    model.requireSame();
    assertThat(model.flash().failures()).isGreaterThan(5);
  }

  /** A million operations, 200,000 with each of five structures, power cuts every 300 programs. */
  @Tag("long")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "microhash:buckets=16,memory=16K | UNREADABLE",
        "microhash:buckets=40,memory=64K,search=lowerbound | CONTENT",
        "microhash:buckets=4,memory=16K | NOTHING",
        "microgf:grid=8,domain=0/0/1/1,memory=32K | OUT_OF_BAND",
        "microgf:grid=4,domain=0/0/1/1,memory=64K,search=lowerbound | UNREADABLE",
      })
  void survivesPowerLossesForLong(String spec, TornFlash.Torn torn) {
    MicroOnFlash model = new MicroOnFlash(LARGE, torn, spec, 3_000, Seeds.random());
    for (int round = 0; round < 10; round++) {
      model.run(20_000, round % 2 == 0 ? 50 : 300);
      model.requireSame();
    }
    System.out.printf(
        "%s, torn pages %s: 200,000 operations, %d power cuts, %d records lost with pages in"
            + " memory, %s%n",
        spec, torn, model.cuts(), model.lost(), model.index().figures());
    assertThat(model.cuts()).isGreaterThan(50);
  }
}

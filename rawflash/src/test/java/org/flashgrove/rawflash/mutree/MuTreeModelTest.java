package org.flashgrove.rawflash.mutree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Random operations beside a map, with and without power losses. */
class MuTreeModelTest {
  private static final String SMALL = "nand:page=512,oob=64,block=8,blocks=128,ftl=none";
  private static final String LARGE = "nand:page=1K,oob=64,block=32,blocks=16,ftl=none";

  /** 5 x 10,000 operations: the fast version of the million below. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mutree:k=0.5,read=4 | 2000",
        "mutree:k=0.3,read=3,buffer=lru-p,height=3 | 1000",
        "mutree:k=0.7,read=1,value=8,key=8 | 1500",
        "mutree:k=0.5,write=5,read=8 | 2000",
        "mutree:k=0.62,write=1,read=2,separator=4 | 3000",
      })
  void survivesPowerLosses(String spec, int keys) {
    Random random = Seeds.random();
    TreeOnFlash tree = new TreeOnFlash(SMALL, spec, keys, random);
    tree.run(4_000, 40, 80);
    tree.requireSame();
    tree.run(3_000, 40, 25);
    tree.requireSame();
    tree.run(3_000, 200, 60);
    tree.requireSame();
    assertThat(tree.cuts()).isGreaterThan(20);
    assertThat(tree.tree().figures().blockErases()).isNotNegative();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"mutree:k=0.5 | 2000", "mutree:k=0.7,write=7,buffer=lru-p | 2000"})
  void worksWithoutPowerLosses(String spec, int keys) {
    TreeOnFlash tree = new TreeOnFlash(SMALL, spec, keys, Seeds.random());
    tree.run(8_000, 0, 80);
    tree.requireSame();
    tree.run(8_000, 0, 5);
    tree.requireSame();
    assertThat(tree.tree().figures().blockErases()).isPositive();
  }

  /** A million operations, 200,000 with each of five trees, power cuts every 500 programs. */
  @Tag("long")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mutree:k=0.5,read=4 | 6000",
        "mutree:k=0.3,read=3,buffer=lru-p,height=3 | 6000",
        "mutree:k=0.7,read=2,value=8,key=8 | 2500",
        "mutree:k=0.5,write=5,read=8 | 8000",
        "mutree:k=0.62,write=1,read=16,separator=4 | 20000",
      })
  void survivesPowerLossesForLong(String spec, int keys) {
    Random random = Seeds.random();
    TreeOnFlash tree = new TreeOnFlash(LARGE, spec, keys, random);
    for (int round = 0; round < 4; round++) {
      tree.run(25_000, 500, 75);
      tree.requireSame();
      tree.run(25_000, 500, 35);
      tree.requireSame();
    }
    System.out.printf(
        "%s: 200,000 operations, %d power cuts, %d refused, %s%n",
        spec, tree.cuts(), tree.refused(), tree.tree().figures());
    assertThat(tree.cuts()).isGreaterThan(50);
  }

  /** A device that is nearly full, so that garbage collection works hard, cut everywhere. */
  @Test
  void survivesPowerLossesWhenNearlyFull() {
    Random random = Seeds.random();
    TreeOnFlash tree =
        new TreeOnFlash(
            "nand:page=512,oob=64,block=8,blocks=16,ftl=none", "mutree:k=0.5", 5_000, random);
    tree.run(10_000, 300, 90);
    tree.requireSame();
    assertThat(tree.refused()).isPositive();
    tree.run(5_000, 100, 50);
    tree.requireSame();
  }
}

package org.flashgrove.grove;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.grove.config.GroveConfig;
import org.flashgrove.grove.index.EntryKind;
import org.flashgrove.grove.index.GroveStats;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Groves that leave out one of their ideas, or all, as studies do, against a list. */
class GroveDesignTest {
  private static final int PAGE = 512;
  private static final int BLOCK_PAGES = 8;
  private static final String DEFAULTS = "grove:domain=0/0/1/1,memory=40K,tile=4,boxes=4";

  private static GroveConfig config(String words) {
    return GroveConfig.of(Spec.parse(DEFAULTS + words));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "codec=plain,columns=joined",
        "buffer=plain",
        "tiling=key",
        "tiling=key,columns=joined",
        "order=rolling",
        "order=all",
        "cache=off",
        "merges=full",
        "codec=plain,columns=joined,buffer=plain,tiling=key,boxes=1,order=all,cache=off,merges=full"
      })
  void answersAreThoseOfAList(String words) {
    Random random = Seeds.random();
    for (EntryKind kind : new EntryKind[] {EntryKind.POINTS, anyKind(random)}) {
      String given = words.contains("boxes") ? words : "boxes=4," + words;
      GroveConfig config = GroveConfig.of(Spec.parse(DEFAULTS.replace("boxes=4", given)));
      GroveHarness harness = new GroveHarness(kind, config, PAGE, BLOCK_PAGES, random);
      harness.run(900, 90);
      harness.assertSound();
      harness.open();
      harness.run(200, 50);
      harness.grove().flush();
      harness.assertSound();
      harness.deleteAll();
      assertThat(harness.grove().size()).isZero();
    }
  }

  private static EntryKind anyKind(Random random) {
    EntryKind[] all = EntryKind.values();
    return all[random.nextInt(all.length)];
  }

  @Test
  void eachWordChangesWhatItSays() {
    GroveStats defaults = loaded("");
    GroveStats joined = loaded(",columns=joined");
    assertThat(loaded(",codec=plain,columns=joined").pages()).isGreaterThan(joined.pages());
    assertThat(loaded(",buffer=plain").merges()).isGreaterThan(defaults.merges());
    assertThat(loaded(",order=all").merges()).isLessThan(defaults.merges());
    assertThat(loaded(",order=rolling")).isNotEqualTo(defaults);
    assertThat(loaded(",tiling=key")).isNotEqualTo(defaults);
    assertThat(defaults.cachedPages()).isPositive();
    assertThat(loaded(",cache=off").cachedPages()).isZero();
  }

  /** Returns statistics of a grove after 3,000 insertions and a query of all. */
  private static GroveStats loaded(String words) {
    Random random = new Random(1);
    GroveHarness harness =
        new GroveHarness(EntryKind.POINTS, config(words), PAGE, BLOCK_PAGES, random);
    for (int i = 0; i < 3_000; i++) {
      harness.change(100);
    }
    while (harness.grove().content().runner().isRunning()) {
      harness.change(100); // while a merge runs little memory is free
    }
    harness.grove().search(0, 0, 1, 1, (id, minX, minY, maxX, maxY) -> {});
    return harness.grove().stats();
  }

  @Test
  void pagesThatAreNotPackedAreNotSplit() {
    assertThatThrownBy(() -> config(",codec=plain"))
        .isInstanceOf(SpecException.class)
        .hasMessage("grove: codec=plain with columns=split (allowed: codec=plain,columns=joined)");
    assertThatThrownBy(() -> config(",order=random"))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("greedy, rolling, all");
  }
}

package org.flashgrove.grove;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.grove.config.GroveConfig;
import org.flashgrove.grove.index.EntryKind;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Ten million changes and a million queries, compared with a list. */
@Tag("long")
class GroveLongTest {
  private static final int FORMS = 3;
  private static final int CHANGES = 10_000_000 / (EntryKind.values().length * FORMS);
  private static final int CHANGES_A_QUERY = 10;
  private static final int CHANGES_A_CHECK = 5_000;
  private static final int CHANGES_AN_OPENING = 40_000;
  private static final int MOST_ENTRIES = 1_200;
  private static final int LEAST_ENTRIES = 100;

  @ParameterizedTest
  @EnumSource(EntryKind.class)
  void splitPagesAndADomainThatIsChosen(EntryKind kind) {
    run(kind, GroveConfigs.withTiles(GroveConfigs.of(24 << 10), 4, 4), Seeds.random());
  }

  @ParameterizedTest
  @EnumSource(EntryKind.class)
  void joinedPagesAndADeclaredDomain(EntryKind kind) {
    GroveConfig config =
        GroveConfigs.withTiles(GroveConfigs.of(GroveHarness.CURVE, 24 << 10), 4, 4);
    run(kind, GroveConfigs.withSplit(config, false), Seeds.random());
  }

  /** Blocks stand above others as soon as there are some. */
  @ParameterizedTest
  @EnumSource(EntryKind.class)
  void twoLevels(EntryKind kind) {
    GroveConfig config =
        GroveConfigs.withTiles(GroveConfigs.of(GroveHarness.CURVE, 24 << 10), 4, 4);
    run(kind, GroveConfigs.withTwoLevels(config, 0), Seeds.random());
  }

  /** Grows and shrinks again and again; the memory is recounted after each change. */
  private static void run(EntryKind kind, GroveConfig config, Random random) {
    GroveHarness harness = new GroveHarness(kind, config, 512, 8, random);
    int growth = 80;
    long merges = 0;
    for (int i = 1; i <= CHANGES; i++) {
      harness.change(growth);
      harness.assertMemory();
      if (i % CHANGES_A_QUERY == 0) {
        harness.query();
      }
      if (i % CHANGES_A_CHECK == 0) {
        harness.assertSound();
      }
      if (i % CHANGES_AN_OPENING == 0) {
        merges += harness.grove().stats().merges();
        harness.open();
      }
      if (harness.bag().size() > MOST_ENTRIES) {
        growth = 20;
      } else if (harness.bag().size() < LEAST_ENTRIES) {
        growth = 80;
      }
    }
    harness.assertSound();
    System.out.println(kind + ": " + CHANGES + " changes, " + merges + " merges");
    assertThat(merges).isPositive();
  }
}

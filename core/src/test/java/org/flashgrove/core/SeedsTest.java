package org.flashgrove.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Random tests draw the same data in each run, and say how to repeat them when they fail. */
class SeedsTest {
  private static final List<Long> DRAWN = new ArrayList<>();

  /** Tests that SeedsTest runs; they are none of their own. */
  static class Sample {
    private final Random field = Seeds.random();

    @Test
    void passes() {
      DRAWN.add(field.nextLong());
      DRAWN.add(Seeds.random().nextLong());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void failsOnce(int value) {
      DRAWN.add(field.nextLong());
      assertThat(value).isEqualTo(1);
    }
  }

  static class WithoutDraws {
    @Test
    void fails() {
      assertThat(1).isEqualTo(2);
    }
  }

  /** Runs a class as if it were a module of its own, and returns what it printed. */
  private static String run(Class<?> sample, String setting) {
    String before = System.getProperty(Seeds.PROPERTY);
    PrintStream out = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setProperty(Seeds.PROPERTY, setting);
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      EngineTestKit.engine("junit-jupiter")
          .enableImplicitConfigurationParameters(true)
          .selectors(selectClass(sample))
          .execute();
    } finally {
      System.setOut(out);
      if (before == null) {
        System.clearProperty(Seeds.PROPERTY);
      } else {
        System.setProperty(Seeds.PROPERTY, before);
      }
    }
    return printed.toString(StandardCharsets.UTF_8);
  }

  private static List<Long> draws(String setting) {
    DRAWN.clear();
    run(Sample.class, setting);
    return List.copyOf(DRAWN);
  }

  private static long drawnBy(String test) {
    return new Random(Seeds.seed("SeedsTest$Sample#" + test, "name")).nextLong();
  }

  @Test
  void theNameDecidesAndEachDrawDiffers() {
    List<Long> draws = draws("name");
    assertThat(draws).hasSize(4).doesNotHaveDuplicates();
    assertThat(draws("name")).isEqualTo(draws);
  }

  @Test
  void aSeedRepeatsATest() {
    assertThat(draws("name")).contains(drawnBy("failsOnce[1]"), drawnBy("failsOnce[2]"));
    assertThat(draws("17")).contains(new Random(17).nextLong());
  }

  @Test
  void newDataAreDrawnOnRequest() {
    List<Long> draws = draws("random");
    assertThat(draws).hasSize(4).doesNotHaveDuplicates().doesNotContainAnyElementsOf(draws("name"));
  }

  @Test
  void onlyAFailureThatDrewIsPrinted() {
    assertThat(run(Sample.class, "17"))
        .isEqualToIgnoringNewLines(
            "to repeat: '-Dtest=SeedsTest$Sample#failsOnce' -Dflashgrove.invocation=2"
                + " -Dflashgrove.seed=17"
                + Repetitions.argument());
    assertThat(run(WithoutDraws.class, "17")).isEmpty();
  }

  @Test
  void oneInvocationIsRunOnRequest() {
    System.setProperty(SeedExtension.INVOCATION, "2");
    try {
      assertThat(draws("17")).hasSize(3);
      assertThat(draws("name"))
          .contains(drawnBy("failsOnce[2]"))
          .doesNotContain(drawnBy("failsOnce[1]"));
    } finally {
      System.clearProperty(SeedExtension.INVOCATION);
    }
  }

  @Test
  void anotherSettingIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Seeds.seed("A#b", "later"))
        .withMessage("-Dflashgrove.seed=later (allowed: name, random, a number)");
  }
}

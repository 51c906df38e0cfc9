package org.flashgrove.simulator.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.BitSet;
import java.util.SplittableRandom;
import org.flashgrove.simulator.figures.OperationKind;
import org.flashgrove.simulator.trace.SyntheticTrace.Pattern;
import org.flashgrove.simulator.trace.SyntheticTrace.Places;
import org.flashgrove.simulator.trace.SyntheticTrace.Shape;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SyntheticTraceTest {
  private static final int BLOCKS = 1_000;
  private static final int COUNT = 400_000;

  private static Shape shape(Pattern pattern, double theta, long intervalNanos, long seed) {
    Places places = new Places(pattern, BLOCKS * 4096L, theta, 0.2, 0.8);
    return new Shape(places, COUNT, 4096, 0.3, intervalNanos, seed);
  }

  private static long[] hits(Shape shape) {
    long[] hits = new long[BLOCKS];
    TraceRequest request = new TraceRequest();
    SyntheticTrace trace = new SyntheticTrace(shape);
    while (trace.next(request)) {
      assertThat(request.offsetBytes() % 4096).isZero();
      assertThat(request.lengthBytes()).isEqualTo(4096);
      hits[(int) (request.offsetBytes() / 4096)]++;
    }
    return hits;
  }

  @Test
  void sequentialGoesRound() {
    assertThat(hits(shape(Pattern.SEQUENTIAL, 1, 0, 1))).containsOnly(COUNT / BLOCKS);
  }

  @Test
  void uniformIsUniform() {
    double squares = 0;
    double mean = (double) COUNT / BLOCKS;
    for (long hit : hits(shape(Pattern.UNIFORM, 1, 0, 1))) {
      squares += (hit - mean) * (hit - mean) / mean;
    }
    // chi-square with 999 degrees of freedom: mean 999, deviation 44.7
    assertThat(squares).isBetween(999 - 5 * 44.7, 999 + 5 * 44.7);
  }

  @Test
  void hotBlocksGetTheirShare() {
    long[] hits = hits(shape(Pattern.HOTCOLD, 1, 0, 1));
    double hot = Arrays.stream(hits, 0, BLOCKS / 5).sum();
    assertThat(hot / COUNT).isCloseTo(0.8, within(0.005));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 0.99, 1, 1.5})
  void zipfFollowsItsLaw(double theta) {
    long[] hits = hits(shape(Pattern.ZIPF, theta, 0, 1));
    Arrays.sort(hits);
    double norm = 0;
    for (int rank = 1; rank <= BLOCKS; rank++) {
      norm += Math.pow(rank, -theta);
    }
    double squares = 0;
    SplittableRandom random = new SplittableRandom(5);
    ZipfRanks ranks = new ZipfRanks(BLOCKS, theta);
    long[] drawn = new long[BLOCKS + 1];
    for (int i = 0; i < COUNT; i++) {
      drawn[(int) ranks.next(random)]++;
    }
    for (int rank = 1; rank <= BLOCKS; rank++) {
      double expected = COUNT * Math.pow(rank, -theta) / norm;
      squares += (drawn[rank] - expected) * (drawn[rank] - expected) / expected;
    }
    assertThat(squares).isBetween(999 - 5 * 44.7, 999 + 5 * 44.7);
    assertThat(hits[BLOCKS - 1] * norm / COUNT).isCloseTo(1, within(0.05));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 10, 997, 65_536, 1_000_000})
  void scatteringIsAPermutation(long n) {
    Scatter scatter = new Scatter(n);
    BitSet places = new BitSet();
    for (long i = 0; i < n; i++) {
      places.set((int) scatter.place(i));
    }
    assertThat(places.cardinality()).isEqualTo(n);
    assertThat(places.length()).isEqualTo(n);
  }

  @Test
  void readsAndArrivalsAreAsAskedForAndTheSeedDecides() {
    TraceRequest request = new TraceRequest();
    SyntheticTrace trace = new SyntheticTrace(shape(Pattern.UNIFORM, 1, 50_000, 3));
    assertThat(trace.isTimed()).isTrue();
    long last = 0;
    double reads = 0;
    while (trace.next(request)) {
      assertThat(request.arrivalNanos()).isGreaterThanOrEqualTo(last);
      last = request.arrivalNanos();
      reads += request.kind() == OperationKind.READ ? 1 : 0;
    }
    assertThat(reads / COUNT).isCloseTo(0.3, within(0.005));
    assertThat((double) last / COUNT).isCloseTo(50_000, within(500.0));
    assertThat(hits(shape(Pattern.ZIPF, 1, 0, 3))).isEqualTo(hits(shape(Pattern.ZIPF, 1, 0, 3)));
    assertThat(hits(shape(Pattern.ZIPF, 1, 0, 3))).isNotEqualTo(hits(shape(Pattern.ZIPF, 1, 0, 4)));
  }

  @Test
  void refusesWhatCannotBeMade() {
    for (Object[] wrong :
        new Object[][] {
          {-1L, 4096L, 1L << 20, 0.5}, {1L, 0L, 1L << 20, 0.5}, {1L, 4096L, 4096L, 0.5},
          {1L, 1L, 1L << 40, 0.5}, {1L, 4096L, 1L << 20, 1.5}, {1L, 4096L, 1L << 20, Double.NaN}
        }) {
      assertThatThrownBy(
              () ->
                  new Shape(
                      new Places(Pattern.UNIFORM, (long) wrong[2], 1, 0.2, 0.8),
                      (long) wrong[0],
                      (long) wrong[1],
                      (double) wrong[3],
                      0,
                      1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("allowed");
    }
  }
}

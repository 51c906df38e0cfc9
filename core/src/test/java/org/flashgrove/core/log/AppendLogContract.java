package org.flashgrove.core.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.StoreClosedException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What {@link AppendLog} promises; every implementation inherits these tests. */
public abstract class AppendLogContract {
  private final List<AppendLog> opened = new ArrayList<>();

  /** Returns a new, empty log. */
  protected abstract AppendLog create();

  /** Returns the log that {@link #create} made last, opened again; the test has closed it. */
  protected abstract AppendLog reopen();

  /** Returns the fewest bytes by which a frame of {@code words} words may lengthen the log. */
  protected long leastBytes(int words) {
    return words * (long) Long.BYTES + 1;
  }

  private AppendLog log() {
    AppendLog log = create();
    opened.add(log);
    return log;
  }

  private AppendLog again() {
    AppendLog log = reopen();
    opened.add(log);
    return log;
  }

  @AfterEach
  void closeLogs() {
    opened.forEach(AppendLog::close);
  }

  /** Returns the frames of a log, one line each: number, type, words. */
  protected static List<String> frames(AppendLog log) {
    return frames(log, 0);
  }

  /** Returns the frames of a log behind one. */
  protected static List<String> frames(AppendLog log, long after) {
    List<String> frames = new ArrayList<>();
    log.replay(
        after,
        (number, type, words, length) ->
            frames.add(number + ":" + type + Arrays.toString(Arrays.copyOf(words, length))));
    return frames;
  }

  private static long append(AppendLog log, int type, long... words) {
    return log.append(type, words, words.length);
  }

  @Test
  void startsEmpty() {
    AppendLog log = log();
    assertThat(log.lastFrame()).isZero();
    assertThat(log.durableFrame()).isZero();
    assertThat(log.tornBytes()).isZero();
    assertThat(frames(log)).isEmpty();
  }

  @Test
  void numbersFramesFromOneOn() {
    AppendLog log = log();
    assertThat(append(log, 0)).isEqualTo(1);
    assertThat(append(log, 255, 7)).isEqualTo(2);
    assertThat(append(log, 3, -1, Long.MIN_VALUE)).isEqualTo(3);
    assertThat(log.lastFrame()).isEqualTo(3);
    assertThat(frames(log)).containsExactly("1:0[]", "2:255[7]", "3:3[-1, -9223372036854775808]");
  }

  @Test
  void replaysTheFramesBehindOne() {
    AppendLog log = log();
    append(log, 1, 7);
    append(log, 2, 8);
    append(log, 3, 9);
    assertThat(frames(log, 1)).containsExactly("2:2[8]", "3:3[9]");
    assertThat(frames(log, 3)).isEmpty();
  }

  @Test
  void takesOnlyTheGivenWords() {
    AppendLog log = log();
    log.append(1, new long[] {1, 2, 3, 4}, 2);
    assertThat(frames(log)).containsExactly("1:1[1, 2]");
  }

  @Test
  void refusesImpossibleFrames() {
    AppendLog log = log();
    long[] words = new long[4];
    assertThatThrownBy(() -> log.append(-1, words, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> log.append(256, words, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> log.append(1, words, -1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> log.append(1, words, 5)).isInstanceOf(IllegalArgumentException.class);
    assertThat(log.lastFrame()).isZero();
    assertThat(append(log, 1, 2)).isEqualTo(1);
  }

  @Test
  void syncMakesEveryEarlierFrameDurable() {
    AppendLog log = log();
    append(log, 1, 1);
    append(log, 1, 2);
    assertThat(log.durableFrame()).isZero();
    log.drain();
    assertThat(log.durableFrame()).isZero();
    log.sync();
    assertThat(log.durableFrame()).isEqualTo(2);
    append(log, 1, 3);
    assertThat(log.durableFrame()).isEqualTo(2);
    log.sync();
    assertThat(log.durableFrame()).isEqualTo(3);
  }

  @Test
  void closeDrains() {
    AppendLog log = log();
    append(log, 1, 1);
    append(log, 2, 2, 3);
    log.close();
    AppendLog again = again();
    assertThat(frames(again)).containsExactly("1:1[1]", "2:2[2, 3]");
    assertThat(again.lastFrame()).isEqualTo(2);
    assertThat(again.durableFrame()).isEqualTo(2);
    assertThat(again.tornBytes()).isZero();
    assertThat(append(again, 5, 9)).isEqualTo(3);
    assertThat(frames(again)).containsExactly("1:1[1]", "2:2[2, 3]", "3:5[9]");
  }

  @Test
  void sizeGrowsWithEveryFrameAndStaysOnReopening() {
    AppendLog log = log();
    long size = log.sizeBytes();
    for (int i = 0; i < 5; i++) {
      log.append(1, new long[i], i);
      assertThat(log.sizeBytes()).isGreaterThanOrEqualTo(size + leastBytes(i));
      size = log.sizeBytes();
    }
    log.close();
    assertThat(again().sizeBytes()).isEqualTo(size);
  }

  @Test
  void largeFramesComeBack() {
    AppendLog log = log();
    long[] words = new long[300_000];
    Arrays.setAll(words, i -> i * 31L);
    append(log, 1, 1);
    log.append(2, words, words.length);
    append(log, 3, 3);
    log.append(4, words, 100_001);
    log.close();
    List<Integer> lengths = new ArrayList<>();
    again()
        .replay(
            (number, type, content, length) -> {
              lengths.add(length);
              if (length > 1) {
                assertThat(Arrays.equals(content, 0, length, words, 0, length)).isTrue();
              }
            });
    assertThat(lengths).containsExactly(1, 300_000, 1, 100_001);
  }

  @Test
  void rewriteReplacesTheContentAndKeepsCounting() {
    AppendLog log = log();
    append(log, 1, 1);
    append(log, 1, 2);
    log.rewrite(
        sink -> {
          sink.append(7, new long[] {70, 1}, 1);
          sink.append(8, new long[0], 0);
        });
    assertThat(frames(log)).containsExactly("3:7[70]", "4:8[]");
    assertThat(log.lastFrame()).isEqualTo(4);
    assertThat(log.durableFrame()).isEqualTo(4);
    assertThat(append(log, 1, 5)).isEqualTo(5);
    log.close();
    assertThat(frames(again())).containsExactly("3:7[70]", "4:8[]", "5:1[5]");
  }

  @Test
  void rewriteBesideAppendsKeepsThem() {
    AppendLog log = log();
    append(log, 1, 1);
    AppendLog.Rewrite rewrite = log.startRewrite(9, new long[] {90});
    rewrite.append(7, new long[] {70, 1}, 1);
    append(log, 1, 2);
    rewrite.write(8);
    assertThat(frames(log)).as("until the end").containsExactly("1:1[1]", "2:9[90]", "3:1[2]");
    rewrite.append(8, new long[0], 0);
    append(log, 1, 3);
    log.sync();
    rewrite.finish();
    List<String> expected = List.of("2:7[70]", "3:1[2]", "4:8[]", "5:1[3]");
    assertThat(frames(log)).isEqualTo(expected);
    assertThat(log.lastFrame()).isEqualTo(5);
    assertThat(log.durableFrame()).isEqualTo(5);
    assertThatThrownBy(rewrite::finish).isInstanceOf(IllegalStateException.class);
    assertThat(append(log, 1, 4)).isEqualTo(6);
    log.close();
    List<String> later = new ArrayList<>(expected);
    later.add("6:1[4]");
    assertThat(frames(again())).isEqualTo(later);
  }

  @Test
  void rewriteBesideAppendsTakesFramesOfAnyLength() {
    AppendLog log = log();
    AppendLog.Rewrite rewrite = log.startRewrite(9, new long[0]);
    int[] lengths = {1, 40_000, 135_000, 2, 100_001, 3};
    for (int i = 0; i < lengths.length; i++) {
      long[] words = new long[lengths[i]];
      Arrays.fill(words, i);
      if (i % 2 == 0) {
        rewrite.append(1, words, lengths[i]);
      } else {
        log.append(1, words, lengths[i]);
      }
      rewrite.write(1 << 12);
    }
    rewrite.finish();
    log.close();
    List<Integer> found = new ArrayList<>();
    again()
        .replay(
            (number, type, words, length) -> {
              assertThat(words[length - 1]).isEqualTo(number - 1);
              found.add(length);
            });
    assertThat(found).containsExactly(1, 40_000, 135_000, 2, 100_001, 3);
  }

  @Test
  void rewriteBesideAppendsMayBeGivenUp() {
    AppendLog log = log();
    append(log, 1, 1);
    AppendLog.Rewrite first = log.startRewrite(9, new long[0]);
    first.append(7, new long[] {70}, 1);
    AppendLog.Rewrite second = log.startRewrite(9, new long[0]);
    assertThatThrownBy(() -> first.append(7, new long[1], 1))
        .isInstanceOf(IllegalStateException.class);
    first.abandon();
    append(log, 1, 2);
    second.abandon();
    append(log, 1, 3);
    AppendLog.Rewrite third = log.startRewrite(9, new long[0]);
    third.append(7, new long[] {71}, 1);
    log.close();
    AppendLog again = again();
    assertThat(frames(again)).containsExactly("1:1[1]", "2:9[]", "3:1[2]", "4:1[3]", "5:9[]");
    again.startRewrite(9, new long[0]).append(7, new long[] {72}, 1);
    again.rewrite(sink -> sink.append(8, new long[] {80}, 1));
    assertThat(frames(again)).containsExactly("7:8[80]");
  }

  @Test
  void rewriteToNothingKeepsCounting() {
    AppendLog log = log();
    append(log, 1, 1);
    log.sync();
    append(log, 1, 2);
    log.rewrite(sink -> {});
    assertThat(log.lastFrame()).isEqualTo(2);
    log.close();
    AppendLog again = again();
    assertThat(frames(again)).isEmpty();
    assertThat(again.lastFrame()).isEqualTo(2);
    assertThat(append(again, 1, 3)).isEqualTo(3);
  }

  @Test
  void rewriteMayReplayWhatItReplaces() {
    AppendLog log = log();
    for (int i = 1; i <= 10; i++) {
      append(log, i, i);
    }
    log.rewrite(
        sink ->
            log.replay(
                (number, type, words, length) -> {
                  if (type % 2 == 0) {
                    sink.append(type, words, length);
                  }
                }));
    assertThat(frames(log))
        .containsExactly("11:2[2]", "12:4[4]", "13:6[6]", "14:8[8]", "15:10[10]");
  }

  @Test
  void contentCanNeitherAppendToTheLogNorRewriteIt() {
    AppendLog log = log();
    append(log, 1, 1);
    assertThatThrownBy(() -> log.rewrite(sink -> append(log, 1, 2)))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> log.rewrite(sink -> log.rewrite(inner -> {})))
        .isInstanceOf(IllegalStateException.class);
    assertThat(frames(log)).containsExactly("1:1[1]");
  }

  @Test
  void failedContentLeavesTheLogAsItWas() {
    AppendLog log = log();
    append(log, 1, 1);
    append(log, 1, 2);
    assertThatThrownBy(
            () ->
                log.rewrite(
                    sink -> {
                      sink.append(2, new long[1], 1);
                      throw new IllegalStateException("content failed");
                    }))
        .hasMessage("content failed");
    assertThat(append(log, 1, 3)).isEqualTo(3);
    assertThat(frames(log)).containsExactly("1:1[1]", "2:1[2]", "3:1[3]");
    log.close();
    assertThat(frames(again())).containsExactly("1:1[1]", "2:1[2]", "3:1[3]");
  }

  @Test
  void refusesCallsAfterClose() {
    AppendLog log = log();
    append(log, 1, 1);
    log.close();
    log.close();
    List<Runnable> calls =
        List.of(
            () -> append(log, 1, 1),
            log::drain,
            log::sync,
            () -> log.replay((number, type, words, length) -> {}),
            () -> log.rewrite(sink -> {}));
    for (Runnable call : calls) {
      assertThatThrownBy(call::run).isInstanceOf(StoreClosedException.class);
    }
  }

  @Test
  void interruptionDisturbsNothing() {
    AppendLog log = log();
    Thread.currentThread().interrupt();
    try {
      append(log, 1, 1);
      log.drain();
      log.sync();
      log.rewrite(sink -> sink.append(2, new long[] {2}, 1));
      append(log, 1, 3);
      log.close();
      AppendLog again = again();
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
      assertThat(frames(again)).containsExactly("2:2[2]", "3:1[3]");
    } finally {
      Thread.interrupted();
    }
  }

  @Test
  void anotherThreadMaySyncBesideAppends() throws InterruptedException {
    AppendLog log = log();
    AtomicBoolean stop = new AtomicBoolean();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread syncing =
        new Thread(
            () -> {
              try {
                while (!stop.get()) {
                  long before = log.lastFrame();
                  log.sync();
                  assertThat(log.durableFrame()).isBetween(before, log.lastFrame());
                }
              } catch (Throwable e) {
                failure.set(e);
              }
            });
    syncing.start();
    long[] words = new long[40];
    for (int i = 1; i <= 20_000; i++) {
      words[0] = i;
      log.append(1, words, 1 + i % 40);
      if (i % 5_000 == 0) {
        int last = i;
        log.rewrite(sink -> sink.append(2, new long[] {last}, 1));
      }
    }
    stop.set(true);
    syncing.join();
    assertThat(failure.get()).isNull();
    append(log, 3, 1);
    log.close();
    assertThat(frames(again())).containsExactly("20004:2[20000]", "20005:3[1]");
  }

  @Test
  void randomOperationsAgreeWithAModel() {
    Random random = Seeds.random();
    AppendLog log = log();
    List<String> model = new ArrayList<>();
    long next = 1;
    for (int step = 0; step < 3_000; step++) {
      int choice = random.nextInt(200);
      if (choice < 180) {
        long[] words = random.longs(random.nextInt(choice == 0 ? 100_000 : 50)).toArray();
        int type = random.nextInt(256);
        assertThat(append(log, type, words)).isEqualTo(next);
        model.add(next++ + ":" + type + Arrays.toString(words));
      } else if (choice < 190) {
        log.drain();
      } else if (choice < 195) {
        log.sync();
        assertThat(log.durableFrame()).isEqualTo(next - 1);
      } else if (choice < 197) {
        assertThat(frames(log)).isEqualTo(model);
      } else if (choice < 199) {
        int kept = random.nextInt(4);
        log.rewrite(
            sink -> {
              for (int i = 0; i < kept; i++) {
                sink.append(i, new long[] {i}, 1);
              }
            });
        model.clear();
        for (int i = 0; i < kept; i++) {
          model.add(next++ + ":" + i + "[" + i + "]");
        }
      } else {
        log.close();
        log = again();
        assertThat(log.tornBytes()).isZero();
      }
      assertThat(log.lastFrame()).isEqualTo(next - 1);
    }
    log.close();
    assertThat(frames(again())).isEqualTo(model);
  }
}

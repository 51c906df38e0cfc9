package org.flashgrove.grove;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.component.ComponentIndex.Kind;
import org.flashgrove.core.component.MemoryComponentStore;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.grove.config.GroveConfig;
import org.flashgrove.grove.curve.CurveOrder;
import org.flashgrove.grove.curve.Directory;
import org.flashgrove.grove.index.EntryKind;
import org.flashgrove.grove.log.Frames;
import org.flashgrove.grove.memtable.BufferImage;
import org.flashgrove.grove.memtable.Memtable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Words of a log that no grove wrote: refused as damage, or without harm. */
class GroveFramesTest {
  private static final long FIRST = 1_000_000;

  private record Frame(Kind kind, long[] words) {}

  private static final long SMALL = 24 << 10;

  /** Memory of a grove whose image has the chunks of the buffer as they are. */
  private static final long LARGE = 16 << 20;

  private static GroveContent content(long memory) {
    GroveConfig config = GroveConfigs.withTiles(GroveConfigs.of(GroveHarness.CURVE, memory), 4, 4);
    MemoryComponentStore store = new MemoryComponentStore(new MemoryComponentStore.Disk(), 512, 8);
    return new GroveContent(store, config);
  }

  /** A checkpoint image with blocks and buffered changes, changes, and an edit. */
  private static List<Frame> frames(long memory, Random random) {
    GroveConfig config = GroveConfigs.withTiles(GroveConfigs.of(GroveHarness.CURVE, memory), 4, 4);
    GroveHarness harness = new GroveHarness(EntryKind.RECTANGLES, config, 512, 8, random);
    harness.run(1_500, 85);
    List<Frame> frames = new ArrayList<>();
    GroveContent content = harness.grove().content();
    harness.store().maintain(content.runner()::finish);
    frames.addAll(image(content));
    Frames changes = new Frames();
    for (int i = 0; i < 20; i++) {
      double[] box = EntryKind.RECTANGLES.box(random);
      changes.addChange(Frames.INSERTION, i, box[0], box[1], box[2], box[3]);
      changes.addChange(i % 2, i, box[0], box[1], box[0], box[1]);
    }
    frames.add(new Frame(Kind.CHANGES, Arrays.copyOf(changes.words(), changes.length())));
    long commit = FIRST + frames.size() - 1;
    frames.add(new Frame(Kind.EDIT, new long[] {0, CurveOrder.OVERSIZED, commit}));
    frames.add(new Frame(Kind.CHANGES, Arrays.copyOf(changes.words(), changes.length())));
    Frames edit = new Frames();
    Directory directory = content.partition().directory();
    Directory.Builder inside = new Directory.Builder();
    for (int i = 0; i < directory.find(CurveOrder.OVERSIZED); i++) {
      inside.interval(directory.start(i));
      for (int b = directory.firstBlock(i); b < directory.firstBlock(i + 1); b++) {
        inside.block(directory.block(b));
      }
    }
    edit.add(0).add(CurveOrder.OVERSIZED).add(commit).add(0);
    edit.addCurve(content.curve().definition());
    edit.addIntervals(inside.build());
    frames.add(new Frame(Kind.EDIT, Arrays.copyOf(edit.words(), edit.length())));
    return frames;
  }

  private static GroveContent restore(List<Frame> frames, long memory) {
    GroveContent content = content(memory);
    long number = FIRST;
    for (Frame frame : frames) {
      long[] words = Arrays.copyOf(frame.words, frame.words.length + 2);
      content.restore(number++, frame.kind, words, frame.words.length);
    }
    content.visitBlocks(block -> assertThat(block).isNotNull());
    return content;
  }

  @ParameterizedTest
  @ValueSource(longs = {SMALL, LARGE})
  void forgedWordsAreRefusedOrDoNoHarm(long memory) {
    Random random = Seeds.random();
    List<Frame> frames = frames(memory, random);
    restore(frames, memory);
    int refused = 0;
    int rounds = 5_000;
    for (int round = 0; round < rounds; round++) {
      List<Frame> forged = new ArrayList<>(frames);
      int at = random.nextInt(frames.size());
      forged.set(at, forge(frames.get(at), random));
      try {
        restore(forged, memory);
      } catch (DamagedStoreException | SpecException expected) {
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(rounds / 10);
  }

  @Test
  void anImageOfALargeMemoryIsTakenOverAsItIs() {
    Random random = Seeds.random();
    GroveConfig config = GroveConfigs.withTiles(GroveConfigs.of(GroveHarness.CURVE, LARGE), 4, 4);
    GroveHarness harness = new GroveHarness(EntryKind.RECTANGLES, config, 512, 8, random);
    harness.run(3_000, 85);
    harness.store().maintain(() -> harness.grove().content().flush());
    harness.run(3_000, 60);
    Memtable buffer = harness.grove().content().buffer();
    assertThat(buffer.deletions()).isPositive();
    harness.store().maintain(() -> buffer.freeze(0, CurveOrder.OVERSIZED, buffer.newest()));
    List<Frame> frames = image(harness.grove().content());
    assertThat(frames).anyMatch(frame -> frame.words[0] == Frames.SHORT_INTERVALS);
    Memtable restored = restore(frames, LARGE).buffer();
    assertThat(restored.changes()).isEqualTo(buffer.changes());
    assertThat(restored.deletions()).isEqualTo(buffer.deletions());
    assertThat(restored.frozen().is(0, CurveOrder.OVERSIZED, buffer.newest())).isTrue();
    assertThat(intervals(restored)).isDeepEqualTo(intervals(buffer));
  }

  @Test
  void anImageOfAnEmptyBufferHasNoIntervals() {
    Random random = Seeds.random();
    GroveConfig config = GroveConfigs.withTiles(GroveConfigs.of(GroveHarness.CURVE, LARGE), 4, 4);
    GroveHarness harness = new GroveHarness(EntryKind.RECTANGLES, config, 512, 8, random);
    harness.run(3_000, 85);
    GroveContent content = harness.grove().content();
    harness.store().maintain(content::flush);
    assertThat(content.buffer().changes()).isZero();
    List<Frame> frames = image(content);
    assertThat(frames).noneMatch(frame -> frame.words[0] == Frames.SHORT_INTERVALS);
    GroveContent restored = restore(frames, LARGE);
    assertThat(restored.entries()).isEqualTo(content.entries()).isPositive();
    assertThat(restored.buffer().changes()).isZero();
  }

  private static long[][] intervals(Memtable buffer) {
    List<long[]> frames = new ArrayList<>();
    BufferImage.append(buffer, (words, length) -> frames.add(Arrays.copyOf(words, length)));
    return frames.toArray(new long[0][]);
  }

  private static List<Frame> image(GroveContent content) {
    List<Frame> frames = new ArrayList<>();
    content.checkpointImage(
        (words, length) ->
            frames.add(new Frame(Kind.CHECKPOINT_IMAGE, Arrays.copyOf(words, length))));
    return frames.stream().filter(frame -> frame.words[0] >= 0).toList(); // no copies of footers
  }

  private static Frame forge(Frame frame, Random random) {
    long[] words = frame.words.clone();
    int at = random.nextInt(words.length);
    switch (random.nextInt(4)) {
      case 0:
        words[at] ^= 1L << random.nextInt(64);
        break;
      case 1:
        words[at] = random.nextInt(3) - 1;
        break;
      case 2:
        words[at] = random.nextLong();
        break;
      default:
        words = Arrays.copyOf(words, at);
        break;
    }
    return new Frame(frame.kind, words);
  }
}

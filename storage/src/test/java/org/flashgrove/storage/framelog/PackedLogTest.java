package org.flashgrove.storage.framelog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.core.log.AppendLogContract;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.file.RawFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract for logs of packed frames, and what is theirs alone. */
class PackedLogTest extends AppendLogContract {
  private static final long TAG = 0xF1A5_46E1L;

  private final MemoryDirectory directory = new MemoryDirectory();
  private int logs;

  @Override
  protected AppendLog create() {
    return FrameLog.create(directory, "log" + ++logs, TAG, 4096, true);
  }

  @Override
  protected AppendLog reopen() {
    return FrameLog.open(directory, "log" + logs, TAG, 4096, true, null);
  }

  /** A frame of zeros may fit into what fills up the last word. */
  @Override
  protected long leastBytes(int words) {
    return 0;
  }

  private static long[] randomWords(Random random) {
    long[] words = new long[random.nextInt(60)];
    for (int i = 0; i < words.length; i++) {
      switch (random.nextInt(6)) {
        case 0:
          words[i] = random.nextLong();
          break;
        case 1:
          words[i] = i < 2 ? 7 : words[i - 2];
          break;
        case 2:
          words[i] = i < 5 ? 7 : words[i - 5] + random.nextInt(300);
          break;
        case 3:
          words[i] = Double.doubleToRawLongBits(random.nextDouble());
          break;
        case 4:
          words[i] = random.nextLong() >>> random.nextInt(64);
          break;
        default:
          words[i] = -random.nextInt(3);
          break;
      }
    }
    return words;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void unpackingGivesWhatWasPacked(boolean hasRuns) {
    Random random = Seeds.random();
    for (int round = 0; round < 50; round++) {
      ByteBuffer bytes = AlignedBuffers.allocate(1 << 20);
      WordPacking packing = new WordPacking(hasRuns);
      List<long[]> frames = new ArrayList<>();
      List<Integer> types = new ArrayList<>();
      int end = 0;
      while (frames.size() < 1000) {
        long[] words = randomWords(random);
        int type = random.nextInt(4);
        int alike = random.nextInt(8) == 0 ? random.nextInt(600) : 1;
        for (int i = 0; i < alike; i++) {
          int before = end;
          end = packing.pack(type, words, words.length, bytes, end);
          assertThat((long) end - before).isLessThanOrEqualTo(WordPacking.mostBytes(words.length));
          frames.add(words);
          types.add(type);
          words = alike(words, random);
        }
      }
      assertThat(unpacked(bytes, hasRuns, types)).isDeepEqualTo(frames.toArray(long[][]::new));
      ByteBuffer cut = AlignedBuffers.allocate(end - 1);
      cut.put(0, bytes, 0, end - 1);
      assertThat(unpacked(cut, hasRuns, types)).hasNumberOfRows(frames.size() - 1);
    }
  }

  /** Returns words of the same length, of which each is near its predecessor or not. */
  private static long[] alike(long[] before, Random random) {
    long[] words = before.clone();
    for (int i = 0; i < words.length; i++) {
      int bits = random.nextInt(4) * 20;
      long noise = bits == 0 ? 0 : random.nextLong() >>> Long.SIZE - bits;
      switch (random.nextInt(5)) {
        case 0:
          words[i] ^= noise;
          break;
        case 1:
          words[i] = i < 2 ? noise : words[i - 2] - noise;
          break;
        case 2:
          words[i] = random.nextLong();
          break;
        default:
          words[i]++;
          break;
      }
    }
    return words;
  }

  /** Unpacks frames until all are read, or the bytes end within one. */
  private static long[][] unpacked(ByteBuffer bytes, boolean hasRuns, List<Integer> types) {
    WordPacking unpacking = new WordPacking(hasRuns);
    unpacking.startAt(0);
    List<long[]> frames = new ArrayList<>();
    for (int type : types) {
      int length = unpacking.nextLength(bytes);
      if (length < 0) {
        break;
      }
      long[] words = new long[length];
      int itsType = unpacking.unpack(bytes, length, words);
      if (itsType < 0) {
        break;
      }
      assertThat(itsType).isEqualTo(type);
      frames.add(words);
    }
    return frames.toArray(long[][]::new);
  }

  /** An insertion takes the bytes of its coordinates in a run: nothing for its id, type, length. */
  @Test
  void insertionsTakeTheBytesOfTheirCoordinates() {
    assertThat(bytesOfInsertions(4)).isBetween(14.0, 14.2);
    assertThat(bytesOfInsertions(6)).isBetween(26.0, 27.5);
  }

  private double bytesOfInsertions(int length) {
    AppendLog log = FrameLog.create(directory, "insertions" + length, TAG, 4096, true);
    Random random = Seeds.random();
    int count = 20_000;
    for (int id = 0; id < count; id++) {
      double x = random.nextDouble();
      double y = random.nextDouble();
      long[] words = new long[length];
      words[1] = id;
      words[2] = Double.doubleToRawLongBits(x);
      words[3] = Double.doubleToRawLongBits(y);
      if (length > 4) {
        words[4] = Double.doubleToRawLongBits(x + random.nextDouble() / 1000);
        words[5] = Double.doubleToRawLongBits(y + random.nextDouble() / 1000);
      }
      log.append(11, words, length);
    }
    log.sync();
    return (double) log.sizeBytes() / count;
  }

  /** Points inserted one by one take a fraction of the bytes of plain frames. */
  @Test
  void insertionsOfPointsArePackedWell() {
    AppendLog packed = create();
    AppendLog plain = FrameLog.create(directory, "plain", TAG, 4096);
    Random random = new Random(7);
    for (int id = 0; id < 1000; id++) {
      long x = Double.doubleToRawLongBits(random.nextDouble());
      long y = Double.doubleToRawLongBits(random.nextDouble());
      long[] words = {12, 2, id, -1, 3, random.nextInt(3000), id, x, y, x, y};
      packed.append(1, words, words.length);
      plain.append(1, words, words.length);
    }
    packed.sync();
    plain.sync();
    assertThat(packed.sizeBytes()).isLessThan(plain.sizeBytes() / 3);
    assertThat(frames(packed)).isEqualTo(frames(plain));
  }

  /** What was synced is there however the file ends; what is there is a prefix. */
  @Test
  void aTornTailCostsWhatWasNotSynced() {
    Random random = Seeds.random();
    AppendLog log = create();
    List<Long> ends = new ArrayList<>();
    List<Long> frames = new ArrayList<>();
    for (int group = 0; group < 6; group++) {
      for (int i = 1 + random.nextInt(6); i > 0; i--) {
        long[] words = randomWords(random);
        log.append(random.nextInt(3), words, words.length);
      }
      log.drain();
      ends.add(log.sizeBytes());
      frames.add(log.lastFrame());
    }
    List<String> all = frames(log);
    byte[] content = new byte[(int) log.sizeBytes()];
    ByteBuffer bytes = AlignedBuffers.allocate(content.length);
    try (RawFile file = directory.open("log" + logs, RawFile.Caching.BUFFERED)) {
      file.read(0, bytes, 0, content.length);
    }
    bytes.get(0, content);
    for (int cut = LogFormat.HEADER_BYTES; cut <= content.length; cut++) {
      String name = "cut" + cut;
      try (RawFile file = directory.create(name, RawFile.Caching.BUFFERED)) {
        ByteBuffer part = AlignedBuffers.allocate(Math.max(cut, 1));
        part.put(0, content, 0, cut);
        file.write(0, part, 0, cut);
      }
      long whole = 0;
      for (int i = 0; i < ends.size() && ends.get(i) <= cut; i++) {
        whole = frames.get(i);
      }
      AppendLog opened = FrameLog.open(directory, name, TAG, 4096, true, null);
      assertThat(opened.lastFrame()).isEqualTo(whole);
      assertThat(frames(opened)).isEqualTo(all.subList(0, (int) whole));
      opened.close();
    }
  }

  @Test
  void damageBeforeADurableFrameIsNoticed() {
    AppendLog log = create();
    log.append(1, new long[] {1, 2, 3}, 3);
    log.append(1, new long[] {4, 5, 6}, 3);
    log.sync();
    log.append(1, new long[] {7, 8, 9}, 3);
    log.sync();
    log.close();
    try (RawFile file = directory.open("log" + logs, RawFile.Caching.BUFFERED)) {
      ByteBuffer one = AlignedBuffers.allocate(1);
      long offset = LogFormat.HEADER_BYTES + LogFormat.FRAME_HEADER_BYTES + 9;
      file.read(offset, one, 0, 1);
      one.put(0, (byte) (one.get(0) ^ 4));
      file.write(offset, one, 0, 1);
    }
    assertThatThrownBy(this::reopen).isInstanceOf(DamagedStoreException.class);
  }

  @Test
  void aLogThatWasOpenedBeforeIsReadFromThereOn() {
    AppendLog writer = create();
    writer.append(5, new long[] {9}, 1);
    writer.append(6, new long[] {10}, 1);
    writer.sync();
    FrameLog before = (FrameLog) reopen();
    writer.append(7, new long[] {11}, 1);
    writer.sync();
    FrameLog now = FrameLog.open(directory, "log" + logs, TAG, 4096, true, before);
    assertThat(now.continues()).isTrue();
    assertThat(now.lastFrame()).isEqualTo(3);
    assertThat(frames(now, before.lastFrame())).containsExactly("3:7[11]");
    assertThat(frames(now)).containsExactly("1:5[9]", "2:6[10]", "3:7[11]");
    assertThat(now.counters().figures().bytesRead())
        .isEqualTo(2 * (now.sizeBytes() - before.sizeBytes()) + now.sizeBytes());
  }

  @Test
  void aRewrittenLogIsReadAsAWhole() {
    AppendLog writer = create();
    writer.append(5, new long[] {9}, 1);
    writer.sync();
    FrameLog before = (FrameLog) reopen();
    writer.rewrite(sink -> sink.append(6, new long[] {10}, 1));
    FrameLog now = FrameLog.open(directory, "log" + logs, TAG, 4096, true, before);
    assertThat(now.continues()).isFalse();
    assertThat(frames(now, before.lastFrame())).containsExactly("2:6[10]");
    assertThat(frames(now)).containsExactly("2:6[10]");
  }

  @Test
  void aPlainLogIsPackedWhenItIsRewritten() {
    AppendLog plain = FrameLog.create(directory, "log" + ++logs, TAG, 4096);
    plain.append(2, new long[] {1, 2}, 2);
    plain.sync();
    plain.close();
    AppendLog log = reopen();
    log.append(2, new long[] {3}, 1);
    assertThat(frames(log)).containsExactly("1:2[1, 2]", "2:2[3]");
    log.rewrite(sink -> sink.append(5, new long[] {9}, 1));
    log.append(6, new long[] {10}, 1);
    assertThat(frames(log)).containsExactly("3:5[9]", "4:6[10]");
    log.close();
    assertThat(frames(reopen())).containsExactly("3:5[9]", "4:6[10]");
  }
}

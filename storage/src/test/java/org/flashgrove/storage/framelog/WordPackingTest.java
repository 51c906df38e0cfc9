package org.flashgrove.storage.framelog;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Test;

/** Words of frames against the format's definition: the code with the fewest bytes, the least. */
class WordPackingTest {
  private static final int GROUPS = 100;
  private static final int FRAMES = 200;
  private static final int MOST_WORDS = 12;
  private static final int TYPES = 3;

  /** By code, from docs/format/log.md: the word before that is compared with, and bytes. */
  private static final String[] BASES = {
    "last", "last", "last", "last", "last", "two", "two", "two", "five", "five", "five", "five",
    "none", "none", "none", "none"
  };

  private static final int[] BYTES = {0, 1, 2, 6, 7, 0, 4, 5, 1, 2, 5, 6, 0, 1, 3, 8};

  private final Random random = Seeds.random();

  @Test
  void eachWordHasTheLeastCodeOfTheFewestBytesAndComesBack() {
    WordPacking packing = new WordPacking(false);
    WordPacking unpacking = new WordPacking(false);
    ByteBuffer bytes = ByteBuffer.allocate(FRAMES * (int) WordPacking.mostBytes(MOST_WORDS));
    for (int group = 0; group < GROUPS; group++) {
      packing.clear();
      long[][] last = new long[TYPES][0];
      int[] types = new int[FRAMES];
      long[][] frames = new long[FRAMES][];
      int end = 0;
      for (int frame = 0; frame < FRAMES; frame++) {
        int type = random.nextInt(TYPES);
        long[] words = words(last[type]);
        int start = end;
        end = packing.pack(type, words, words.length, bytes, start);
        assertThat(codes(bytes, start, words.length)).isEqualTo(expected(words, last[type]));
        assertThat(end - start).isLessThanOrEqualTo((int) WordPacking.mostBytes(words.length));
        last[type] = words;
        types[frame] = type;
        frames[frame] = words;
      }
      unpacking.startAt(0);
      for (int frame = 0; frame < FRAMES; frame++) {
        assertThat(unpacking.nextLength(bytes)).isEqualTo(frames[frame].length);
        long[] back = new long[frames[frame].length];
        assertThat(unpacking.unpack(bytes, back.length, back)).isEqualTo(types[frame]);
        assertThat(back).isEqualTo(frames[frame]);
      }
    }
  }

  /** A frame that becomes shorter by an eighth or more must be packed, wherever it saves bytes. */
  @Test
  void longFramesThatBecomeShorterArePacked() {
    WordPacking packing = new WordPacking(true);
    int length = 1 << 12;
    ByteBuffer bytes = ByteBuffer.allocate((int) WordPacking.mostBytes(length));
    int unpacked = 0;
    for (int round = 0; round < 400; round++) {
      packing.clear();
      int period = 1 + random.nextInt(8);
      int shortWords = random.nextInt(period + 1);
      int bits = 1 + random.nextInt(64);
      long[] words = new long[length];
      for (int i = 0; i < length; i++) {
        words[i] = random.nextLong() >>> (i % period < shortWords ? 64 - bits : 0);
      }
      boolean mayShorten = packing.mayShorten(1, words, length);
      int packed = packing.pack(1, words, length, bytes, 0);
      if (packed <= length * Long.BYTES / 8 * 7) {
        assertThat(mayShorten).isTrue();
      }
      unpacked += mayShorten ? 0 : 1;
    }
    assertThat(unpacked).isPositive();
  }

  /** Counters and small changes in short frames of one type make runs begin, change and end. */
  @Test
  void framesOfRunsComeBack() {
    WordPacking packing = new WordPacking(true);
    WordPacking unpacking = new WordPacking(true);
    ByteBuffer bytes = ByteBuffer.allocate(FRAMES * (int) WordPacking.mostBytes(MOST_WORDS));
    for (int group = 0; group < 10 * GROUPS; group++) {
      packing.clear();
      int length = 1 + random.nextInt(3);
      long[][] frames = new long[FRAMES][];
      long[] words = new long[length];
      int end = 0;
      for (int frame = 0; frame < FRAMES; frame++) {
        boolean counts = random.nextInt(4) > 0;
        for (int i = 0; i < length; i++) {
          words[i] = counts ? words[i] + 1 : random.nextInt(1 << 9);
        }
        frames[frame] = words.clone();
        end = packing.pack(1, words, length, bytes, end);
      }
      unpacking.startAt(0);
      for (int frame = 0; frame < FRAMES; frame++) {
        assertThat(unpacking.nextLength(bytes)).isEqualTo(length);
        long[] back = new long[length];
        assertThat(unpacking.unpack(bytes, length, back)).isEqualTo(1);
        assertThat(back).isEqualTo(frames[frame]);
      }
    }
  }

  private long[] words(long[] before) {
    long[] words = new long[1 + random.nextInt(MOST_WORDS)];
    for (int i = 0; i < words.length; i++) {
      long[] from = random.nextBoolean() ? words : before;
      int at = i - 1 - random.nextInt(6);
      long near = from == before && i < before.length ? before[i] : at >= 0 ? words[at] : 0;
      int bits = random.nextInt(Long.SIZE + 1);
      long noise = bits == 0 ? 0 : random.nextLong() >>> Long.SIZE - bits;
      words[i] = random.nextInt(4) == 0 ? noise : near ^ noise;
    }
    return words;
  }

  private static int[] codes(ByteBuffer bytes, int start, int length) {
    int[] codes = new int[length];
    for (int i = 0; i < length; i++) {
      codes[i] = bytes.get(start + 2 + i / 2) >>> 4 * (i & 1) & 0xF;
    }
    return codes;
  }

  private static int[] expected(long[] words, long[] before) {
    int[] codes = new int[words.length];
    for (int i = 0; i < words.length; i++) {
      int best = BYTES.length - 1;
      for (int code = 0; code < BYTES.length; code++) {
        long base =
            switch (BASES[code]) {
              case "last" -> i < before.length ? before[i] : 0;
              case "two" -> i < 2 ? 0 : words[i - 2];
              case "five" -> i < 5 ? 0 : words[i - 5];
              default -> 0;
            };
        long rest = words[i] ^ base;
        boolean fits = BYTES[code] == 8 || rest >>> 8 * BYTES[code] == 0;
        if (fits && BYTES[code] < BYTES[best]) {
          best = code;
        }
      }
      codes[i] = best;
    }
    return codes;
  }
}

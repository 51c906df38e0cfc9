package org.flashgrove.grove.packed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.util.Arrays;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.grove.columns.EntryColumns;
import org.flashgrove.grove.columns.RandomEntries;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Chunks grow and shrink without losing a bit, and are searched as pages are. */
class PackedChunkTest {
  private static final int APPENDS = 30;

  private static EntryColumns decoded(PackedChunk chunk) {
    PackedPage reader = new PackedPage("test");
    chunk.turn(reader);
    EntryColumns entries = new EntryColumns(chunk.count());
    reader.appendTo(entries);
    return entries;
  }

  private static void assertHolds(PackedChunk chunk, EntryColumns expected) {
    EntryColumns found = decoded(chunk);
    assertThat(found.size()).isEqualTo(expected.size()).isEqualTo(chunk.count());
    found.sort(0, found.size());
    EntryColumns sorted = new EntryColumns(expected.size());
    sorted.addAll(expected, 0, expected.size());
    sorted.sort(0, sorted.size());
    for (int i = 0; i < found.size(); i++) {
      if (found.compare(i, sorted, i) != 0) {
        fail("entry %s differs", i);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void holdsWhatWasAppendedAndNotWhatWasTakenAway(RandomEntries kind) {
    Random random = Seeds.random();
    ChunkWriter writer = new ChunkWriter(true, random.nextBoolean());
    for (int round = 0; round < 5; round++) {
      EntryColumns source = kind.draw(random, 1_200, round % 2 == 0);
      EntryColumns expected = new EntryColumns(1_200);
      PackedChunk chunk = null;
      int at = 0;
      while (at < source.size()) {
        int to = Math.min(source.size(), at + 1 + random.nextInt(60));
        PackedChunk before = chunk;
        int count = expected.size();
        if (chunk != null) {
          chunk = writer.append(chunk, source, at, to);
        } else if (random.nextBoolean()) {
          chunk = writer.of(source, at, to);
        } else {
          chunk = writer.inOrder(source, at, to);
          assertThat(chunk.covered()).isEqualTo(to - at);
        }
        expected.addAll(source, at, to);
        at = to;
        if (before != null) {
          assertThat(before.count()).isEqualTo(count); // is another one still
        }
        if (random.nextInt(4) == 0) {
          chunk = takeAway(writer, chunk, expected, random);
        }
      }
      if (chunk != null) {
        assertHolds(chunk, expected);
        checkWindows(chunk, expected, random);
        byte[] copy = new byte[chunk.length()];
        chunk.copyTo(copy, 0);
        assertHolds(PackedChunk.read(copy, "file", "place"), expected);
      }
    }
  }

  private static PackedChunk takeAway(
      ChunkWriter writer, PackedChunk chunk, EntryColumns expected, Random random) {
    EntryColumns held = decoded(chunk);
    int i = random.nextInt(held.size());
    int j = 0;
    while (!expected.matches(j, held, i) || expected.isDeletion(j) != held.isDeletion(i)) {
      j++;
    }
    expected.copy(expected.size() - 1, j);
    expected.truncate(expected.size() - 1);
    int covered = chunk.covered();
    for (int k = i + 1; k < held.size(); k++) {
      held.copy(k, k - 1);
    }
    held.truncate(held.size() - 1);
    return held.size() == 0 ? null : writer.left(held, i < covered ? covered - 1 : covered);
  }

  private static void checkWindows(PackedChunk chunk, EntryColumns expected, Random random) {
    PackedPage reader = new PackedPage("test");
    for (int w = 0; w < 20; w++) {
      int a = random.nextInt(expected.size());
      int b = random.nextInt(expected.size());
      double minX = Math.min(expected.minX(a), expected.minX(b));
      double maxX = Math.max(expected.maxX(a), expected.minX(b));
      double minY = Math.min(expected.minY(a), expected.minY(b));
      double maxY = Math.max(expected.maxY(a), expected.minY(b));
      int matches = 0;
      for (int i = 0; i < expected.size(); i++) {
        matches +=
            Rectangles.intersects(
                    minX,
                    minY,
                    maxX,
                    maxY,
                    expected.minX(i),
                    expected.minY(i),
                    expected.maxX(i),
                    expected.maxY(i))
                ? 1
                : 0;
      }
      chunk.scan(reader, minX, minY, maxX, maxY);
      int found = 0;
      for (int word = 0; word < reader.count() + 63 >> 6; word++) {
        found += Long.bitCount(reader.hits()[word]);
      }
      assertThat(found).isEqualTo(matches);
      checkFind(chunk, expected, a, reader);
    }
  }

  /** Checks that a search for entry {@code sought} hits every entry that equals it. */
  private static void checkFind(
      PackedChunk chunk, EntryColumns expected, int sought, PackedPage reader) {
    double[] box = {
      expected.minX(sought), expected.minY(sought), expected.maxX(sought), expected.maxY(sought)
    };
    assertThat(chunk.mayHoldId(expected.id(sought))).isTrue();
    chunk.find(reader, expected.id(sought), box[0], box[1], box[2], box[3]);
    double[] other = new double[4];
    int equal = 0;
    for (int i = 0; i < reader.count(); i++) {
      reader.rectangle(i, other);
      if (reader.id(i) == expected.id(sought) && Arrays.equals(other, box)) {
        assertThat(reader.hits()[i >> 6] >>> i & 1).isEqualTo(1);
        equal++;
      }
    }
    assertThat(equal).isPositive();
  }

  /** The specification measured 15.7 to 16.0 bytes a random point and 7.0 to 7.5 a decimal one. */
  @Test
  void appendingCopiesMoreOftenThanItPacksAnew() {
    Random random = Seeds.random();
    EntryColumns points = new EntryColumns(1_000);
    for (int i = 0; i < 1_000; i++) {
      double x = random.nextDouble();
      double y = random.nextDouble();
      points.add(0, 7 * i, x, y, x, y);
    }
    int copied = appendsThatCopy(points, false);
    assertThat(copied).isGreaterThan(APPENDS / 2);
    assertThat(appendsThatCopy(points, true)).isGreaterThan(copied);
  }

  private static int appendsThatCopy(EntryColumns points, boolean risingIds) {
    PackedWriter writer = PackedWriter.centred(risingIds);
    ChunkWriter chunks = new ChunkWriter(true, risingIds);
    PackedChunk chunk = chunks.of(points, 0, 40);
    int copied = 0;
    for (int i = 0; i < APPENDS; i++) {
      int at = 40 + 32 * i;
      copied += writer.append(chunk.page(), points, at, at + 32) == null ? 0 : 1;
      chunk = chunks.append(chunk, points, at, at + 32);
    }
    assertThat(chunk.bytes() / 1_000.0).isLessThan(17.5);
    return copied;
  }

  @Test
  void theFirstDeletionGetsAColumn() {
    EntryColumns entries = RandomEntries.DECIMAL_POINTS.draw(Seeds.random(), 50, false);
    entries.add(0, entries.id(3), 5, 6, 5, 6);
    entries.setDeletion(entries.add(0, entries.id(3), 5, 6, 5, 6), true);
    ChunkWriter writer = new ChunkWriter(true, false);
    PackedChunk chunk = writer.append(writer.of(entries, 0, 51), entries, 51, 52);
    EntryColumns held = decoded(chunk);
    assertThat(held.isDeletion(51)).isTrue();
    assertThat(held.isDeletion(50)).isFalse();
    assertHolds(chunk, entries);
  }

  /** The interval from 0.0 to -0.0 ends below the least side, though its extent fits. */
  @Test
  void zerosWithSignsAreAppendedToZerosWithout() {
    EntryColumns entries = new EntryColumns(3);
    entries.add(0, 1, 0.0, 1, 0.0, 2);
    entries.add(0, 1, 0.0, 1, 5 * Double.MIN_VALUE, 2);
    entries.add(0, 1, 0.0, 1, -0.0, 2);
    ChunkWriter writer = new ChunkWriter(true, false);
    assertHolds(writer.append(writer.of(entries, 0, 2), entries, 2, 3), entries);
  }

  /** All entries of runs were deleted, and few others remain. */
  @Test
  void aChunkWithoutEntriesInRunsIsReadBack() {
    EntryColumns points = RandomEntries.DECIMAL_POINTS.draw(Seeds.random(), 20, false);
    PackedChunk chunk = new ChunkWriter(true, false).left(points, 0);
    byte[] page = new byte[chunk.length()];
    chunk.copyTo(page, 0);
    byte[] boxes = chunk.boxes();
    assertHolds(PackedChunk.read(page, chunk.covered(), boxes, "file", "frame 7"), points);
    byte[] more = new byte[2 * PackedChunk.BOX_BYTES];
    assertThatThrownBy(() -> PackedChunk.read(page, 0, more, "file", "frame 7"))
        .isInstanceOf(DamagedStoreException.class)
        .hasMessageContaining("2 runs");
  }

  @Test
  void moreRunsThanAScanCanTellApartAreRefused() {
    EntryColumns points = RandomEntries.DECIMAL_POINTS.draw(Seeds.random(), 100, false);
    PackedChunk chunk = new ChunkWriter(true, false).of(points, 0, 100);
    byte[] page = new byte[chunk.length()];
    chunk.copyTo(page, 0);
    byte[] boxes = new byte[65 * PackedChunk.BOX_BYTES];
    assertThatThrownBy(() -> PackedChunk.read(page, 100, boxes, "file", "frame 7"))
        .isInstanceOf(DamagedStoreException.class)
        .hasMessageContaining("65 runs");
  }

  @Test
  void bytesThatAreNoChunkAreRefused() {
    assertThatThrownBy(() -> PackedChunk.read(new byte[100], "file", "frame 7"))
        .isInstanceOf(DamagedStoreException.class)
        .hasMessageContaining("file, frame 7");
    assertThatThrownBy(() -> PackedChunk.read(new byte[1_000], "file", "frame 7"))
        .isInstanceOf(DamagedStoreException.class);
    PackedPages split = new PackedPages(true);
    EntryColumns points = RandomEntries.DECIMAL_POINTS.draw(Seeds.random(), 100, false);
    split.write(points, 100, 0);
    byte[] page = Arrays.copyOfRange(split.pages[0], PackedPages.AT, PackedPages.PAGE);
    assertThatThrownBy(() -> PackedChunk.read(page, "file", "frame 7"))
        .isInstanceOf(DamagedStoreException.class)
        .hasMessageContaining("split");
  }

  @Test
  void countsOutsideOfAPageAreRefused() {
    ChunkWriter writer = new ChunkWriter(true, false);
    EntryColumns entries = RandomEntries.ONE.draw(Seeds.random(), 40_000, false);
    assertThatThrownBy(() -> writer.of(entries, 5, 5)).isInstanceOf(IllegalArgumentException.class);
    PackedChunk chunk = writer.of(entries, 0, 40_000);
    assertThatThrownBy(() -> writer.append(chunk, entries, 0, 30_000))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("70000");
  }
}

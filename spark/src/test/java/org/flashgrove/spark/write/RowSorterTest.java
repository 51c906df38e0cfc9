package org.flashgrove.spark.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.spark.remote.ScratchBytes;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.io.TempDir;

/** Rows come out once each, in the order of their keys. */
class RowSorterTest {
  private static final int KEY_BITS = 62;

  /** Bits of a key that decide the order. */
  private static final int SORTED_BITS = 44;

  @TempDir private Path directory;
  private final Random random = Seeds.random();

  private record Added(long key, ByteBuffer wkb, ByteBuffer row) {}

  private ByteBuffer some(int most) {
    byte[] bytes = new byte[random.nextInt(most + 1)];
    random.nextBytes(bytes);
    return ByteBuffer.wrap(bytes);
  }

  @RepeatedTest(20)
  void rowsAreSorted() throws IOException {
    int memory = 100 << random.nextInt(12);
    int bits = random.nextInt(KEY_BITS + 1);
    long base = random.nextLong() >>> 2 >>> bits << bits;
    int count = random.nextInt(1 << random.nextInt(13));
    long[] keys = random.longs(count).map(key -> base | key & (1L << bits) - 1).toArray();
    if (random.nextBoolean()) {
      Arrays.sort(keys);
    }
    Map<Added, Integer> added = new HashMap<>();
    List<Added> sorted = new ArrayList<>();
    RowBlock block = new RowBlock();
    int blocks = 1;
    ScratchBytes scratch = new ScratchBytes(directory.resolve("rows"), TaskMemory.ofThisTask());
    long spilled;
    try (RowSorter sorter = new RowSorter(memory, scratch)) {
      for (long key : keys) {
        Added row = new Added(key, some(random.nextInt(100) == 0 ? 5000 : 30), some(50));
        block.add(key, row.wkb.array(), row.row);
        if (random.nextInt(10) == 0) {
          add(sorter, block);
          blocks++;
        }
        added.merge(row, 1, Integer::sum);
      }
      add(sorter, block);
      sorter.sort();
      for (EncodedRows row = sorter.next(); row != null; row = sorter.next()) {
        sorted.add(new Added(row.key(), copy(row.wkb()), copy(row.row())));
      }
      spilled = scratch.length();
    }
    long greatest = 0;
    long unsorted = (1L << Math.max(0, bits - SORTED_BITS)) - 1;
    for (Added row : sorted) {
      assertThat(row.key).isGreaterThanOrEqualTo(greatest - unsorted);
      greatest = Math.max(greatest, row.key);
      assertThat(added.merge(row, -1, Integer::sum)).isNotNegative();
    }
    assertThat(sorted).hasSize(count);
    long bytes = bytes(sorted);
    boolean isSpilled = spilled > 0;
    if (bytes + (long) count * RowSorter.OVERHEAD <= memory) {
      assertThat(isSpilled).as("rows fit in the memory").isFalse();
    } else if (bytes > memory && blocks > 1) {
      assertThat(isSpilled).as("rows exceed the memory").isTrue();
    }
  }

  /** Adds a block, which lies anywhere in an array, and then changes the array. */
  private void add(RowSorter sorter, RowBlock block) throws IOException {
    int from = random.nextInt(3);
    byte[] bytes = new byte[from + block.length() + random.nextInt(3)];
    System.arraycopy(block.bytes(), 0, bytes, from, block.length());
    sorter.add(bytes, from, from + block.length());
    Arrays.fill(bytes, (byte) -1);
    block.clear();
  }

  private static long bytes(List<Added> rows) {
    long bytes = 0;
    for (Added row : rows) {
      bytes += EncodedRows.HEAD + row.wkb.remaining() + row.row.remaining();
    }
    return bytes;
  }

  private static ByteBuffer copy(ByteBuffer bytes) {
    byte[] copy = new byte[bytes.remaining()];
    bytes.get(bytes.position(), copy);
    return ByteBuffer.wrap(copy);
  }
}

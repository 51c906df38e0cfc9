package org.flashgrove.indexes.bytekey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeSet;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.DuplicateKeyException;
import org.flashgrove.core.node.MemoryNodeStore;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodePatch;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.indexes.check.CheckReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteKeyTreeTest {
  private static final String COMMON = "customer-of-the-shop";

  @TempDir Path directory;

  private record Pair(byte[] key, long value) implements Comparable<Pair> {
    @Override
    public int compareTo(Pair other) {
      int order = Arrays.compareUnsigned(key, other.key);
      return order != 0 ? order : Long.compare(value, other.value);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Pair pair && compareTo(pair) == 0;
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(key) + Long.hashCode(value);
    }

    @Override
    public String toString() {
      return new String(key, StandardCharsets.ISO_8859_1) + " " + value;
    }
  }

  /** Ends each key with a zero, so that none is the beginning of another. */
  private static byte[] key(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return Arrays.copyOf(bytes, bytes.length + 1);
  }

  /** Keys of each shape: empty, with a common beginning, of other characters, long ones. */
  private static byte[] key(Random random, int most) {
    return switch (random.nextInt(12)) {
      case 0 -> key("");
      case 1 -> key("\u00e9\u4e16\ud83d\ude00" + random.nextInt(30));
      case 2 -> key("x".repeat(random.nextInt(most - 8)) + random.nextInt(30));
      case 3 -> key(Character.toString(1 + random.nextInt(0xD000)));
      case 4 -> key(COMMON);
      default -> key(COMMON + random.nextInt(3_000));
    };
  }

  private static NodeStore store(int pageSize) {
    return new MemoryNodeStore(pageSize, ByteKeyTree.LAYOUT);
  }

  private static void assertSound(ByteKeyTree tree, long pairs) {
    CheckReport report = tree.check();
    assertThat(report.problems()).isEmpty();
    assertThat(report.entries()).isEqualTo(pairs);
    assertThat(tree.size()).isEqualTo(pairs);
  }

  private static List<Pair> scan(ByteKeyTree tree, KeyRange range, boolean ascending) {
    List<Pair> found = new ArrayList<>();
    try (NodeReader reader = tree.snapshot()) {
      KeyCursor cursor = tree.cursor(reader, range, ascending);
      while (cursor.nextLeaf()) {
        for (int i = 0; i < cursor.count(); i++) {
          assertThat(cursor.hasEqualKeys(0, i))
              .isEqualTo(Arrays.equals(cursor.key(0), cursor.key(i)));
          found.add(new Pair(cursor.key(i), cursor.value(i)));
        }
      }
    }
    return found;
  }

  private static void assertRange(ByteKeyTree tree, NavigableSet<Pair> model, KeyRange range) {
    List<Pair> expected = new ArrayList<>();
    for (Pair pair : model) {
      boolean isIn =
          Arrays.compareUnsigned(pair.key, range.from()) >= 0
              && (range.to() == null || Arrays.compareUnsigned(pair.key, range.to()) < 0);
      if (isIn) {
        expected.add(pair);
      }
    }
    assertThat(scan(tree, range, true)).isEqualTo(expected);
    Collections.reverse(expected);
    assertThat(scan(tree, range, false)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"512, 3000", "1024, 3000", "4096, 6000", "65536, 6000"})
  void randomChangesAgreeWithASortedSet(int pageSize, int steps) {
    Random random = Seeds.random();
    NavigableSet<Pair> model = new TreeSet<>();
    try (ByteKeyTree tree = ByteKeyTree.open(store(pageSize))) {
      int most = tree.mostKeyBytes();
      for (int step = 0; step < steps; ) {
        boolean grows = step < steps / 2 || random.nextInt(4) == 0;
        try (KeyBatch batch = tree.begin()) {
          for (int i = 0; i < 1 + random.nextInt(40); i++, step++) {
            Pair pair = new Pair(key(random, most), random.nextInt(4) << 20);
            if (grows || model.isEmpty()) {
              assertThat(batch.insert(pair.key, pair.key.length, pair.value))
                  .isEqualTo(model.add(pair));
            } else {
              Pair near = model.ceiling(pair);
              Pair gone = near == null ? pair : near;
              assertThat(batch.delete(gone.key, gone.key.length, gone.value))
                  .isEqualTo(model.remove(gone));
            }
          }
          batch.commit();
        }
        if (random.nextInt(25) == 0) {
          assertSound(tree, model.size());
          byte[] from = key(random, most);
          byte[] to = key(random, most);
          assertRange(tree, model, new KeyRange(from, to));
          assertRange(tree, model, KeyRange.closed(from, from));
        }
      }
      assertRange(tree, model, KeyRange.ALL);
      try (KeyBatch batch = tree.begin()) {
        for (Pair pair : List.copyOf(model)) {
          assertThat(batch.delete(pair.key, pair.key.length, pair.value)).isTrue();
        }
        batch.commit();
      }
      assertSound(tree, 0);
      assertThat(tree.check().nodes()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @CsvSource({"512, 3000", "1024, 3000", "4096, 12000"})
  void postponedAdditionsAgreeWithASortedSet(int pageSize, int steps) {
    Random random = Seeds.random();
    NavigableSet<Pair> model = new TreeSet<>();
    try (ByteKeyTree tree = ByteKeyTree.open(store(pageSize))) {
      int most = tree.mostKeyBytes();
      for (int step = 0; step < steps; ) {
        NavigableSet<Pair> before = new TreeSet<>(model);
        try (KeyBatch batch = tree.begin()) {
          batch.postponeAdditions();
          for (int i = 0; i < 1 + random.nextInt(600); i++, step++) {
            Pair pair = new Pair(key(random, most), random.nextInt(4) << 20);
            int kind = random.nextInt(100);
            if (kind == 0) {
              assertThat(batch.size()).isEqualTo(model.size());
            } else if (kind == 1) {
              boolean there = batch.cursor(KeyRange.closed(pair.key, pair.key)).nextLeaf();
              Pair near = model.ceiling(new Pair(pair.key, 0));
              assertThat(there).isEqualTo(near != null && Arrays.equals(near.key, pair.key));
            } else if (kind < 5) {
              assertThat(batch.delete(pair.key, pair.key.length, pair.value))
                  .isEqualTo(model.remove(pair));
            } else {
              batch.add(pair.key, pair.key.length, pair.value);
              model.add(pair);
            }
          }
          if (random.nextInt(4) > 0) {
            batch.commit();
          } else {
            model = before;
          }
        }
        assertSound(tree, model.size());
      }
      assertRange(tree, model, KeyRange.ALL);
    }
  }

  @Test
  void aPostponedKeyThatIsCutIsNoted() {
    try (ByteKeyTree tree = ByteKeyTree.open(store(512))) {
      byte[] tooLong = key("y".repeat(tree.mostKeyBytes()) + "a");
      try (KeyBatch batch = tree.begin()) {
        batch.postponeAdditions();
        batch.add(tooLong, tooLong.length, 9);
        batch.add(key("z"), 2, 1);
        batch.commit();
      }
      try (NodeReader reader = tree.snapshot()) {
        assertThat(ByteKeyTree.isExact(reader)).isFalse();
      }
      assertSound(tree, 2);
    }
  }

  @ParameterizedTest
  @CsvSource({"512, 0", "512, 1", "512, 2500", "4096, 20000"})
  void aBulkLoadGivesTheSameAsInsertions(int pageSize, int pairs) {
    Random random = Seeds.random();
    NavigableSet<Pair> model = new TreeSet<>();
    NodeStore store = store(pageSize);
    try (ByteKeyTree tree = ByteKeyTree.open(store);
        KeyLoader loader = tree.loader(1, directory)) {
      while (model.size() < pairs) {
        Pair pair = new Pair(key(random, tree.mostKeyBytes()), random.nextInt(1 << 30));
        if (model.add(pair)) {
          loader.add(pair.key, pair.key.length, pair.value);
        }
      }
      try (NodeOperation operation = store.begin()) {
        tree.load(loader, operation);
        operation.commit();
      }
      assertSound(tree, pairs);
      assertRange(tree, model, KeyRange.ALL);
      assertRange(tree, model, KeyRange.closed(key(COMMON), key(COMMON + "5")));
    }
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void aBulkLoadRefusesAKeyThatMustBeUnique() {
    NodeStore store = store(512);
    try (ByteKeyTree tree = ByteKeyTree.open(store);
        KeyLoader loader = tree.loader(1 << 20, directory).requireUnique("sku occurs twice")) {
      loader.add(key("a"), 2, 1);
      loader.add(key("b"), 2, 2);
      loader.add(key("a"), 2, 3);
      try (NodeOperation operation = store.begin()) {
        assertThatThrownBy(() -> tree.load(loader, operation))
            .isInstanceOf(DuplicateKeyException.class)
            .hasMessage("sku occurs twice");
      }
      assertSound(tree, 0);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {512, 4096})
  void keysBeyondTheLimitAreCutAndTheTreeSaysSo(int pageSize) {
    try (ByteKeyTree tree = ByteKeyTree.open(store(pageSize))) {
      int most = tree.mostKeyBytes();
      assertThat(most).isGreaterThan(pageSize / 4 - 64);
      byte[] whole = key("y".repeat(most - 1));
      insert(tree, whole, 5);
      try (NodeReader reader = tree.snapshot()) {
        assertThat(ByteKeyTree.isExact(reader)).isTrue();
      }
      byte[] one = key("y".repeat(most) + "a");
      byte[] other = key("y".repeat(most) + "b");
      insert(tree, one, 9);
      insert(tree, other, 1);
      try (NodeReader reader = tree.snapshot()) {
        assertThat(ByteKeyTree.isExact(reader)).isFalse();
        KeyCursor cursor = tree.cursor(reader, KeyRange.closed(one, one), true);
        assertThat(cursor.nextLeaf()).isTrue();
        assertThat(cursor.count()).as("candidates").isEqualTo(2);
        assertThat(cursor.value(0)).isEqualTo(1);
      }
      assertSound(tree, 3);
      try (KeyBatch batch = tree.begin()) {
        assertThat(batch.delete(one, one.length, 9)).isTrue();
        assertThat(batch.delete(one, one.length, 9)).isFalse();
        batch.commit();
      }
      assertSound(tree, 2);
    }
  }

  private static void insert(ByteKeyTree tree, byte[] key, long value) {
    try (KeyBatch batch = tree.begin()) {
      assertThat(batch.insert(key, key.length, value)).isTrue();
      batch.commit();
    }
  }

  @Test
  void aKeyWithoutTheBeginningThatAFullPageSharesGetsAPageOfItsOwn() {
    try (ByteKeyTree tree = ByteKeyTree.open(store(512))) {
      int pairs = 0;
      for (int i = 0; i < 400; i++) {
        insert(tree, key("z".repeat(70) + (char) ('!' + i % 90) + (char) ('!' + i / 90)), i);
        pairs++;
      }
      for (char first : new char[] {'a', 'Z', '{', 'b'}) {
        insert(tree, key(first + "z".repeat(80)), 1);
        assertSound(tree, ++pairs);
      }
    }
  }

  /** Strings that ascend, as times and generated names do, fill their pages. */
  @Test
  void ascendingStringsFillPages() {
    int strings = 5_000;
    int leaves = 1;
    try (ByteKeyTree tree = ByteKeyTree.open(store(512))) {
      for (int i = 0; i < strings; i++) {
        insert(tree, key(String.format("%s%06d", COMMON, i)), i);
      }
      assertSound(tree, strings);
      try (NodeReader reader = tree.snapshot()) {
        KeyCursor cursor = tree.cursor(reader, KeyRange.ALL, true);
        cursor.nextLeaf();
        int ofALeaf = cursor.count();
        while (cursor.nextLeaf()) {
          leaves++;
        }
        assertThat(leaves).isLessThan(strings * 21 / (20 * ofALeaf));
      }
    }
  }

  @Test
  void anEstimateIsExactForAFewLeavesAndCloseForMany() {
    try (ByteKeyTree tree = ByteKeyTree.open(store(512))) {
      for (int i = 0; i < 5_000; i++) {
        insert(tree, key(String.format("%s%04d", COMMON, i)), i);
      }
      try (NodeReader reader = tree.snapshot()) {
        byte[] some = key(COMMON + "0042");
        assertThat(tree.estimate(reader, KeyRange.closed(some, some))).isEqualTo(1);
        KeyRange half = KeyRange.closed(key(COMMON + "1000"), key(COMMON + "3499"));
        assertThat(tree.estimate(reader, half)).isBetween(2_300L, 2_700L);
        assertThat(tree.estimate(reader, KeyRange.ALL)).isEqualTo(5_000);
        assertThat(tree.estimate(reader, new KeyRange(some, some))).isZero();
      }
    }
  }

  @Test
  void aPageThatNoTreeWroteEndsInDamage() {
    Random random = Seeds.random();
    for (int round = 0; round < 300; round++) {
      NodeStore store = store(512);
      try (ByteKeyTree tree = ByteKeyTree.open(store)) {
        for (int i = 0; i < 20; i++) {
          insert(tree, key(COMMON + i), i);
        }
        try (NodeOperation operation = store.begin()) {
          byte[] noise = new byte[1 + random.nextInt(6)];
          random.nextBytes(noise);
          int at = random.nextInt(round % 2 == 0 ? 8 : 440);
          operation.patch(
              operation.root(),
              operation.height(),
              new NodePatch().write(at, noise, 0, noise.length));
          operation.commit();
        }
        try {
          scan(tree, KeyRange.ALL, true);
          scan(tree, KeyRange.closed(key(COMMON + 3), key(COMMON + 3)), false);
          insert(tree, key("a"), 1);
        } catch (DamagedStoreException expected) {
          assertThat(expected).hasMessageContaining("page");
        }
        tree.check();
      }
    }
  }
}

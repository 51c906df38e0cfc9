package org.flashgrove.storage.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.node.TestLayouts;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.device.FileDevice;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.framelog.FrameLog;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.node.buffer.ChangeKind;
import org.flashgrove.storage.node.compact.BriefForm;
import org.flashgrove.storage.node.compact.FloatForm;
import org.flashgrove.storage.node.pool.PoolConfig;
import org.flashgrove.storage.placement.Placement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Commits that the log holds in brief are replayed as they were published. */
class BriefLogTest {
  private static final int PAGE = 512;
  private static final long TAG = 0x5EED;
  private static final int OPERATIONS = 400;
  private static final int LEAVES = 6;

  private final Random random = Seeds.random();
  private final List<Long> leaves = new ArrayList<>();
  private long nextId;
  private long parent = -1;

  private static LoggedNodeStore open(
      StoreDirectory directory, Placement placement, String form, int frames) {
    String spec = "none:frames=" + frames + ",logform=" + form;
    return new NodeStoreFiles(
            directory,
            placement,
            PAGE,
            TestLayouts.UNORDERED,
            64 << 20,
            SyncMode.CLOSE,
            (device, log) -> PoolConfig.of(Spec.parse(spec)).pool(device, TestLayouts.UNORDERED))
        .open();
  }

  private long[] newEntry() {
    // few values, so that equal entries meet in one leaf
    long id = random.nextInt(3) == 0 ? random.nextInt(5) : 1_000 + nextId++;
    double x = random.nextInt(4) == 0 ? id / 3.0 : (float) (id / 3.0);
    double y = (float) -id / 64;
    boolean isPoint = id % 4 > 0;
    return new long[] {id, bits(x), bits(y), bits(isPoint ? x : x + 1), bits(isPoint ? y : 0)};
  }

  private static long bits(double value) {
    return Double.doubleToRawLongBits(value);
  }

  private static EntryList list(List<long[]> entries) {
    EntryList list = new EntryList(5, Math.max(1, entries.size()));
    entries.forEach(entry -> list.add(entry, 0));
    return list;
  }

  private static List<long[]> entries(NodeView node) {
    List<long[]> entries = new ArrayList<>();
    for (int slot = 0; slot < node.count(); slot++) {
      long[] entry = new long[5];
      node.copyEntry(slot, entry, 0);
      entries.add(entry);
    }
    return entries;
  }

  private static List<long[]> read(NodeOperation operation, long leaf) {
    NodeView node = operation.read(leaf, 0);
    List<long[]> entries = entries(node);
    operation.release(node);
    return entries;
  }

  /** An entry goes to any leaf that has room, or to a new one. */
  private void put(NodeOperation operation, long[] entry) {
    int capacity = NodePage.capacity(PAGE, TestLayouts.UNORDERED.leaf());
    for (int i = 0; i < 3 && !leaves.isEmpty(); i++) {
      long leaf = leaves.get(random.nextInt(leaves.size()));
      if (read(operation, leaf).size() < capacity) {
        operation.add(leaf, 0, entry);
        long top = bits(random.nextInt(3) == 0 ? random.nextDouble() : random.nextFloat());
        operation.change(parent, 1, new long[] {leaf, bits(entry[0]), bits(-0.0), top, bits(1)});
        return;
      }
    }
    leaves.add(operation.create(0, null, list(List.of(entry)), 0, 1));
    operation.add(parent, 1, new long[] {leaves.get(leaves.size() - 1), 0, 0, 0, 0});
  }

  /** Takes some entries out of a leaf, and puts them elsewhere; perhaps not all, perhaps others. */
  private void replace(NodeOperation operation, boolean loses) {
    long leaf = leaves.get(random.nextInt(leaves.size()));
    List<long[]> there = read(operation, leaf);
    Collections.shuffle(there, random);
    int kept = random.nextInt(there.size() + 1);
    List<long[]> content = new ArrayList<>(there.subList(0, kept));
    if (random.nextBoolean() && kept < there.size()) {
      content.add(newEntry());
    }
    long[] header = random.nextInt(5) == 0 ? new long[] {random.nextInt(3), 0, 0} : null;
    operation.replace(leaf, 0, header, list(content), 0, content.size());
    for (long[] entry : there.subList(kept, there.size())) {
      if (!loses || random.nextInt(4) > 0) {
        put(operation, entry);
      }
    }
  }

  private void change(LoggedNodeStore store, int number) {
    try (NodeOperation operation = store.begin()) {
      if (parent < 0) {
        parent = operation.create(1, null, null, 0, 0);
        operation.root(parent, 1);
      }
      for (int i = random.nextInt(12); i >= 0; i--) {
        int kind = leaves.size() < LEAVES / 2 ? 0 : random.nextInt(4);
        if (kind < 2) {
          put(operation, newEntry());
        } else {
          replace(operation, random.nextInt(8) == 0);
        }
      }
      while (leaves.size() > LEAVES) {
        long leaf = leaves.remove(random.nextInt(leaves.size()));
        operation.remove(parent, 1, new long[] {leaf});
        operation.delete(leaf, 0);
      }
      operation.entries(number);
      operation.commit();
    }
  }

  private List<String> content(LoggedNodeStore store) {
    List<String> content = new ArrayList<>();
    try (NodeReader reader = store.snapshot()) {
      content.add("root " + reader.root() + " entries " + reader.entries());
      for (int i = -1; i < leaves.size(); i++) {
        NodeView node = i < 0 ? reader.read(parent, 1) : reader.read(leaves.get(i), 0);
        content.add("node " + node.nodeId() + " header " + node.header(0));
        entries(node).stream().map(Arrays::toString).sorted().forEach(content::add);
        reader.release(node);
      }
    }
    return content;
  }

  private static int frames(StoreDirectory disk, int type) {
    int[] count = {0};
    FileDevice files = FileDevice.over(disk, RawFile.Caching.BUFFERED);
    try (FrameLog log = files.openLog("store.log", TAG, PAGE)) {
      log.replay((number, each, words, length) -> count[0] += each == type ? 1 : 0);
    }
    return count[0];
  }

  @ParameterizedTest
  @EnumSource(Placement.class)
  void whatIsReplayedIsWhatWasPublished(Placement placement) {
    CrashDisk disk = new CrashDisk();
    int brief = 0;
    try (LoggedNodeStore store = open(disk, placement, "packed", 12)) {
      for (int i = 0; i < OPERATIONS; i++) {
        change(store, i);
        if (i % 8 == 0) {
          if (i % 40 == 0) {
            store.flush();
          }
          store.sync();
          CrashDisk killed = disk.killed();
          brief += frames(killed, StoreLog.BRIEF);
          // a buffer that logs in full reads what is in brief
          String form = random.nextBoolean() ? "packed" : "plain";
          try (LoggedNodeStore again = open(killed, placement, form, 12)) {
            assertThat(content(again)).isEqualTo(content(store));
          }
        }
      }
    }
    assertThat(brief).as("frames in brief").isGreaterThan(OPERATIONS / 10);
  }

  /** What a forced reinsertion does: a third of a full leaf goes, most of it to other leaves. */
  @Test
  void aReinsertionIsLoggedOnce() {
    CrashDisk[] disks = {new CrashDisk(), new CrashDisk()};
    long[] bytes = new long[2];
    for (int i = 0; i < 2; i++) {
      try (LoggedNodeStore store =
          open(disks[i], Placement.FREE, i == 0 ? "plain" : "packed", 50)) {
        List<long[]> entries = new ArrayList<>();
        for (int entry = 0; entry < 10; entry++) {
          entries.add(new long[] {entry, entry, entry, entry, entry});
        }
        long[] leaf = new long[2];
        try (NodeOperation operation = store.begin()) {
          leaf[0] = operation.create(0, null, list(entries), 0, 10);
          leaf[1] = operation.create(0, null, null, 0, 0);
          operation.root(leaf[0], 0);
          operation.commit();
        }
        store.sync();
        long before = disks[i].sizeBytes("store.log");
        try (NodeOperation operation = store.begin()) {
          operation.replace(leaf[0], 0, null, list(entries), 0, 7);
          for (long[] entry : entries.subList(7, 10)) {
            operation.add(leaf[1], 0, entry);
          }
          operation.commit();
        }
        store.sync();
        bytes[i] = disks[i].sizeBytes("store.log") - before;
      }
    }
    // a replacement of 7 entries with its header; instead of it one run of numbers
    assertThat(bytes[0] - bytes[1]).isEqualTo(Long.BYTES * (3 + 7 * 5 - 1));
  }

  /** The numbers that a float holds exactly, and those next to them, which none does. */
  @Test
  void boundsAreFloatsIfTheyAre() {
    List<Double> values =
        List.of(0.0, -0.0, 1.5, -180.0, (double) Float.MIN_VALUE, (double) -Float.MAX_VALUE);
    for (double x : values) {
      for (double y : values) {
        long[] entry = {7, bits(x), bits(y), bits(x), bits(y)};
        assertThat(FloatForm.of(entry, 0, 1)).isEqualTo(FloatForm.POINTS);
        assertSame(entry, FloatForm.POINTS);
        long[] box = {Long.MIN_VALUE, bits(x), bits(y), bits(y), bits(-x)};
        assertSame(box, FloatForm.BOXES);
        for (int word = 1; word < box.length; word++) {
          long[] other = box.clone();
          other[word] ^= 1;
          assertThat(FloatForm.of(other, 0, 1)).as("word %s", word).isZero();
        }
      }
    }
    for (double none : new double[] {0.1, 1e300, Double.MIN_VALUE}) {
      assertThat(FloatForm.of(new long[] {1, bits(none), 0, bits(none), 0}, 0, 1)).isZero();
    }
    assertThat(FloatForm.of(new long[] {1, 0, 0, 0, 0, 2, 0, 0, bits(1), 0}, 0, 2))
        .isEqualTo(FloatForm.BOXES);
  }

  private static void assertSame(long[] entry, int form) {
    long[] words = new long[FloatForm.words(form)];
    assertThat(FloatForm.write(form, entry, 0, words, 0)).isEqualTo(words.length);
    long[] again = new long[entry.length];
    FloatForm.read(form, words, 0, again, 0);
    assertThat(again).isEqualTo(entry);
    long head = ChangeKind.ADD.code() | form;
    long[] record = new long[2 + words.length];
    record[0] = head;
    record[1] = 4;
    System.arraycopy(words, 0, record, 2, words.length);
    long[] full = BriefForm.inFull(TestLayouts.UNORDERED, record, 0, record.length);
    assertThat(full).startsWith(ChangeKind.ADD.code(), 4).endsWith(entry);
    for (int length = 1; length < record.length; length++) {
      int end = length;
      assertThatThrownBy(() -> BriefForm.inFull(TestLayouts.UNORDERED, record, 0, end))
          .isInstanceOf(DamagedStoreException.class);
    }
  }

  @Test
  void brokenRecordsAreRefused() {
    long add = ChangeKind.ADD.code();
    long less = BriefForm.LESS | 1L << 32;
    long[] whole = {add, 4, 9, 1, 2, 1, 2, less, 3, 1};
    assertThat(BriefForm.inFull(TestLayouts.UNORDERED, whole, 0, whole.length))
        .containsExactly(add, 4, 9, 1, 2, 1, 2, ChangeKind.REMOVE.code(), 3, 9, 1, 2, 1, 2);
    for (int length = 1; length < whole.length; length++) {
      int end = length;
      if (length != 7) {
        assertThatThrownBy(() -> BriefForm.inFull(TestLayouts.UNORDERED, whole, 0, end))
            .as("the first %s words", end)
            .isInstanceOf(DamagedStoreException.class);
      }
    }
    long[] unknownKind = {99, 4};
    long[] unstated = {add, 4, 9, 1, 2, 1, 2, less, 3, 1 << BriefForm.RUN_BITS | 1};
    long[] endless = new long[5_000];
    Arrays.fill(endless, BriefForm.MOST_OF_A_RUN);
    System.arraycopy(whole, 0, endless, 0, 7);
    endless[7] = BriefForm.LESS | (long) (endless.length - 9) << 32;
    long[] bothForms = {add | FloatForm.MASK, 4, 9, 1, 2, 3};
    long[] noEntries = {ChangeKind.REMOVE.code() | FloatForm.POINTS, 4, 9, 1};
    for (long[] words : List.of(unknownKind, unstated, endless, bothForms, noEntries)) {
      assertThatThrownBy(() -> BriefForm.inFull(TestLayouts.UNORDERED, words, 0, words.length))
          .isInstanceOf(DamagedStoreException.class);
    }
  }

  @Test
  void manyEntriesOfManyRunsAreBounded() {
    int entries = BriefForm.MOST_OF_A_RUN;
    long[] words = new long[5 + 5 * entries + 2 + 5_000];
    words[0] = ChangeKind.CREATE.code() | (long) entries << 32;
    int at = 5 + 5 * entries;
    words[at] = BriefForm.LESS | 5_000L << 32;
    Arrays.fill(words, at + 2, words.length, BriefForm.MOST_OF_A_RUN);
    assertThatThrownBy(() -> BriefForm.inFull(TestLayouts.UNORDERED, words, 0, words.length))
        .isInstanceOf(DamagedStoreException.class);
  }
}

package org.flashgrove.storage.heap;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.salvage.heap.HeapSalvage;
import org.flashgrove.salvage.page.LogSalvage;
import org.flashgrove.salvage.page.RawPages;
import org.flashgrove.salvage.page.SalvagedStore;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.placement.Placement;
import org.flashgrove.storage.salvage.SalvageLosses;
import org.junit.jupiter.api.Test;

/** Records rescued from heap files that are damaged in many ways. */
class HeapSalvageTest {
  private static final int PAGE = 512;

  private Random random = Seeds.random();
  private final MemoryDirectory directory = new MemoryDirectory();
  private final TreeMap<Long, String> certain = new TreeMap<>();
  private final TreeMap<Long, String> uncertain = new TreeMap<>();
  private final List<String> losses = new ArrayList<>();

  /** Every text that a record had at any time, by RID. */
  private final Map<Long, List<String>> history = new TreeMap<>();

  /** Fills a heap file; the log keeps some changes that no page contains. */
  private Map<Long, String> fill(int operations) {
    HeapModel model = new HeapModel(random, 3_000);
    try (HeapTestFiles.HeapStore store =
        HeapTestFiles.open(directory, PAGE, HeapTestFiles.memory(16, "lru"), 1 << 15, false)) {
      int flush = random.nextInt(operations);
      for (int i = 0; i < operations; i++) {
        model.operation(store.heap(), true);
        model
            .committed()
            .forEach(
                (rid, text) -> history.computeIfAbsent(rid, any -> new ArrayList<>()).add(text));
        if (i == flush) {
          store.flush();
        }
      }
    }
    return model.committed();
  }

  private void salvage() {
    certain.clear();
    uncertain.clear();
    losses.clear();
    MemoryDirectory scratch = new MemoryDirectory();
    SalvageLosses lost = new SalvageLosses();
    boolean hasLog = directory.exists("store.log");
    try (RawPages pages = RawPages.open(directory, "nodes.pages", PAGE);
        LogSalvage log =
            hasLog ? LogSalvage.open(directory, "store.log", HeapTestFiles.TAG) : null) {
      SalvagedStore files = new SalvagedStore(pages, log, HeapTestFiles.TAG, Placement.FREE, lost);
      try (HeapSalvage salvage =
          new HeapSalvage(files, HeapTestFiles.TREE, HeapTestFiles.TAG, scratch)) {
        files.look();
        salvage.look();
        salvage.records(
            (record, sure) ->
                (sure ? certain : uncertain).put(record.rid(), HeapModel.text(record)));
      }
    }
    losses.addAll(lost.list());
    assertThat(scratch.exists("salvaged.pages")).isFalse();
  }

  /** Uncertain records were so at some time; those of several pages may be of several times. */
  private void requireHistory() {
    uncertain.forEach(
        (rid, text) -> {
          int bytes = 0;
          for (String part : text.split(" ")) {
            bytes += part.contains("/") ? Integer.parseInt(part.split("/")[1]) : 0;
          }
          if (bytes < PAGE / 3) {
            assertThat(history.get(rid)).contains(text);
          }
        });
  }

  private void garble(String file, long offset, int length) {
    try (RawFile raw = directory.open(file, RawFile.Caching.BUFFERED)) {
      ByteBuffer garbage = AlignedBuffers.allocate(length);
      for (int i = 0; i < length; i++) {
        garbage.put(i, (byte) random.nextInt());
      }
      raw.write(offset, garbage, 0, length);
    }
  }

  private long sizeOf(String file) {
    try (RawFile raw = directory.open(file, RawFile.Caching.BUFFERED)) {
      return raw.sizeBytes();
    }
  }

  private void startAgain() {
    directory.delete("store.log");
    directory.delete("nodes.pages");
    history.clear();
  }

  @Test
  void anUndamagedHeapFileIsRescuedWhole() {
    for (int round = 0; round < 20; round++) {
      Map<Long, String> records = fill(30 + random.nextInt(150));
      salvage();
      assertThat(losses).isEmpty();
      assertThat(uncertain).isEmpty();
      assertThat(certain).isEqualTo(records);
      startAgain();
    }
  }

  @Test
  void withoutSuperblocksAllRecordsAreThere() {
    for (int round = 0; round < 20; round++) {
      Map<Long, String> records = fill(30 + random.nextInt(150));
      garble("nodes.pages", 0, 2 * PAGE);
      salvage();
      TreeMap<Long, String> all = new TreeMap<>(uncertain);
      all.putAll(certain);
      assertThat(all).containsAllEntriesOf(records);
      startAgain();
    }
  }

  /** What is called certain is so whatever was damaged, and nothing is made up. */
  @Test
  void anyDamageLosesOnlyWhatItHitAndIsReported() {
    damageAndRescue(100);
  }

  /** A statistic, so always the same draw. */
  @Test
  void mostRecordsAreRescuedForCertain() {
    random = new Random(42);
    assertThat(damageAndRescue(50)).isGreaterThan(340);
  }

  /** Damages heap files and rescues them; returns the records that were rescued for certain. */
  private int damageAndRescue(int rounds) {
    int rescued = 0;
    int lost = 0;
    for (int round = 0; round < rounds; round++) {
      Map<Long, String> records = fill(20 + random.nextInt(100));
      for (int i = random.nextInt(3); i >= 0; i--) {
        String file = random.nextInt(3) == 0 ? "store.log" : "nodes.pages";
        long size = sizeOf(file);
        int length = 1 + random.nextInt(PAGE);
        garble(file, (long) (random.nextDouble() * Math.max(1, size - length)), length);
      }
      salvage();
      certain.forEach((rid, text) -> assertThat(text).as("%s", losses).isEqualTo(records.get(rid)));
      requireHistory();
      TreeMap<Long, String> all = new TreeMap<>(uncertain);
      all.putAll(certain);
      if (!all.entrySet().containsAll(records.entrySet())) {
        assertThat(losses).isNotEmpty();
        lost++;
      }
      rescued += certain.size();
      startAgain();
    }
    System.out.printf(
        "HeapSalvageTest: %d records for certain; in %d of %d some lost%n", rescued, lost, rounds);
    return rescued;
  }

  @Test
  void withoutALogThePagesAreRescuedAndNothingIsCertain() {
    random = new Random(42); // how much the pages hold without the log is a statistic
    Map<Long, String> records = fill(100);
    directory.delete("store.log");
    salvage();
    assertThat(certain).isEmpty();
    assertThat(losses).contains("log: there is none");
    requireHistory();
    assertThat(uncertain.size()).isGreaterThan(records.size() / 4);
  }
}

package org.flashgrove.storage.heap;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.flashgrove.storage.heap.page.HeapRecord;

/** Records in a map, and random operations on it and a heap file alike. */
final class HeapModel {
  /** Id, then WKB, then attributes, as text: equal if the records are. */
  private TreeMap<Long, String> committed = new TreeMap<>();

  private final List<Long> seen = new ArrayList<>();
  private final Random random;
  private final int longest;

  HeapModel(Random random, int longest) {
    this.random = random;
    this.longest = longest;
  }

  Map<Long, String> committed() {
    return committed;
  }

  private ByteBuffer bytes() {
    int bound = random.nextInt(12) == 0 ? longest : 60;
    byte[] bytes = new byte[random.nextInt(1 + random.nextInt(bound))];
    random.nextBytes(bytes);
    return ByteBuffer.wrap(bytes);
  }

  static String text(long id, ByteBuffer wkb, ByteBuffer attributes) {
    return id
        + " "
        + wkb.hashCode()
        + "/"
        + wkb.remaining()
        + " "
        + attributes.hashCode()
        + "/"
        + attributes.remaining();
  }

  static String text(HeapRecord record) {
    return text(record.id(), record.wkb(), record.attributes());
  }

  private long anyRid() {
    return seen.isEmpty() || random.nextInt(30) == 0
        ? random.nextInt(1 << 20)
        : seen.get(random.nextInt(seen.size()));
  }

  /** Runs an operation of some changes, which is committed or not. */
  void operation(HeapFile file, boolean commit) {
    TreeMap<Long, String> changed = new TreeMap<>(committed);
    try (HeapOperation operation = file.begin()) {
      for (int i = random.nextInt(6); i >= 0; i--) {
        step(operation, changed);
      }
      assertThat(operation.size()).isEqualTo(changed.size());
      if (commit) {
        attempted = changed;
        operation.commit();
        committed = changed;
      }
    }
    attempted = null;
  }

  private TreeMap<Long, String> open;

  /** Some random changes in an operation that is open until {@link #end}. */
  void change(HeapOperation operation) {
    open = open == null ? new TreeMap<>(committed) : open;
    for (int i = random.nextInt(8); i >= 0; i--) {
      step(operation, open);
    }
  }

  /** The operation of {@link #change} was committed or not. */
  void end(boolean commit) {
    committed = commit ? open : committed;
    open = null;
  }

  /** What the commit that is going on would make of the file, or null. */
  TreeMap<Long, String> attempted;

  private void step(HeapOperation operation, TreeMap<Long, String> changed) {
    long id = random.nextInt(1_000);
    ByteBuffer wkb = bytes();
    ByteBuffer attributes = bytes();
    HeapRecord record = new HeapRecord();
    long rid = anyRid();
    switch (random.nextInt(9)) {
      case 0:
      case 1:
      case 2:
      case 3:
        rid = operation.insert(id, wkb, attributes);
        assertThat(changed.put(rid, text(id, wkb, attributes))).isNull();
        seen.add(rid);
        break;
      case 4:
      case 5:
      case 6:
        assertThat(operation.update(rid, id, wkb, attributes)).isEqualTo(changed.containsKey(rid));
        changed.computeIfPresent(rid, (key, old) -> text(id, wkb, attributes));
        break;
      case 7:
        assertThat(operation.delete(rid)).isEqualTo(changed.remove(rid) != null);
        break;
      default:
        assertThat(operation.get(rid, record)).isEqualTo(changed.containsKey(rid));
        if (changed.containsKey(rid)) {
          assertThat(text(record)).isEqualTo(changed.get(rid));
        }
    }
  }

  /** Everything a file holds, by a scan. */
  static TreeMap<Long, String> scanned(HeapFile file, int readAhead) {
    return scanned(file.scan(readAhead));
  }

  /** Everything a scan shows. */
  static TreeMap<Long, String> scanned(HeapScan scan) {
    TreeMap<Long, String> found = new TreeMap<>();
    long last = -1;
    while (scan.next()) {
      long rid = scan.record().rid();
      assertThat(rid).as("in the order of RIDs").isGreaterThan(last);
      last = rid;
      found.put(rid, text(scan.record()));
    }
    return found;
  }

  /** The file holds what the model does, by every way to read it, and its check is clean. */
  void verify(HeapFile file) {
    assertThat(scanned(file, 1 + random.nextInt(20))).isEqualTo(committed);
    assertThat(file.size()).isEqualTo(committed.size());
    HeapRecord record = new HeapRecord();
    Map<Long, String> read = new HashMap<>();
    for (long rid : seen) {
      if (file.get(rid, record)) {
        assertThat(record.rid()).isEqualTo(rid);
        read.put(rid, text(record));
      }
    }
    assertThat(read).isEqualTo(committed);
    HeapCheck.Report report = file.check();
    assertThat(report.findings()).isEmpty();
    assertThat(report.records()).isEqualTo(committed.size());
  }

  /** Goes on from what was found after a crash. */
  void resume(Map<Long, String> found) {
    committed = new TreeMap<>(found);
  }
}

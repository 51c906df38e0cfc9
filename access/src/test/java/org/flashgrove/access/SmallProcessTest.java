package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.structure.KeyStructure;
import org.flashgrove.access.structure.RecordStructure;
import org.flashgrove.indexes.bplus.BPlusBatch;
import org.flashgrove.storage.heap.HeapOperation;
import org.flashgrove.storage.log.WriteBatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests stores whose settings request far more memory than the process has, and whose data exceed
 * this memory.
 */
@Timeout(120)
class SmallProcessTest {
  private static final String SEVERAL = "several";
  private static final int PAIRS = 300_000;
  private static final int PAIRS_IN_BATCH = 5_000;
  private static final int RECORDS = 3_000;
  private static final int RECORD_BYTES = 4_000;

  @TempDir private Path directory;

  @Test
  void poolsAndBuffersOf256GigabytesWorkInSmallProcesses() throws Exception {
    requireWorks("none:buffer=256G", "efind:buffer=256G");
  }

  @Tag("long")
  @Test
  void allBuffersOf256GigabytesWorkInSmallProcesses() throws Exception {
    requireWorks(
        "none:frames=268435456",
        "none:buffer=256G,behind=256,warm=1G",
        "fast:buffer=256G",
        "efind:buffer=256G+pool:buffer=2047M");
  }

  /** Each of three open stores could fill the memory of the process with its caches. */
  @Test
  void openStoresDoNotRunOutOfMemoryTogether() throws Exception {
    output(SEVERAL, "none:buffer=256G");
  }

  private void requireWorks(String... flashes) throws Exception {
    String output = output(flashes);
    assertThat(output.lines().filter(line -> line.contains("pools and buffers request")))
        .as(output)
        .hasSize(2 * flashes.length);
  }

  private String output(String... flashes) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx32m",
                "-XX:MaxDirectMemorySize=16m",
                "-XX:TieredStopAtLevel=1",
                "-ea",
                "-cp",
                System.getProperty("java.class.path"),
                SmallProcessTest.class.getName(),
                directory.toString()));
    command.addAll(List.of(flashes));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }

  /**
   * Fills, closes, opens, reads and checks a store for each flash spec. Runs in a separate process.
   */
  public static void main(String[] arguments) throws IOException {
    Path directory = Path.of(arguments[0]);
    if (arguments[1].equals(SEVERAL)) {
      fillTogether(directory, arguments[2]);
      return;
    }
    for (int i = 1; i < arguments.length; i++) {
      StoreDesign design = design(arguments[i]);
      Path made = directory.resolve("store" + i);
      try (Store store = Store.create(made, design)) {
        fill(store);
      }
      try (Store store = Store.open(made)) {
        long sum = store.keys("keys").visit(Long.MIN_VALUE, Long.MAX_VALUE, (key, value) -> {});
        if (sum != PAIRS || !store.check().ok()) {
          throw new IllegalStateException(sum + " pairs, " + store.check());
        }
      }
    }
  }

  private static StoreDesign design(String flash) {
    Map<String, String> structures = new LinkedHashMap<>();
    structures.put("keys", "bplus");
    structures.put("records", "records:cache=256G");
    StoreOptions like =
        StoreOptions.defaults()
            .withDevice("buffered")
            .withIndex("rstar")
            .withFlash(flash)
            .withPageSize(4096);
    return like.design().ofStructures(structures);
  }

  private static void fillTogether(Path directory, String flash) {
    try (Store first = Store.create(directory.resolve("first"), design(flash));
        Store second = Store.create(directory.resolve("second"), design(flash));
        Store third = Store.create(directory.resolve("third"), design(flash))) {
      for (Store each : List.of(first, second, third)) {
        fill(each);
      }
      for (Store each : List.of(first, second, third)) {
        if (!each.check().ok()) {
          throw new IllegalStateException(each.check().toString());
        }
      }
    }
  }

  private static void fill(Store store) {
    KeyStructure keys = store.keys("keys");
    for (int from = 0; from < PAIRS; from += PAIRS_IN_BATCH) {
      try (WriteBatch batch = store.begin();
          BPlusBatch changes = keys.begin(batch)) {
        for (int i = from; i < from + PAIRS_IN_BATCH; i++) {
          changes.insert(i, i);
        }
        batch.commit();
      }
    }
    RecordStructure records = store.records("records");
    for (int i = 0; i < RECORDS; i++) {
      try (HeapOperation operation = records.heap().begin()) {
        operation.insert(i, ByteBuffer.allocate(RECORD_BYTES), ByteBuffer.allocate(0));
        operation.commit();
      }
    }
  }
}

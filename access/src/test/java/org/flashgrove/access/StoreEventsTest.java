package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.flashgrove.access.metrics.StoreStats;
import org.flashgrove.core.Seeds;
import org.flashgrove.storage.event.StoreEvents;
import org.flashgrove.storage.log.Recovery;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the numbers of a store in a flight recording equal its counters. */
class StoreEventsTest {
  private static final String[] NAMES = {"Flush", "Checkpoint", "Compaction", "Recovery"};

  @TempDir Path path;

  private final Random random = Seeds.random();

  private static StoreOptions options() {
    return StoreOptions.defaults()
        .withIndex("rstar")
        .withDevice("buffered")
        .withPageSize(512)
        .withSync(SyncMode.CLOSE)
        .withFlash("efind:buffer=16K,log=64K");
  }

  private void insert(SpatialStore store, int count) {
    for (int id = 0; id < count; id++) {
      double x = random.nextDouble();
      double y = random.nextDouble();
      store.insert(id, x, y, x, y);
    }
  }

  private List<RecordedEvent> events(Recording recording, String name) throws IOException {
    Path file = path.resolve(name + ".jfr");
    recording.dump(file);
    return RecordingFile.readAllEvents(file).stream()
        .filter(event -> event.getEventType().getName().equals("org.flashgrove." + name))
        .filter(event -> event.getString("store").equals(store().resolve("nodes.pages").toString()))
        .collect(Collectors.toList());
  }

  private Path store() {
    return path.resolve("store");
  }

  private static long sum(List<RecordedEvent> events, String field) {
    return events.stream().mapToLong(event -> event.getLong(field)).sum();
  }

  @Test
  void flushesCheckpointsAndCompactionsAreRecorded() throws IOException {
    SpatialStore.create(path.resolve("other"), options()).close(); // before anybody records
    try (Recording recording = new Recording()) {
      for (String name : NAMES) {
        recording.enable("org.flashgrove." + name).withoutThreshold();
      }
      recording.start();
      try (SpatialStore store = SpatialStore.create(store(), options())) {
        insert(store, 3000);
        store.flush();
        insert(store, 300);
        StoreStats metrics = store.stats();
        List<RecordedEvent> flushes = events(recording, "Flush");
        assertThat(sum(flushes, "pages")).isEqualTo(metrics.io().pageWrites());
        assertThat(sum(flushes, "bytes")).isEqualTo(metrics.io().bytesWritten());

        List<RecordedEvent> checkpoints = events(recording, "Checkpoint");
        assertThat((long) checkpoints.size()).isEqualTo(metrics.placement().checkpoints());
        assertThat(sum(checkpoints, "pages")).isPositive();
        assertThat(sum(checkpoints, "freedSlots")).isPositive();

        List<RecordedEvent> compactions = events(recording, "Compaction");
        assertThat((long) compactions.size()).isEqualTo(metrics.log().compactions());
        assertThat(sum(compactions, "bytes")).isLessThan(sum(compactions, "bytesBefore"));
      }

      try (SpatialStore store = SpatialStore.open(store())) {
        List<RecordedEvent> recoveries = events(recording, "Recovery");
        assertThat(recoveries).hasSize(2); // the first of an empty log
        Recovery found = store.stats().commits().recovery();
        assertThat(found.changesApplied()).isPositive();
        assertThat(sum(recoveries, "operations")).isEqualTo(found.operations());
        assertThat(sum(recoveries, "changesApplied")).isEqualTo(found.changesApplied());
      }
    }
  }

  @Test
  void withoutARecordingNothingIsMade() {
    assertThat(StoreEvents.flush()).isNull();
    assertThat(StoreEvents.checkpoint()).isNull();
    assertThat(StoreEvents.compaction()).isNull();
    assertThat(StoreEvents.recovery()).isNull();
  }

  @Test
  void metricsAreTheCountersOfOneMoment() {
    try (SpatialStore store = SpatialStore.create(store(), options())) {
      insert(store, 1000);
      StoreStats before = store.stats();
      assertThat(before.first().size()).isEqualTo(1000);
      assertThat(before.commits().newest()).isEqualTo(store.commitNumber());
      assertThat(before.commits().durable()).isLessThanOrEqualTo(before.commits().newest());
      long writes = before.io().pageWrites();
      insert(store, 1000);
      store.flush();
      assertThat(before.io().pageWrites()).isEqualTo(writes);
      StoreStats after = store.stats();
      assertThat(after.io().pageWrites()).isGreaterThan(writes);
      assertThat(after.placement().checkpoints()).isGreaterThan(before.placement().checkpoints());
      assertThat(after.placement().liveSlots()).isPositive();
    }
  }
}

package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.flashgrove.access.structure.Internals;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.literature.buffer.arftl.Aggregate;
import org.flashgrove.literature.buffer.arftl.ArftlBuffer;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Aggregates of windows against a list, while entries come and go and the store is reopened. */
class AggregateTest {
  private static final int BATCHES = 10;

  @TempDir private Path directory;

  private record Entry(long id, double[] box) {}

  @ParameterizedTest
  @CsvSource({"rtree:split=quadratic", "rtree:split=linear", "rstar"})
  void aggregatesAreThoseOfAList(String index) {
    Random random = Seeds.random();
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex(index)
            .withFlash("arftl:buffer=32K,pages=3,measure=id")
            .withDevice("buffered")
            .withPageSize(512)
            .withSync(SyncMode.CLOSE);
    List<Entry> model = new ArrayList<>();
    SpatialStore store = SpatialStore.create(directory, options);
    try {
      long nextId = 1;
      for (int batch = 0; batch < BATCHES; batch++) {
        int deletions = batch < BATCHES / 2 ? 20 : 70;
        for (int i = 0; i < 200; i++) {
          if (random.nextInt(100) < deletions && !model.isEmpty()) {
            Entry gone = model.remove(random.nextInt(model.size()));
            assertThat(store.delete(gone.id, gone.box[0], gone.box[1], gone.box[2], gone.box[3]))
                .isTrue();
          } else {
            double x = random.nextInt(1000);
            double y = random.nextInt(1000);
            Entry entry =
                new Entry(
                    nextId++, new double[] {x, y, x + random.nextInt(9), y + random.nextInt(9)});
            store.insert(entry.id, entry.box[0], entry.box[1], entry.box[2], entry.box[3]);
            model.add(entry);
          }
        }
        compare(store, model, random);
        if (random.nextInt(3) == 0) {
          store.flush();
        }
        if (random.nextBoolean()) {
          store.close();
          store = SpatialStore.open(directory);
          compare(store, model, random);
        }
      }
    } finally {
      store.close();
    }
  }

  private static void compare(SpatialStore store, List<Entry> model, Random random) {
    for (int i = 0; i < 20; i++) {
      double x = random.nextInt(1000) - 100;
      double y = random.nextInt(1000) - 100;
      double side = i == 0 ? 2000 : random.nextInt(600);
      assertThat(aggregate(store, i == 0 ? -1 : x, i == 0 ? -1 : y, x + side, y + side))
          .isEqualTo(of(model, i == 0 ? -1 : x, i == 0 ? -1 : y, x + side, y + side));
    }
    assertThat(Internals.tree(store.index()).check().problems()).isEmpty();
    assertThat(store.size()).isEqualTo(model.size());
  }

  private static Aggregate aggregate(
      SpatialStore store, double minX, double minY, double maxX, double maxY) {
    return Internals.buffer(store.index(), ArftlBuffer.class)
        .aggregate(Internals.nodes(store.index()), minX, minY, maxX, maxY);
  }

  private static Aggregate of(
      List<Entry> model, double minX, double minY, double maxX, double maxY) {
    long count = 0;
    double sum = 0;
    double min = Double.POSITIVE_INFINITY;
    double max = Double.NEGATIVE_INFINITY;
    for (Entry entry : model) {
      double[] box = entry.box;
      if (box[0] <= maxX && box[2] >= minX && box[1] <= maxY && box[3] >= minY) {
        count++;
        sum += entry.id;
        min = Math.min(min, entry.id);
        max = Math.max(max, entry.id);
      }
    }
    return new Aggregate(count, sum, min, max);
  }

  @Test
  void onlyBuffersThatKeepAggregatesAnswer() {
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex("rtree")
            .withFlash("rftl")
            .withDevice("memory")
            .withPageSize(512)
            .withSync(SyncMode.CLOSE);
    try (SpatialStore store = SpatialStore.create(directory, options)) {
      assertThat(Internals.buffer(store.index(), ArftlBuffer.class)).isNull();
    }
  }

  /** What does not go together is refused with what is allowed, before anything is created. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rtree | rftl | buffered | op | ; use sync=close",
        "rtree | lcr | buffered | group:5ms | ; use sync=close",
        "rstar | arftl | buffered | op | ; use sync=close",
        "rtree | rftl | buffered:placement=home | close | ; use placement=free",
        "rtree | lcr | buffered:placement=home | close | ; use placement=free",
        "hilbert:domain=0/0/9/9 | arftl | buffered | close | (allowed: rtree, rstar",
        "xbr:domain=0/0/9/9 | arftl | buffered | close | (allowed: rtree, rstar",
      })
  void whatDoesNotGoTogetherIsRefused(
      String index, String flash, String device, String sync, String allowed) {
    assertThatThrownBy(
            () ->
                StoreOptions.defaults()
                    .withIndex(index)
                    .withFlash(flash)
                    .withDevice(device)
                    .withPageSize(1024)
                    .withSync(SyncMode.parse(sync))
                    .design())
        .isInstanceOf(SpecException.class)
        .hasMessageContaining(allowed);
  }
}

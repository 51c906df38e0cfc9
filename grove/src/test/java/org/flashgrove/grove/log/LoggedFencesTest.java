package org.flashgrove.grove.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.component.ComponentIndex.Kind;
import org.flashgrove.core.component.MemoryComponentStore;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.grove.CountedComponents;
import org.flashgrove.grove.Grove;
import org.flashgrove.grove.GroveConfigs;
import org.flashgrove.grove.GroveContent;
import org.flashgrove.grove.GroveHarness;
import org.flashgrove.grove.GroveLoader;
import org.flashgrove.grove.config.GroveConfig;
import org.flashgrove.grove.curve.Directory;
import org.flashgrove.grove.fence.BlockFences;
import org.flashgrove.grove.index.Bag;
import org.flashgrove.grove.index.Bag.Entry;
import org.flashgrove.grove.index.EntryKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Copies of footers in the log: what is opened with them, and what is wrong with them. */
class LoggedFencesTest {
  private static final long LARGE = 16 << 20;
  private static final int PAGE = 1024;
  private static final int BLOCK_PAGES = 8;
  private static final int ENTRIES = 5_000;

  /** A grove that is opened again and again, beside a list. */
  private static final class Opened {
    private final Bag bag = new Bag();
    private final Random random;
    private final GroveConfig config;
    private CountedComponents store = new CountedComponents(PAGE, BLOCK_PAGES);
    private Grove grove;
    private long nextId = 1;

    Opened(long memory, Random random) {
      this.random = random;
      config = GroveConfigs.of(GroveHarness.CURVE, memory);
      open();
    }

    private void open() {
      grove = Grove.attach(store, config);
      store.open();
    }

    /** Opens it again; returns how many pages that took. */
    long reopen() {
      store = store.again();
      open();
      return store.reads();
    }

    Entry next() {
      Entry entry = Entry.of(nextId++, EntryKind.RECTANGLES.box(random));
      bag.add(entry);
      return entry;
    }

    void insert(int count) {
      for (int i = 0; i < count; i++) {
        Entry entry = next();
        grove.insert(entry.id(), entry.minX(), entry.minY(), entry.maxX(), entry.maxY());
      }
    }

    Set<Long> blocks() {
      Set<Long> sequences = new HashSet<>();
      Directory directory = grove.content().partition().directory();
      for (int b = 0; b < directory.blocks(); b++) {
        sequences.add(directory.block(b).block().sequence());
      }
      return sequences;
    }

    void assertSound() {
      assertThat(grove.check().problems()).isEmpty();
      double[] q = {0.2, 0.3, 0.7, 0.6};
      List<Long> ids = new ArrayList<>();
      grove.forEach(
          EntryQuery.intersecting(q[0], q[1], q[2], q[3]).idsOnly(),
          (id, x1, y1, x2, y2) -> ids.add(id));
      ids.sort(null);
      assertThat(ids)
          .isEqualTo(bag.search(Predicate.INTERSECTS, q).stream().map(Entry::id).sorted().toList());
    }
  }

  @Test
  void openingReadsNoFooterThatTheLogHas() {
    Opened opened = new Opened(LARGE, Seeds.random());
    opened.insert(ENTRIES);
    opened.grove.flush();
    assertThat(opened.blocks()).hasSizeGreaterThan(10);
    assertThat(opened.reopen()).isZero();
    opened.assertSound();
  }

  @Test
  void bulkLoadingLeavesCopies(@TempDir Path directory) {
    Opened opened = new Opened(LARGE, Seeds.random());
    try (GroveLoader loader = opened.grove.bulkLoader(1 << 20, directory)) {
      for (int i = 0; i < ENTRIES; i++) {
        Entry entry = opened.next();
        loader.add(entry.id(), entry.minX(), entry.minY(), entry.maxX(), entry.maxY());
      }
      opened.grove.load(loader);
    }
    assertThat(opened.reopen()).isZero();
    opened.assertSound();
  }

  @Test
  void footersOfLaterBlocksAreRead() {
    Opened opened = new Opened(LARGE, Seeds.random());
    opened.insert(ENTRIES);
    opened.grove.flush();
    Set<Long> before = opened.blocks();
    opened.insert(ENTRIES / 50);
    opened.store.maintain(
        () -> {
          opened.grove.content().runner().start();
          opened.grove.content().runner().finish();
        });
    Set<Long> later = opened.blocks();
    later.removeAll(before);
    assertThat(later).isNotEmpty();
    assertThat(opened.reopen()).isEqualTo(later.size());
    opened.assertSound();
  }

  @Test
  void aSmallMemoryHasNone() {
    Opened opened = new Opened(LARGE / 2, Seeds.random());
    opened.insert(ENTRIES);
    opened.grove.flush();
    assertThat(opened.reopen()).isEqualTo(opened.blocks().size());
    opened.assertSound();
  }

  private static List<long[]> frames(Directory directory) {
    List<long[]> frames = new ArrayList<>();
    LoggedFences.append(directory, (words, length) -> frames.add(Arrays.copyOf(words, length)));
    return frames;
  }

  private static Directory directory(Random random) {
    Opened opened = new Opened(LARGE, random);
    opened.insert(ENTRIES);
    opened.grove.flush();
    return opened.grove.content().partition().directory();
  }

  @Test
  void copiesAreWhatFootersSay() {
    Directory directory = directory(Seeds.random());
    LoggedFences copies = new LoggedFences();
    for (long[] words : frames(directory)) {
      assertThat(LoggedFences.isFrameOfCopies(words, words.length)).isTrue();
      copies.restore(1, words, words.length);
    }
    for (int b = 0; b < directory.blocks(); b++) {
      BlockFences fences = directory.block(b).fences();
      BlockFences copy = copies.fences(directory.block(b), fences.subBoxes());
      assertThat(copy.footer()).isEqualTo(fences.footer());
      assertThat(copies.fences(directory.block(b), 2 * fences.subBoxes())).isNull();
    }
    copies.clear();
    assertThat(copies.fences(directory.block(0), 1)).isNull();
  }

  @Test
  void forgedCopiesAreRefusedOrDoNoHarm() {
    Random random = Seeds.random();
    Directory directory = directory(random);
    long[] whole = frames(directory).get(0);
    int refused = 0;
    int rounds = 2_000;
    for (int round = 0; round < rounds; round++) {
      long[] words = whole.clone();
      int at = 1 + random.nextInt(words.length - 1);
      switch (random.nextInt(3)) {
        case 0:
          words[at] ^= 1L << random.nextInt(Long.SIZE);
          break;
        case 1:
          words[at] = random.nextLong();
          break;
        default:
          words = Arrays.copyOf(words, at);
          break;
      }
      try {
        new LoggedFences().restore(1, words, words.length);
      } catch (DamagedStoreException expected) {
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(rounds / 10);
  }

  @Test
  void copiesStandBehindTheManifest() {
    Directory directory = directory(Seeds.random());
    MemoryComponentStore store =
        new MemoryComponentStore(new MemoryComponentStore.Disk(), PAGE, BLOCK_PAGES);
    GroveContent content = new GroveContent(store, GroveConfigs.of(GroveHarness.CURVE, LARGE));
    long[] copies = frames(directory).get(0);
    assertThatThrownBy(() -> content.restore(1, Kind.CHECKPOINT_IMAGE, copies, copies.length))
        .isInstanceOf(DamagedStoreException.class)
        .hasMessageContaining("out of order");
  }

  @Test
  void checkReportsAFooterThatIsNotItsCopy() {
    Random random = Seeds.random();
    GroveHarness harness =
        new GroveHarness(
            EntryKind.RECTANGLES,
            GroveConfigs.of(GroveHarness.CURVE, LARGE),
            PAGE,
            BLOCK_PAGES,
            random);
    for (int i = 0; i < ENTRIES; i++) {
      harness.change(100);
    }
    harness.grove().flush();
    harness.open();
    harness.assertSound();
    Directory directory = harness.grove().content().partition().directory();
    var block = directory.block(random.nextInt(directory.blocks())).block();
    int bit = random.nextInt(PAGE * Byte.SIZE);
    assertThat(harness.disk().flip(block.number(), block.pages() - 1, bit)).isTrue();
    harness.open(); // nothing of it is needed
    harness.query();
    assertThat(harness.grove().check().problems())
        .first()
        .asString()
        .contains("block " + block.number());
  }
}

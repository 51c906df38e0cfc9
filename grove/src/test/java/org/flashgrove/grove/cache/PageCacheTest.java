package org.flashgrove.grove.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.component.PageRequests;
import org.junit.jupiter.api.Test;

/** Pages whose bytes say what they are: each look must see those of the page that was asked for. */
class PageCacheTest {
  private static final int PAGE = 512;
  private static final int PAGES = 4;
  private static final int FORM = 40;
  private static final long FORM_BYTES = FORM * Long.BYTES + 16;
  private static final long FRAME = PAGE + PageFrame.OBJECT_BYTES;

  private final MadePages store = new MadePages(PAGE, PAGES);

  private static Block block(long number, long sequence) {
    return new Block(number, sequence, PAGES, 0);
  }

  private static void requireFilled(byte[] bytes, long sequence, int page) {
    ByteBuffer words = ByteBuffer.wrap(bytes);
    for (int at = ComponentStore.ENVELOPE_BYTES; at < PAGE; at += Long.BYTES) {
      assertThat(words.getLong(at)).isEqualTo(MadePages.word(sequence, page, at));
    }
  }

  /** Compares the decoded form of a page with the page, or makes one when it is due. */
  private static void requireDecoded(PageReader reader, long sequence, int page) {
    long[] decoded = reader.decoded();
    if (decoded != null) {
      assertThat(decoded).hasSize(FORM).containsOnly(MadePages.word(sequence, page, 0));
      assertThat(reader.shouldDecode()).isFalse();
    } else if (reader.shouldDecode()) {
      long[] made = new long[FORM];
      Arrays.fill(made, MadePages.word(sequence, page, 0));
      reader.keepDecoded(made);
    }
  }

  /** Reads pages and compares what came, twice if they are needed until the end. */
  private static void read(PageReader reader, Object era, PageRequests wanted, boolean keep) {
    boolean[] came = new boolean[wanted.count()];
    byte[][] kept = new byte[wanted.count()][];
    reader.begin(era, false);
    try {
      reader.read(
          wanted,
          (index, bytes) -> {
            assertThat(came[index]).isFalse();
            came[index] = true;
            requireFilled(bytes, wanted.block(index).sequence(), wanted.page(index));
            requireDecoded(reader, wanted.block(index).sequence(), wanted.page(index));
            kept[index] = bytes;
            return keep;
          });
      for (int i = 0; i < kept.length; i++) {
        assertThat(came[i]).isTrue();
        if (keep) {
          requireFilled(kept[i], wanted.block(i).sequence(), wanted.page(i));
        }
      }
    } finally {
      reader.end();
    }
  }

  private static PageRequests one(Block block, int page) {
    PageRequests wanted = new PageRequests();
    wanted.add(block, page);
    return wanted;
  }

  @Test
  void aPageIsReadOnceWhileThereIsRoom() {
    PageCache cache = new PageCache(PAGE, 10 * FRAME);
    PageReader reader = cache.newReader(store);
    read(reader, null, one(block(0, 1), 0), false);
    read(reader, null, one(block(0, 1), 0), false);
    assertThat(store.reads()).as("nothing is lent yet").isEqualTo(2);
    cache.lend(3 * FRAME - 1);
    for (int round = 0; round < 2; round++) {
      read(reader, null, one(block(0, 1), 0), true);
      read(reader, null, one(block(0, 1), 1), false);
    }
    assertThat(store.reads()).isEqualTo(4);
    assertThat(cache.bytes()).isEqualTo(2 * FRAME);
    read(reader, null, one(block(0, 1), 2), false);
    assertThat(cache.pages()).isEqualTo(2);
    assertThat(cache.problems()).isEmpty();
  }

  @Test
  void memoryComesBackAtOnce() {
    PageCache cache = new PageCache(PAGE, 10 * FRAME);
    cache.lend(10 * FRAME);
    PageReader reader = cache.newReader(store);
    for (int i = 0; i < 20; i++) {
      read(reader, null, one(block(i, i + 1), 0), false);
    }
    for (int left = 10; left >= 0; left--) {
      cache.lend(left * FRAME);
      assertThat(cache.bytes()).isEqualTo(left * FRAME);
      assertThat(cache.decodedBytes()).isZero();
      assertThat(cache.problems()).isEmpty();
    }
    cache.lend(-5 * FRAME);
    assertThat(cache.pages()).isZero();
  }

  /** A block's place gets another content: the frame of the old one answers nobody. */
  @Test
  void aFrameOfAnotherSequenceIsNeverSeen() {
    PageCache cache = new PageCache(PAGE, 10 * FRAME);
    cache.lend(10 * FRAME);
    PageReader reader = cache.newReader(store);
    read(reader, null, one(block(7, 3), 2), true);
    read(reader, null, one(block(7, 4), 2), true);
    read(reader, null, one(block(7, 3), 2), true);
    assertThat(store.reads()).isEqualTo(2);
    assertThat(cache.pages()).isEqualTo(2);
  }

  @Test
  void pagesOfRetiredBlocksLeaveAndStayOut() {
    PageCache cache = new PageCache(PAGE, 10 * FRAME);
    cache.lend(10 * FRAME);
    PageReader reader = cache.newReader(store);
    Object before = new Object();
    Object after = new Object();
    cache.retire(before, List.of());
    for (int page = 0; page < PAGES; page++) {
      read(reader, before, one(block(1, 1), page), false);
      read(reader, before, one(block(2, 2), page), false);
    }
    cache.retire(after, List.of(block(1, 1)));
    assertThat(cache.pages()).isEqualTo(PAGES);
    assertThat(cache.problems()).isEmpty();
    long reads = store.reads();
    read(reader, before, one(block(1, 1), 0), false);
    read(reader, before, one(block(1, 1), 0), false);
    assertThat(store.reads()).as("an older query still reads them").isEqualTo(reads + 2);
    assertThat(cache.pages()).isEqualTo(PAGES);
  }

  @Test
  void framesAreFilledAgainWhenNobodyLooksAtThem() {
    PageCache cache = new PageCache(PAGE, 4 * FRAME);
    cache.lend(4 * FRAME);
    PageReader reader = cache.newReader(store);
    PageReader other = cache.newReader(store);
    PageRequests wanted = new PageRequests();
    for (int i = 0; i < 200; i++) {
      wanted.clear();
      wanted.add(block(i, i + 1), 0);
      wanted.add(block(i, i + 1), 1);
      read(i % 2 == 0 ? reader : other, null, wanted, i % 3 == 0);
    }
    assertThat(store.arrays()).isLessThanOrEqualTo(4 + 2 * 6);
  }

  @Test
  void aReaderHoldsWhatLeavesWhileItLooks() {
    PageCache cache = new PageCache(PAGE, 2 * FRAME);
    cache.lend(2 * FRAME);
    PageReader slow = cache.newReader(store);
    PageReader busy = cache.newReader(store);
    byte[][] held = new byte[1][];
    slow.begin(null, false);
    slow.read(
        one(block(5, 5), 1),
        (index, bytes) -> {
          held[0] = bytes;
          return true;
        });
    for (int i = 10; i < 300; i++) {
      read(busy, null, one(block(i, i), 0), false);
    }
    requireFilled(held[0], 5, 1);
    slow.end();
  }

  /** A cursor reads a page of the cache, and looks at it again between and after other queries. */
  @Test
  void whatIsNeededBeyondTheEndIsNotFilledAgain() {
    PageCache cache = new PageCache(PAGE, 2 * FRAME);
    cache.lend(2 * FRAME);
    PageReader cursor = cache.newReader(store);
    PageReader busy = cache.newReader(store);
    read(busy, null, one(block(5, 5), 1), false);
    List<byte[]> held = new ArrayList<>();
    for (int page = 1; page < 3; page++) { // one from the cache, one read
      cursor.begin(null, true);
      cursor.read(one(block(5, 5), page), (index, bytes) -> held.add(bytes));
      cursor.end();
    }
    for (int i = 10; i < 300; i++) {
      read(busy, null, one(block(i, i), 0), false);
      read(cursor, null, one(block(i, i), 1), true);
    }
    requireFilled(held.get(0), 5, 1);
    requireFilled(held.get(1), 5, 2);
  }

  /** Pages outside of the heap are read once, and come back whole whatever the heap has. */
  @Test
  void pagesBesideTheHeapAreReadOnce() {
    PageCache cache = new PageCache(PAGE, 2 * FRAME, 256 * PAGE);
    PageReader reader = cache.newReader(store);
    PageRequests wanted = new PageRequests();
    for (int round = 0; round < 3; round++) {
      cache.lend(round * FRAME);
      for (int i = 0; i < 20; i++) {
        wanted.clear();
        wanted.add(block(i, i + 1), 0);
        wanted.add(block(i, i + 1), 1);
        read(reader, null, wanted, true);
      }
    }
    assertThat(store.reads()).isEqualTo(40);
    assertThat(cache.beside().count()).isEqualTo(40);
    for (int i = 0; i < 2_000; i++) {
      read(reader, null, one(block(i, i + 1), 0), true);
    }
    assertThat(cache.beside().count()).as("full, and no more").isEqualTo(256);
    assertThat(cache.problems()).isEmpty();
  }

  @Test
  void readersBesideAWriterThatTakesMemoryBack() throws Exception {
    Random random = Seeds.random();
    PageCache cache = new PageCache(PAGE, 12 * FRAME, random.nextBoolean() ? 64 * PAGE : 0);
    AtomicBoolean done = new AtomicBoolean();
    ExecutorService threads = Executors.newFixedThreadPool(3);
    List<Future<Long>> queries = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      PageReader reader = cache.newReader(store);
      long seed = random.nextLong();
      queries.add(threads.submit(() -> readRandomly(reader, new Random(seed), done)));
    }
    try {
      for (int i = 0; i < 20_000; i++) {
        if (random.nextInt(8) == 0) {
          cache.retire(null, List.of(block(0, 1 + random.nextInt(8))));
        }
        long lent = random.nextInt(13) * FRAME;
        cache.lend(lent);
        assertThat(cache.bytes()).isLessThanOrEqualTo(lent);
        if (i % 100 == 0) {
          assertThat(cache.problems()).isEmpty();
        }
      }
    } finally {
      done.set(true);
    }
    for (Future<Long> query : queries) {
      assertThat(query.get()).isPositive();
    }
    threads.shutdown();
    assertThat(cache.problems()).isEmpty();
  }

  @Test
  void decodedFormsTakeOnlyWhatPagesLeave() {
    PageCache cache = new PageCache(PAGE, 40 * FRAME);
    PageReader reader = cache.newReader(store);
    cache.lend(12 * FRAME);
    readAll(reader, 2, 40);
    long decoded = cache.decodedBytes();
    assertThat(decoded).isBetween(3 * FRAME, 4 * FRAME); // beside 8 pages
    assertThat(cache.problems()).isEmpty();
    long reads = store.reads();
    readAll(reader, 2, 40);
    assertThat(store.reads()).as("no form displaced a page").isEqualTo(reads);

    readAll(reader, 3, 1);
    assertThat(cache.pages()).as("pages displace forms").isEqualTo(12);
    assertThat(cache.decodedBytes()).isZero();
    cache.lend(40 * FRAME);
    readAll(reader, 3, 40);
    assertThat(cache.decodedBytes()).isEqualTo(12 * FORM_BYTES);
    cache.retire(null, List.of(block(0, 1)));
    assertThat(cache.decodedBytes()).isEqualTo(8 * FORM_BYTES);
    cache.lend(9 * FRAME);
    assertThat(cache.pages()).isEqualTo(8);
    assertThat(cache.bytes()).isLessThanOrEqualTo(9 * FRAME);
    assertThat(cache.problems()).isEmpty();
  }

  /** Reads the pages of the first blocks one by one. */
  private static void readAll(PageReader reader, int blocks, int rounds) {
    for (int round = 0; round < rounds; round++) {
      for (int i = 1; i <= blocks; i++) {
        for (int page = 0; page < PAGES; page++) {
          read(reader, null, one(block(i, i), page), false);
        }
      }
    }
  }

  private static long readRandomly(PageReader reader, Random random, AtomicBoolean done) {
    PageRequests wanted = new PageRequests();
    long queries = 0;
    do {
      wanted.clear();
      long sequence = 1 + random.nextInt(8);
      for (int page = 0; page < PAGES; page++) {
        wanted.add(block(sequence, sequence), page);
      }
      read(reader, null, wanted, random.nextBoolean());
      queries++;
    } while (!done.get());
    return queries;
  }
}

package org.flashgrove.core.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.StoreClosedException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What {@link PageStore} promises; every implementation inherits these tests. */
public abstract class PageStoreContract {
  private static final int PAGE = 4096;
  private static final int FILLED = 300;

  private final List<PageStore> opened = new ArrayList<>();

  /** Returns a new store without slots. */
  protected abstract PageStore create(int pageSize);

  /** Opens again the store that {@link #create} made last and the test closed. */
  protected abstract PageStore reopen(int pageSize);

  private PageStore store(int pageSize) {
    PageStore store = create(pageSize);
    opened.add(store);
    return store;
  }

  private PageStore again(int pageSize) {
    PageStore store = reopen(pageSize);
    opened.add(store);
    return store;
  }

  @AfterEach
  void closeStores() {
    opened.forEach(PageStore::close);
  }

  private static ByteBuffer pages(int pageSize, long... contents) {
    ByteBuffer bytes = AlignedBuffers.allocate(Math.max(1, contents.length) * pageSize);
    for (int i = 0; i < contents.length; i++) {
      for (int at = 0; at < pageSize; at += Long.BYTES) {
        bytes.putLong(i * pageSize + at, contents[i] == 0 ? 0 : contents[i] * 1_000_003 + at);
      }
    }
    return bytes;
  }

  private static void write(PageStore store, long slot, long content) {
    store.write(new long[] {slot}, 1, pages(store.pageSize(), content));
  }

  private static void assertHolds(PageStore store, long slot, long content) {
    int pageSize = store.pageSize();
    ByteBuffer read = AlignedBuffers.allocate(pageSize);
    read.putLong(8, -1);
    store.read(new long[] {slot}, 1, read);
    assertThat(read).as("slot " + slot).isEqualTo(pages(pageSize, content));
  }

  @Test
  void startsWithoutSlots() {
    PageStore store = store(PAGE);
    assertThat(store.pageSize()).isEqualTo(PAGE);
    assertThat(store.pageCount()).isZero();
  }

  @Test
  void handsOverEachPageAsItComes() {
    PageStore store = store(512);
    int pages = 100;
    for (int slot = 0; slot < pages; slot++) {
      write(store, slot, slot + 1);
    }
    Random random = Seeds.random();
    for (int room : new int[] {1, 3, 4, 16, 200}) {
      ByteBuffer into = AlignedBuffers.allocate(room * 512);
      long[] slots = random.longs(150, 0, pages).toArray();
      int count = 1 + random.nextInt(slots.length);
      int[] times = new int[count];
      store.readEach(
          slots,
          count,
          into,
          (index, at) -> {
            times[index]++;
            assertThat(into.slice(at, 512)).isEqualTo(pages(512, slots[index] + 1));
          });
      assertThat(times).containsOnly(1);
    }
  }

  @Test
  void whatAVisitorThrowsEndsTheReading() {
    PageStore store = store(512);
    for (int slot = 0; slot < 50; slot++) {
      write(store, slot, slot + 1);
    }
    ByteBuffer into = AlignedBuffers.allocate(8 * 512);
    long[] slots = new Random(1).longs(50, 0, 50).toArray();
    AtomicInteger calls = new AtomicInteger();
    assertThatThrownBy(
            () ->
                store.readEach(
                    slots,
                    50,
                    into,
                    (index, at) -> {
                      if (calls.incrementAndGet() == 20) {
                        throw new ArithmeticException("enough");
                      }
                    }))
        .isInstanceOf(ArithmeticException.class);
    assertThat(calls.get()).isEqualTo(20);
    assertHolds(store, 7, 8);
    assertThatThrownBy(() -> store.readEach(slots, 51, into, (index, at) -> {}))
        .isInstanceOf(IllegalArgumentException.class);
    slots[49] = 50;
    assertThatThrownBy(() -> store.readEach(slots, 50, into, (index, at) -> {}))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void servesEveryPageSize() {
    for (int pageSize = 512; pageSize <= 65_536; pageSize *= 2) {
      PageStore store = store(pageSize);
      assertThat(store.pageSize()).isEqualTo(pageSize);
      store.write(new long[] {0, 2}, 2, pages(pageSize, 5, 6));
      assertHolds(store, 0, 5);
      assertHolds(store, 1, 0);
      assertHolds(store, 2, 6);
    }
  }

  @Test
  void readsSlotsInTheOrderGiven() {
    PageStore store = store(PAGE);
    store.write(new long[] {0, 1, 2, 3}, 4, pages(PAGE, 10, 11, 12, 13));
    ByteBuffer read = AlignedBuffers.allocate(5 * PAGE);
    store.read(new long[] {3, 0, 1, 1, 2, 99}, 5, read);
    assertThat(read).isEqualTo(pages(PAGE, 13, 10, 11, 11, 12));
  }

  /** Fills the first slots of a store with content that is a function of the slot's number. */
  protected static PageStore filled(PageStore store) {
    long[] slots = LongStream.range(0, FILLED).toArray();
    long[] contents = LongStream.rangeClosed(1, FILLED).toArray();
    store.write(slots, FILLED, pages(store.pageSize(), contents));
    return store;
  }

  /** Reads batches of slots that {@link #filled} wrote, some of them neighbours. */
  protected static void readsInOrder(PageStore store, Random random, int rounds) {
    int pageSize = store.pageSize();
    ByteBuffer into = AlignedBuffers.allocate(FILLED * pageSize);
    long[] slots = new long[FILLED];
    for (int round = 0; round < rounds; round++) {
      int count = random.nextInt(FILLED);
      for (int i = 0; i < count; i++) {
        boolean neighbour = i > 0 && slots[i - 1] + 1 < FILLED && random.nextBoolean();
        slots[i] = neighbour ? slots[i - 1] + 1 : random.nextInt(FILLED);
      }
      store.read(slots, count, into);
      for (int i = 0; i < count; i++) {
        long content = (slots[i] + 1) * 1_000_003;
        int last = pageSize - Long.BYTES;
        assertThat(into.getLong(i * pageSize)).isEqualTo(content);
        assertThat(into.getLong(i * pageSize + last)).isEqualTo(content + last);
      }
    }
  }

  @Test
  void manySlotsComeInTheOrderAskedFor() {
    PageStore store = store(512);
    readsInOrder(filled(store), Seeds.random(), 50);
  }

  @Test
  void growsToHoldTheHighestSlot() {
    PageStore store = store(PAGE);
    write(store, 6, 7);
    assertThat(store.pageCount()).isEqualTo(7);
    for (int slot = 0; slot < 6; slot++) {
      assertHolds(store, slot, 0);
    }
    assertHolds(store, 6, 7);
  }

  @Test
  void extendGrowsAndNeverShrinks() {
    PageStore store = store(PAGE);
    store.extend(5);
    assertThat(store.pageCount()).isEqualTo(5);
    assertHolds(store, 4, 0);
    write(store, 4, 3);
    store.extend(2);
    assertThat(store.pageCount()).isEqualTo(5);
    assertHolds(store, 4, 3);
  }

  @Test
  void trimmedSlotsReadAsZeros() {
    PageStore store = store(PAGE);
    store.write(new long[] {0, 1, 2, 3}, 4, pages(PAGE, 1, 2, 3, 4));
    store.trim(1, 2);
    assertThat(store.pageCount()).isEqualTo(4);
    assertHolds(store, 0, 1);
    assertHolds(store, 1, 0);
    assertHolds(store, 2, 0);
    assertHolds(store, 3, 4);
    write(store, 1, 9);
    assertHolds(store, 1, 9);
  }

  @Test
  void trimAtTheEndShortens() {
    PageStore store = store(PAGE);
    store.write(new long[] {0, 1, 2, 3}, 4, pages(PAGE, 1, 2, 3, 4));
    store.trim(2, 2);
    assertThat(store.pageCount()).isEqualTo(2);
    store.extend(4);
    assertHolds(store, 1, 2);
    assertHolds(store, 2, 0);
    assertHolds(store, 3, 0);
    store.trim(4, 0);
    store.trim(0, 0);
    assertThat(store.pageCount()).isEqualTo(4);
  }

  @Test
  void discardedSlotsReadAsZerosOrAsTheyDidAndOthersStay() {
    PageStore store = store(PAGE);
    int count = Math.max(1, store.leastDiscard()) + 2;
    long[] slots = new long[count];
    long[] contents = new long[count];
    for (int i = 0; i < count; i++) {
      slots[i] = i;
      contents[i] = i + 1;
    }
    store.write(slots, count, pages(PAGE, contents));
    boolean taken = store.discard(1, count - 2);
    assertThat(taken).isEqualTo(taken && store.leastDiscard() > 0);
    assertThat(store.pageCount()).isEqualTo(count);
    assertHolds(store, 0, 1);
    assertHolds(store, count - 1, count);
    ByteBuffer one = pages(PAGE, 7);
    for (int i = 1; i < count - 1; i++) {
      store.read(new long[] {i}, 1, one);
      assertThat(one).isIn(pages(PAGE, 0), pages(PAGE, i + 1));
    }
    write(store, 1, 9);
    assertHolds(store, 1, 9);
    store.sync();
    assertHolds(store, 1, 9);
  }

  @Test
  void contentSurvivesReopening() {
    PageStore store = store(PAGE);
    store.write(new long[] {1, 2}, 2, pages(PAGE, 1, 2));
    store.sync();
    write(store, 4, 4);
    store.extend(9);
    store.close();
    PageStore again = again(PAGE);
    assertThat(again.pageCount()).isEqualTo(9);
    assertHolds(again, 0, 0);
    assertHolds(again, 1, 1);
    assertHolds(again, 2, 2);
    assertHolds(again, 4, 4);
    assertHolds(again, 8, 0);
  }

  @Test
  void looksAtNeitherPositionNorLimit() {
    PageStore store = store(PAGE);
    ByteBuffer from = pages(PAGE, 1, 2);
    from.position(100).limit(200);
    store.write(new long[] {0, 1}, 2, from);
    assertThat(from.position()).isEqualTo(100);
    assertThat(from.limit()).isEqualTo(200);
    ByteBuffer into = AlignedBuffers.allocate(2 * PAGE);
    into.position(7).limit(8);
    store.read(new long[] {0, 1}, 2, into);
    assertThat(into.position()).isEqualTo(7);
    assertThat(into.limit()).isEqualTo(8);
    assertThat(into.clear()).isEqualTo(pages(PAGE, 1, 2));
  }

  @Test
  void callersMistakesChangeNothing() {
    PageStore store = store(PAGE);
    store.write(new long[] {0, 1}, 2, pages(PAGE, 1, 2));
    ByteBuffer two = pages(PAGE, 8, 9);
    List<Runnable> mistakes =
        List.of(
            () -> store.read(new long[] {2}, 1, two),
            () -> store.read(new long[] {0, -1}, 2, two),
            () -> store.read(new long[] {0, 1, 0}, 3, two),
            () -> store.read(new long[] {0}, 2, two),
            () -> store.read(new long[] {0}, -1, two),
            () -> store.read(new long[] {0}, 1, ByteBuffer.allocate(PAGE)),
            () -> store.write(new long[] {-1}, 1, two),
            () -> store.write(new long[] {0, 0}, 2, two),
            () -> store.write(new long[] {1, 0}, 2, two),
            () -> store.write(new long[] {0, 1, 2}, 3, two),
            () -> store.write(new long[] {0}, 2, two),
            () -> store.write(new long[] {0}, 1, ByteBuffer.allocate(PAGE)),
            () -> store.extend(-1),
            () -> store.trim(-1, 1),
            () -> store.trim(0, -1),
            () -> store.trim(1, 2),
            () -> store.trim(3, 0));
    for (int i = 0; i < mistakes.size(); i++) {
      assertThatThrownBy(mistakes.get(i)::run)
          .as("mistake " + i)
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(two).isEqualTo(pages(PAGE, 8, 9));
    assertThat(store.pageCount()).isEqualTo(2);
    assertHolds(store, 0, 1);
    assertHolds(store, 1, 2);
  }

  @Test
  void emptyBatchesDoNothing() {
    PageStore store = store(PAGE);
    store.read(new long[0], 0, pages(PAGE));
    store.write(new long[0], 0, pages(PAGE));
    assertThat(store.pageCount()).isZero();
  }

  @Test
  void refusesCallsAfterClose() {
    PageStore store = store(PAGE);
    write(store, 0, 1);
    store.close();
    store.close();
    ByteBuffer one = pages(PAGE, 1);
    List<Runnable> calls =
        List.of(
            () -> store.read(new long[] {0}, 1, one),
            () -> store.write(new long[] {0}, 1, one),
            () -> store.extend(1),
            () -> store.trim(0, 1),
            store::pageCount,
            store::sync);
    for (Runnable call : calls) {
      assertThatThrownBy(call::run).isInstanceOf(StoreClosedException.class);
    }
  }

  @Test
  void interruptionDisturbsNothing() {
    PageStore store = store(PAGE);
    Thread.currentThread().interrupt();
    try {
      write(store, 3, 5);
      assertHolds(store, 3, 5);
      store.extend(6);
      store.trim(0, 1);
      store.trim(5, 1);
      store.sync();
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
    } finally {
      Thread.interrupted();
    }
    assertHolds(store, 3, 5);
    assertThat(store.pageCount()).isEqualTo(5);
  }

  @Test
  void interruptingABusyThreadDisturbsNobody() throws InterruptedException {
    PageStore store = store(PAGE);
    write(store, 0, 1);
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread busy =
        new Thread(
            () -> {
              try {
                for (int round = 1; round <= 300; round++) {
                  write(store, 1, round);
                  assertHolds(store, 1, round);
                }
              } catch (Throwable e) {
                failure.set(e);
              }
            });
    busy.start();
    while (busy.isAlive()) {
      busy.interrupt();
      assertHolds(store, 0, 1);
    }
    busy.join();
    assertThat(failure.get()).isNull();
  }

  @Test
  void threadsWorkOnSlotsOfTheirOwn() throws InterruptedException {
    PageStore store = store(512);
    AtomicReference<Throwable> failure = new AtomicReference<>();
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      int own = t;
      threads.add(
          new Thread(
              () -> {
                try {
                  for (int i = 0; i < 100; i++) {
                    write(store, i * 4L + own, own * 1000 + i + 1);
                    assertHolds(store, i * 4L + own, own * 1000 + i + 1);
                  }
                } catch (Throwable e) {
                  failure.set(e);
                }
              }));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(failure.get()).isNull();
    assertThat(store.pageCount()).isEqualTo(400);
    for (int slot = 0; slot < 400; slot++) {
      assertHolds(store, slot, slot % 4 * 1000 + slot / 4 + 1);
    }
  }

  @Test
  void randomOperationsAgreeWithAModel() {
    Random random = Seeds.random();
    PageStore store = store(1024);
    List<Long> model = new ArrayList<>();
    for (int step = 1; step <= 1500; step++) {
      switch (random.nextInt(8)) {
        case 0:
          long grown = random.nextInt(60);
          store.extend(grown);
          while (model.size() < grown) {
            model.add(0L);
          }
          break;
        case 1:
          trimSome(store, model, random);
          break;
        case 2:
          if (random.nextInt(20) == 0) {
            store.sync();
            store.close();
            store = again(1024);
          }
          break;
        case 3:
        case 4:
        case 5:
          writeSome(store, model, random, step);
          break;
        default:
          readSome(store, model, random);
          break;
      }
      assertThat(store.pageCount()).isEqualTo(model.size());
    }
  }

  private static void trimSome(PageStore store, List<Long> model, Random random) {
    int first = random.nextInt(model.size() + 1);
    int count = random.nextInt(Math.min(5, model.size() - first) + 1);
    store.trim(first, count);
    boolean atEnd = count > 0 && first + count == model.size();
    for (int slot = first + count - 1; slot >= first; slot--) {
      if (atEnd) {
        model.remove(slot);
      } else {
        model.set(slot, 0L);
      }
    }
  }

  private static void writeSome(PageStore store, List<Long> model, Random random, int step) {
    long[] slots = random.longs(1 + random.nextInt(8), 0, 60).distinct().sorted().toArray();
    long[] contents = new long[slots.length];
    for (int i = 0; i < slots.length; i++) {
      contents[i] = step * 100L + i;
      while (model.size() <= slots[i]) {
        model.add(0L);
      }
      model.set((int) slots[i], contents[i]);
    }
    store.write(slots, slots.length, pages(store.pageSize(), contents));
  }

  private static void readSome(PageStore store, List<Long> model, Random random) {
    if (!model.isEmpty()) {
      long[] slots = random.longs(1 + random.nextInt(8), 0, model.size()).toArray();
      long[] contents = new long[slots.length];
      for (int i = 0; i < slots.length; i++) {
        contents[i] = model.get((int) slots[i]);
      }
      ByteBuffer read = AlignedBuffers.allocate(slots.length * store.pageSize());
      store.read(slots, slots.length, read);
      assertThat(read).isEqualTo(pages(store.pageSize(), contents));
    }
  }
}

package org.flashgrove.access.sort;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.record.ScanStats;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.metrics.IoCounters;
import org.flashgrove.indexes.bplus.LeafBoundaries;
import org.flashgrove.storage.device.FileDevice;
import org.flashgrove.storage.file.FileSettings;
import org.flashgrove.storage.page.CountingPageStore;
import org.flashgrove.storage.temporary.TemporarySpace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SortTest {
  private static final int PAGE = 512;
  private static final String FILE = "sort";

  private final Random random = Seeds.random();
  private final FileDevice device = FileDevice.inMemory(FileSettings.USUAL);
  private final IoCounters counters = new IoCounters();

  /** A record with a key and a RID. They determine the body. */
  private record Row(long key, long rid, int bodyBytes) {
    byte[] body() {
      byte[] body = new byte[bodyBytes];
      new Random(key * 31 + rid).nextBytes(body);
      return body;
    }
  }

  private static final Comparator<Row> ORDER =
      Comparator.comparingLong(Row::key).thenComparingLong(Row::rid);

  private static final class Rows implements RecordCursor {
    private final List<Row> rows;
    private int at = -1;
    private boolean closed;

    Rows(List<Row> rows) {
      this.rows = rows;
    }

    @Override
    public boolean next() {
      return ++at < rows.size();
    }

    @Override
    public long rid() {
      return rows.get(at).rid();
    }

    @Override
    public long key() {
      return rows.get(at).key();
    }

    @Override
    public ByteBuffer record() {
      // not at the front of its buffer, as records of a page are
      byte[] body = rows.get(at).body();
      ByteBuffer page = ByteBuffer.allocate(body.length + 7).order(ByteOrder.LITTLE_ENDIAN);
      page.put(3, body).limit(3 + body.length).position(3);
      return page.asReadOnlyBuffer();
    }

    @Override
    public ScanStats figures() {
      return ScanStats.NONE;
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  private TemporarySpace space(long limitPages) {
    return new TemporarySpace(
        new CountingPageStore(device.createPages(FILE, PAGE), counters),
        limitPages * PAGE,
        () -> device.directory().delete(FILE));
  }

  private List<Row> rows(int count, long keys, int least, int most) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      long key = random.nextLong(-keys, keys);
      rows.add(new Row(key, i * 7L, least + random.nextInt(most - least + 1)));
    }
    return rows;
  }

  private static KeyMarks marks(List<Row> rows, SortConfig config, int bodyBytes) {
    KeyMarks marks = new KeyMarks(config, bodyBytes);
    rows.stream().mapToLong(Row::key).sorted().forEach(marks::add);
    return marks;
  }

  /**
   * Reads all records of a sort, compares them with the expected ones, and closes the sort. The
   * sort must return all its resources.
   */
  private SortStats verify(SortedCursor sort, Rows input, SortConfig config, TemporarySpace space) {
    List<Row> expected = new ArrayList<>(input.rows);
    expected.sort(ORDER);
    for (Row row : expected) {
      assertTrue(sort.next());
      assertEquals(row.key(), sort.key());
      assertEquals(row.rid(), sort.rid());
      assertEquals(ByteBuffer.wrap(row.body()), sort.record());
      assertEquals(ByteOrder.LITTLE_ENDIAN, sort.record().order());
      assertTrue(sort.record().isReadOnly());
    }
    assertFalse(sort.next());
    assertFalse(sort.next());
    sort.close();
    sort.close();
    assertTrue(input.closed);
    SortStats figures = sort.sortFigures();
    assertEquals(0, space.usedPages());
    assertEquals(expected.size(), figures.records());
    boolean exact = figures.partitions() > 0 && figures.overfullPartitions() == 0;
    long most = exact ? config.memoryBytes() : withTables(config);
    assertTrue(figures.peakBytes() <= most, figures + " with " + config);
    assertEquals(counters.figures().pageWrites(), space.pagesWritten());
    assertEquals(counters.figures().pageReads(), space.pagesRead());
    return figures;
  }

  private SortStats external(List<Row> rows, SortConfig config) {
    try (TemporarySpace space = space(1 << 20)) {
      Rows input = new Rows(rows);
      ExternalSort sort = new ExternalSort(input, config, space);
      long before = space.pagesWritten();
      SortStats figures = verify(sort, input, config, space);
      assertEquals(figures.pagesWritten(), space.pagesWritten() - before);
      return figures;
    } finally {
      assertFalse(device.directory().exists(FILE));
      reset();
    }
  }

  /**
   * Returns the allowed memory of a sort in bytes. It includes the tables of runs, and the tables
   * of partitions with more records than expected, which are in addition to the configured memory.
   */
  private static long withTables(SortConfig config) {
    return config.memoryBytes() * 9 / 8 + 4096;
  }

  private SortStats partitioned(List<Row> rows, SortConfig config, int bodyBytes) {
    try (TemporarySpace space = space(1 << 20)) {
      Rows input = new Rows(rows);
      KeyMarks marks = marks(rows, config, bodyBytes);
      SortedCursor sort = new PartitionedSort(input, marks, config, space);
      return verify(sort, input, config, space);
    } finally {
      reset();
    }
  }

  private IoCounters reset() {
    org.flashgrove.core.metrics.IoStats now = counters.figures();
    counters.countReads(-now.pageReads(), -now.readCalls(), -now.bytesRead());
    counters.countWrites(-now.pageWrites(), -now.writeCalls(), -now.bytesWritten());
    return counters;
  }

  private static long pages(SortStats figures) {
    return (figures.bytes() + PAGE - 1) / PAGE;
  }

  @Test
  void whatFitsInMemoryIsNeverWritten() {
    List<Row> rows = rows(100, 1000, 0, 60);
    SortConfig config = new SortConfig(64 * PAGE, 1);
    for (SortStats figures : List.of(external(rows, config), partitioned(rows, config, 60))) {
      assertEquals(0, figures.pagesWritten());
      assertEquals(0, figures.pagesRead());
      assertEquals(0, figures.partitionPasses());
      assertEquals(0, figures.mergePasses());
    }
    assertEquals(0, external(List.of(), config).records());
    assertEquals(0, partitioned(List.of(), config, 60).records());
  }

  @Test
  void externalSortMakesAsManyPassesAsTheFormulaSays() {
    List<Row> rows = rows(6000, 1L << 40, 100, 100);
    for (int[] memoryAndUnit : new int[][] {{32, 1}, {64, 1}, {64, 8}, {64, 4}, {256, 32}}) {
      int memory = memoryAndUnit[0];
      int unit = memoryAndUnit[1];
      SortStats figures = external(rows, new SortConfig((long) memory * PAGE, unit));
      int fanIn = memory / unit - 1;
      int passes = 0;
      for (long runs = figures.runs(); runs > 1; runs = (runs + fanIn - 1) / fanIn) {
        passes++;
      }
      String context = figures + " with " + memory + " pages, unit " + unit;
      assertEquals(passes, figures.mergePasses(), context);
      // each run and each merged run ends in a page that is filled in part
      double expected = passes * (double) pages(figures);
      assertEquals(expected, figures.pagesWritten(), 1.2 * figures.runs() + 1, context);
      assertEquals(figures.pagesWritten(), figures.pagesRead(), context);
      double fitting = (memory - unit) * (double) PAGE / (117 + 4);
      assertEquals(Math.ceil(6000 / Math.floor(fitting)), figures.runs(), context);
    }
  }

  @Test
  void partitionedSortWritesAndReadsEachPageOnceIfItsBuffersFit() {
    List<Row> rows = rows(6000, 1L << 40, 100, 100);
    for (int[] memoryAndUnit : new int[][] {{64, 1}, {128, 1}, {256, 1}, {128, 8}, {256, 4}}) {
      SortConfig config = new SortConfig((long) memoryAndUnit[0] * PAGE, memoryAndUnit[1]);
      SortStats figures = partitioned(rows, config, 100);
      assertEquals(1, figures.partitionPasses(), figures.toString());
      assertEquals(0, figures.overfullPartitions(), figures.toString());
      assertTrue(figures.partitions() * (long) config.unitPages() <= memoryAndUnit[0]);
      assertEquals(pages(figures), figures.pagesWritten(), figures.partitions() + 1.0);
      assertEquals(figures.pagesWritten(), figures.pagesRead());
    }
  }

  @Test
  void buffersThatDoNotFitTakeMorePassesWhichAreCounted() {
    List<Row> rows = rows(6000, 1L << 40, 100, 100);
    SortStats figures = partitioned(rows, new SortConfig(64 * PAGE, 8, 8), 100);
    assertTrue(figures.partitions() > 8, figures.toString());
    assertEquals(2, figures.partitionPasses(), figures.toString());
    assertEquals(2.0 * pages(figures), figures.pagesWritten(), figures.partitions() + 9.0);
    assertEquals(figures.pagesWritten(), figures.pagesRead());
    SortStats three = partitioned(rows, new SortConfig(36 * PAGE, 6, 6), 100);
    assertEquals(3, three.partitionPasses(), three.toString());
    assertTrue(three.pagesWritten() > 2.3 * pages(three), three.toString());
  }

  @Test
  void narrowerUnitsSpareAPass() {
    List<Row> rows = rows(6000, 1L << 40, 100, 100);
    SortStats figures = partitioned(rows, new SortConfig(64 * PAGE, 8), 100);
    assertEquals(1, figures.partitionPasses(), figures.toString());
    assertTrue(figures.unitPages() < 8, figures.toString());
    assertTrue(figures.partitions() * figures.unitPages() <= 64 - 8, figures.toString());
    assertTrue(figures.partitions() * (figures.unitPages() + 1) > 64 - 10, figures.toString());
    assertEquals(pages(figures), figures.pagesWritten(), figures.partitions() + 1.0);
    SortStats two = partitioned(rows, new SortConfig(64 * PAGE, 8, 7), 100);
    assertEquals(2, two.partitionPasses(), two.toString());
    assertEquals(8, two.unitPages(), two.toString());
    assertThrows(IllegalArgumentException.class, () -> new SortConfig(64 * PAGE, 8, 9));
    assertThrows(IllegalArgumentException.class, () -> new SortConfig(64 * PAGE, 8, 0));
  }

  @Test
  void theBeginningsOfLeavesDoWhereTheBuffersFit() {
    int perLeaf = 20;
    List<Row> rows = rows(6000, 1L << 40, 100, 100);
    long[] keys = rows.stream().mapToLong(Row::key).sorted().toArray();
    long[] firsts = new long[keys.length / perLeaf];
    for (int i = 0; i < firsts.length; i++) {
      firsts[i] = keys[i * perLeaf];
    }
    LeafBoundaries full = new LeafBoundaries(firsts, perLeaf / 2, perLeaf);
    SortConfig config = new SortConfig(128 * PAGE, 2);
    KeyMarks marks = KeyMarks.of(full, config, 100, PAGE).orElseThrow();
    assertEquals(6000, marks.records());
    try (TemporarySpace space = space(1 << 20)) {
      Rows input = new Rows(rows);
      SortStats figures =
          verify(new PartitionedSort(input, marks, config, space), input, config, space);
      assertEquals(1, figures.partitionPasses(), figures.toString());
      assertEquals(2, figures.unitPages(), figures.toString());
      assertEquals(0, figures.overfullPartitions(), figures.toString());
    } finally {
      reset();
    }
    // buffers that only fit if narrowed, and what may fit in memory altogether: read the leaves
    assertTrue(KeyMarks.of(full, new SortConfig(64 * PAGE, 8), 100, PAGE).isEmpty());
    LeafBoundaries nearlyEmpty = new LeafBoundaries(firsts, 1, perLeaf);
    assertTrue(KeyMarks.of(nearlyEmpty, config, 100, PAGE).isEmpty());
    assertThrows(IllegalArgumentException.class, () -> new LeafBoundaries(firsts, 3, 2));
  }

  @Test
  void partitionsLargerThanExpectedAreSortedByRuns() {
    List<Row> rows = rows(3000, 5, 50, 150);
    SortStats figures = partitioned(rows, new SortConfig(64 * PAGE, 2), 100);
    assertTrue(figures.overfullPartitions() > 0, figures.toString());
    List<Row> longer = rows(3000, 1L << 40, 200, 200);
    assertTrue(partitioned(longer, new SortConfig(64 * PAGE, 2), 50).overfullPartitions() > 0);
  }

  /**
   * Sorting an overfull partition by runs takes two units of memory for reading. The remaining
   * units must suffice to merge the runs.
   */
  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void overfullPartitionsAreSortedBesideAnyTables() {
    int sorts = 0;
    for (int memory = 6; memory < 40; memory++) {
      SortConfig config = new SortConfig((long) memory * PAGE, 1);
      for (int count = 200; count <= 12_800; count += count / 4) {
        List<Row> rows = rows(count, 1L << 40, 50, 150);
        PartitionPlan plan = PartitionPlan.of(marks(rows, config, 30), config, PAGE);
        if (plan.levels() > 0 && plan.memoryPages() < 7) {
          sorts++;
          assertTrue(partitioned(rows, config, 30).overfullPartitions() > 0);
        }
      }
    }
    assertTrue(sorts > 0, "no plan has so little memory beside its tables");
  }

  @Test
  @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void anyRecordsAreSortedInAnyMemory() {
    for (int round = 0; round < 40; round++) {
      int unit = 1 + random.nextInt(4);
      int memory = 6 * unit + random.nextInt(60);
      int most = random.nextInt(4) == 0 ? 3 * PAGE : 1 + random.nextInt(300);
      long keys = random.nextBoolean() ? 1L << 50 : 1 + random.nextInt(500);
      List<Row> rows = rows(random.nextInt(2500), keys, 0, most);
      if (random.nextInt(4) == 0) {
        rows.sort(random.nextBoolean() ? ORDER : ORDER.reversed());
      }
      SortConfig config = new SortConfig((long) memory * PAGE, unit);
      external(rows, config);
      partitioned(rows, config, Math.max(1, most * 11 / 20));
    }
  }

  @Test
  void spaceTakesNoMoreThanItMay() {
    List<Row> rows = rows(2000, 1000, 100, 100);
    SortConfig config = new SortConfig(32 * PAGE, 1);
    TemporarySpace space = space(50);
    Rows input = new Rows(rows);
    try (ExternalSort sort = new ExternalSort(input, config, space)) {
      StoreIoException full = assertThrows(StoreIoException.class, sort::next);
      assertTrue(full.getMessage().contains("full"), full.getMessage());
    }
    assertTrue(space.peakPages() <= 50);
    assertEquals(0, space.usedPages());
    space.close();
    assertFalse(device.directory().exists(FILE));
  }

  @Test
  void recordsLargerThanMemoryAndMemoryTooSmallAreRefused() {
    SortConfig config = new SortConfig(8 * PAGE, 1);
    List<Row> rows = List.of(new Row(1, 1, 9 * PAGE));
    assertThrows(IllegalArgumentException.class, () -> external(rows, config));
    try (TemporarySpace space = space(10)) {
      SortConfig small = new SortConfig(5 * PAGE, 1);
      assertThrows(
          IllegalArgumentException.class, () -> new ExternalSort(new Rows(rows), small, space));
    }
    assertThrows(IllegalArgumentException.class, () -> new SortConfig(0, 1));
    assertThrows(IllegalArgumentException.class, () -> new SortConfig(PAGE, 0));
  }

  @Test
  void aSortClosedHalfwayGivesItsPagesBack() {
    List<Row> rows = rows(2000, 1L << 40, 100, 100);
    SortConfig config = new SortConfig(64 * PAGE, 4);
    try (TemporarySpace space = space(10_000)) {
      for (SortedCursor sort :
          List.of(
              new ExternalSort(new Rows(rows), config, space),
              new PartitionedSort(new Rows(rows), marks(rows, config, 100), config, space))) {
        assertTrue(sort.next());
        assertTrue(space.usedPages() > 0);
        sort.close();
        assertEquals(0, space.usedPages());
        assertThrows(IllegalStateException.class, sort::next);
      }
    }
  }
}

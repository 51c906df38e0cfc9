package org.flashgrove.lab.experiment.scan;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import org.flashgrove.access.scan.AccessPath;
import org.flashgrove.access.sort.ExternalSort;
import org.flashgrove.access.sort.KeyMarks;
import org.flashgrove.access.sort.PartitionedSort;
import org.flashgrove.access.sort.SortConfig;
import org.flashgrove.access.sort.SortStats;
import org.flashgrove.access.sort.SortedCursor;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.lab.experiment.Execution;
import org.flashgrove.storage.device.FileDevice;
import org.flashgrove.storage.file.FileSettings;
import org.flashgrove.storage.page.ForwardingPageStore;
import org.flashgrove.storage.temporary.TemporarySpace;

/**
 * A query for the records of a key range: an access path, and in some plans a sort. The query runs
 * once to record its page reads and writes. Several users can then repeat them.
 */
final class SortQuery {
  private static final String FILE = "temporary";

  private final AccessPlan plan;
  private final SampleTable table;
  private final SortConfig config;
  private final CallTrace trace = new CallTrace();
  private final SortStats figures;
  private final long peakPages;

  /**
   * Runs the query once and records its page reads and writes.
   *
   * @param config settings of the sort; unused if the plan has none
   */
  SortQuery(AccessPlan plan, SampleTable table, double selectivity, SortConfig config) {
    this.plan = plan;
    this.table = table;
    this.config = config;
    PathRecords records = new PathRecords(plan.path(), table, selectivity, trace);
    if (!plan.sorts()) {
      while (records.next()) {
        // Only the calls matter.
      }
      figures = null;
      peakPages = 0;
      return;
    }
    FileDevice memory = FileDevice.inMemory(FileSettings.USUAL);
    PageStore pages = new TracedPages(memory.createPages(FILE, SampleTable.PAGE_BYTES), trace);
    try (TemporarySpace space = new TemporarySpace(pages, Long.MAX_VALUE, () -> {});
        SortedCursor sorted = sorted(records, selectivity, space)) {
      verify(sorted, table.range(selectivity));
      figures = sorted.sortFigures();
      peakPages = space.peakPages();
    }
  }

  private SortedCursor sorted(PathRecords records, double selectivity, TemporarySpace space) {
    return plan.isPartitioned()
        ? new PartitionedSort(records, marks(table.range(selectivity)), config, space)
        : new ExternalSort(records, config, space);
  }

  /**
   * Returns a sample of the keys, from which a partitioned sort derives its partitions. For a
   * sorted index scan, the sample comes from the leaves, which this scan reads anyway. For a full
   * scan, the sample comes from the inner nodes, which are read for this purpose. If the inner
   * nodes do not have enough keys, the leaves are read, too.
   */
  private KeyMarks marks(SampleTable.Range range) {
    if (plan.path() == AccessPath.FTS) {
      readOnce(range, table::nodeOf);
      Optional<KeyMarks> coarse =
          KeyMarks.of(
              table.boundaries(range), config, SampleTable.BODY_BYTES, SampleTable.PAGE_BYTES);
      if (coarse.isPresent()) {
        return coarse.get();
      }
      readOnce(range, table::leafOf);
    }
    KeyMarks marks = new KeyMarks(config, SampleTable.BODY_BYTES);
    for (int key = range.first(); key < range.end(); key++) {
      marks.add(key);
    }
    return marks;
  }

  private void readOnce(SampleTable.Range range, IntUnaryOperator pageOf) {
    int page = -1;
    for (int key = range.first(); key < range.end(); key++) {
      if (pageOf.applyAsInt(key) != page) {
        page = pageOf.applyAsInt(key);
        trace.read(page, 1);
      }
    }
  }

  private static void verify(SortedCursor sorted, SampleTable.Range range) {
    for (int key = range.first(); key < range.end(); key++) {
      boolean right = sorted.next() && sorted.key() == key;
      if (!right || PathRecords.keyIn(sorted.record()) != key) {
        throw new IllegalStateException("the sort did not give key " + key);
      }
    }
    if (sorted.next()) {
      throw new IllegalStateException("the sort gave more than the range");
    }
  }

  AccessPlan plan() {
    return plan;
  }

  /** Returns the runs of pages that the query reads from or writes to temporary space. */
  List<CallTrace.Run> temporaryRuns() {
    return trace.runs().stream().filter(CallTrace.Run::isTemporary).toList();
  }

  /**
   * Returns the number of pages that a sort writes to temporary space, computed without running it.
   * The result is the number of pages of all records multiplied by the number of passes.
   */
  private static long expectedPages(AccessPlan plan, long records, SortConfig config) {
    long d = (records + SampleTable.TUPLES_OF_PAGE - 1) / SampleTable.TUPLES_OF_PAGE;
    long m = config.memoryBytes() / SampleTable.PAGE_BYTES;
    long u = config.unitPages();
    long runs = (d + m - 1) / m;
    if (runs <= 1) {
      return 0;
    }
    long passes = 1;
    if (plan.isPartitioned()) {
      u = config.leastUnitPages();
      for (long most = m / u; most < runs; most *= m / u - 1) {
        passes++;
      }
    } else {
      long fanIn = m / u - 1;
      for (long left = runs; left > fanIn; left = (left + fanIn - 1) / fanIn) {
        passes++;
      }
    }
    return d * passes;
  }

  /** Runs the query for several users at once, and returns the time and the pages read. */
  Machine.Outcome run(Machine machine, int users, long cachePages) {
    // The other paths read each page once, so a cache cannot help them.
    long cache = plan == AccessPlan.IDX ? cachePages : 0;
    return machine.run(trace, users, cache, peakPages);
  }

  /** Returns the number of reads of leaves and inner nodes by one user. */
  long indexPagesRead() {
    return trace.pagesReadFrom(table.pages());
  }

  /** Runs the query for several users at once, and returns the measurements. */
  Execution execute(Machine machine, int users, long cachePages) {
    Machine.Outcome outcome = run(machine, users, cachePages);
    long leaves = indexPagesRead();
    String label = table.placement().label();
    String unit = PathQuery.bytes(config.unitPages());
    String memory = PathQuery.bytes(config.memoryBytes() / SampleTable.PAGE_BYTES);
    Execution execution =
        new Execution(
                String.format(
                    Locale.ROOT,
                    "%s, %s, %s of memory, unit %s, %d users, temporary space on %s",
                    plan,
                    label,
                    memory,
                    unit,
                    users,
                    machine.temporaryKind()))
            .with("device", machine.kind())
            .with("temporary", machine.temporaryKind())
            .with("plan", plan.toString())
            .with("path", plan.path().toString())
            .with("sort", plan.sort())
            .with("sort_memory", memory)
            .with("users", users)
            .with("clustering", label)
            .with("unit", unit)
            .measured("virtual_micros", outcome.virtualMicros())
            .measured("pages_written", figures == null ? 0 : figures.pagesWritten())
            .measured("pages_read", figures == null ? 0 : figures.pagesRead())
            .measured("table_pages_read", Math.round(outcome.pagesRead() - leaves))
            .measured("index_pages_read", leaves);
    if (figures != null) {
      execution
          .measured("expected_pages", expectedPages(plan, figures.records(), config))
          .measured("runs", figures.runs())
          .measured("merge_passes", figures.mergePasses())
          .measured("partitions", figures.partitions())
          .measured("partition_passes", figures.partitionPasses())
          .measured("unit_pages", figures.unitPages())
          .measured("peak_memory_bytes", figures.peakBytes());
    }
    return execution;
  }

  /** Page store that records the reads and writes of temporary space. */
  private static final class TracedPages extends ForwardingPageStore {
    private final CallTrace trace;

    TracedPages(PageStore pages, CallTrace trace) {
      super(pages);
      this.trace = trace;
    }

    @Override
    public void read(long[] slots, int count, ByteBuffer into) {
      store.read(slots, count, into);
      trace.call(false, slots, count);
    }

    @Override
    public void write(long[] slots, int count, ByteBuffer from) {
      store.write(slots, count, from);
      trace.call(true, slots, count);
    }
  }
}

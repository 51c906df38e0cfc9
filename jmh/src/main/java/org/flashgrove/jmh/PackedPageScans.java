package org.flashgrove.jmh;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.flashgrove.core.geometry.HilbertCurve;
import org.flashgrove.grove.block.BlockBuilder;
import org.flashgrove.grove.block.BlockForm;
import org.flashgrove.grove.columns.EntryColumns;
import org.flashgrove.grove.fence.BlockFences;
import org.flashgrove.grove.fence.FenceScan;
import org.flashgrove.grove.packed.PackedPage;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures scanning a packed page of a grove for the points in a window, and summing their ids.
 * Compares it with scanning the same points in arrays of doubles. Each call scans another page with
 * another window, whose area is a fixed fraction of the page's bounding box.
 *
 * <p>There are two page formats. In the <em>joined</em> format, a page stores all bits of its
 * coordinates. In the <em>split</em> format, other pages of the block store the lower bits.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
@Fork(
    value = 1,
    jvmArgsAppend = {"-Xms1g", "-Xmx1g"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class PackedPageScans {
  private static final int POINTS = 200_000;
  private static final int PART = 2_000;
  private static final int ENVELOPE = 32;
  private static final int PAGE = 4096;
  private static final int WINDOWS = 4096;

  /** Fraction of a page's points that lie in the window. */
  @Param({"0.05", "0.25"})
  public double hits;

  /** If true, coordinates have two decimal places; otherwise all their bits are random. */
  @Param({"false", "true"})
  public boolean decimals;

  private final double[] windows = new double[4 * WINDOWS];
  private final PackedPage reader = new PackedPage("benchmark");
  private final FenceScan scan = new FenceScan();
  private final double[] box = new double[4];
  private final double[] window = new double[4];
  private Pages joined;
  private Pages split;
  private int next;

  /** Pages of one format, with the same points in arrays of doubles. */
  private static final class Pages {
    final List<byte[]> pages = new ArrayList<>();
    final List<byte[][]> blocks = new ArrayList<>();
    final List<BlockFences> fences = new ArrayList<>();
    final List<Integer> numbers = new ArrayList<>();
    final List<double[]> columns = new ArrayList<>();
    final List<long[]> ids = new ArrayList<>();
  }

  /** Builds pages of both formats and generates windows. */
  @Setup
  public void build() {
    joined = build(false);
    split = build(true);
    SplittableRandom random = new SplittableRandom(5);
    double side = Math.sqrt(hits);
    for (int w = 0; w < WINDOWS; w++) {
      double x = random.nextDouble() * (1 - side);
      double y = random.nextDouble() * (1 - side);
      windows[4 * w] = x;
      windows[4 * w + 1] = y;
      windows[4 * w + 2] = x + side;
      windows[4 * w + 3] = y + side;
    }
  }

  private Pages build(boolean isSplit) {
    SplittableRandom random = new SplittableRandom(7);
    HilbertCurve curve = new HilbertCurve(0, 0, 1000, 1000);
    EntryColumns entries = new EntryColumns(POINTS);
    for (int i = 0; i < POINTS; i++) {
      double x = decimals ? random.nextInt(100_000) / 1e2 : random.nextDouble() * 1000;
      double y = decimals ? random.nextInt(100_000) / 1e2 : random.nextDouble() * 1000;
      entries.add(curve.value(x, y), i, x, y, x, y, false);
    }
    BlockBuilder builder = new BlockBuilder(BlockForm.of(PAGE, ENVELOPE, 32, isSplit));
    Pages built = new Pages();
    entries.sort(0, POINTS);
    List<byte[]> pages = new ArrayList<>();
    for (int from = 0; from < POINTS; from += PART) {
      int to = Math.min(POINTS, from + PART);
      if (!builder.add(entries, from, to)) {
        end(builder, pages, built);
        builder.add(entries, from, to); // succeeds, because a part is smaller than a block
      }
      while (builder.hasPage()) {
        builder.encode(page -> pages.add(page.clone()));
      }
    }
    end(builder, pages, built);
    return built;
  }

  private void end(BlockBuilder builder, List<byte[]> pages, Pages built) {
    builder.end(0, Long.MAX_VALUE);
    boolean complete = false;
    while (!complete) {
      complete = builder.appendRest(page -> pages.add(page.clone()));
    }
    BlockFences fences = builder.fences();
    byte[][] block = pages.toArray(new byte[0][]);
    for (int p = 0; p < fences.pages(); p++) {
      built.pages.add(block[p]);
      built.blocks.add(block);
      built.fences.add(fences);
      built.numbers.add(p);
      addArrays(built, block, fences, p);
    }
    pages.clear();
    builder.begin();
  }

  private void addArrays(Pages built, byte[][] block, BlockFences fences, int p) {
    EntryColumns entries = new EntryColumns(PAGE);
    turn(block, p);
    attach(block, fences);
    reader.appendTo(entries);
    double[] columns = new double[2 * entries.size()];
    long[] ids = new long[entries.size()];
    for (int i = 0; i < entries.size(); i++) {
      columns[i] = entries.minX(i);
      columns[entries.size() + i] = entries.minY(i);
      ids[i] = entries.id(i);
    }
    built.columns.add(columns);
    built.ids.add(ids);
  }

  private void turn(byte[][] block, int p) {
    reader.reset(block[p], ENVELOPE, PAGE, 0, p);
  }

  private void attach(byte[][] block, BlockFences fences) {
    for (int k = 0; k < reader.residualPages(); k++) {
      int at = fences.pages() + reader.residual(k, fences.residualPages());
      reader.attach(k, block[at], ENVELOPE, PAGE);
    }
  }

  private int nextPage(Pages pages) {
    next++;
    int at = next % pages.pages.size();
    pages.fences.get(at).pageBox(pages.numbers.get(at), box);
    int w = 4 * (next & WINDOWS - 1);
    for (int side = 0; side < 4; side++) {
      double low = box[side & 1];
      window[side] = low + windows[w + side] * (box[2 + (side & 1)] - low);
    }
    return at;
  }

  private long scanned(Pages pages, int at, long met, long inside, int runs) {
    byte[][] block = pages.blocks.get(at);
    turn(block, pages.numbers.get(at));
    reader.window(window[0], window[1], window[2], window[3]);
    if (reader.scan(met, inside, runs) > 0) {
      attach(block, pages.fences.get(at));
      reader.settle();
    }
    long sum = 0;
    long[] bits = reader.hits();
    int words = reader.count() + 63 >> 6;
    for (int word = 0; word < words; word++) {
      for (long left = bits[word]; left != 0; left &= left - 1) {
        sum += reader.id((word << 6) + Long.numberOfTrailingZeros(left));
      }
    }
    return sum;
  }

  /**
   * Chooses a page and a window, but does not scan the page. Each of the other benchmarks also does
   * this, so subtract the time of this benchmark from theirs.
   */
  @Benchmark
  public int choosing() {
    return nextPage(split);
  }

  /** Scans arrays of doubles that hold as many points as a page of the split format. */
  @Benchmark
  public long rawDoublesAsSplit() {
    return rawSum(split, nextPage(split));
  }

  /** Scans arrays of doubles that hold as many points as a page of the joined format. */
  @Benchmark
  public long rawDoublesAsJoined() {
    return rawSum(joined, nextPage(joined));
  }

  private long rawSum(Pages pages, int at) {
    double[] columns = pages.columns.get(at);
    long[] ids = pages.ids.get(at);
    int count = ids.length;
    double x1 = window[0];
    double y1 = window[1];
    double x2 = window[2];
    double y2 = window[3];
    long sum = 0;
    for (int i = 0; i < count; i++) {
      double x = columns[i];
      double y = columns[count + i];
      if (x >= x1 && x <= x2 && y >= y1 && y <= y2) {
        sum += ids[i];
      }
    }
    return sum;
  }

  /** Scans a page of the joined format as one run of points. */
  @Benchmark
  public long joinedWhole() {
    return scanned(joined, nextPage(joined), 1, 0, 1);
  }

  /** Scans a page of the split format as one run of points. */
  @Benchmark
  public long splitWhole() {
    return scanned(split, nextPage(split), 1, 0, 1);
  }

  /**
   * Finds the runs (groups of neighbouring points) of a page that may have points in the window. It
   * uses the fences of the page's block, which are bounding boxes of runs in memory. The next two
   * benchmarks also do this before they scan.
   */
  @Benchmark
  public long fences() {
    int at = nextPage(split);
    return findRuns(split, at) ? scan.met() ^ scan.inside() : 0;
  }

  /** Finds the runs of a split page by the fences, and scans them. */
  @Benchmark
  public long splitByRuns() {
    return byRuns(split);
  }

  /** Finds the runs of a joined page by the fences, and scans them. */
  @Benchmark
  public long joinedByRuns() {
    return byRuns(joined);
  }

  private long byRuns(Pages pages) {
    int at = nextPage(pages);
    int runs = pages.fences.get(at).subBoxes();
    return findRuns(pages, at) ? scanned(pages, at, scan.met(), scan.inside(), runs) : 0;
  }

  private boolean findRuns(Pages pages, int at) {
    int number = pages.numbers.get(at);
    scan.window(window[0], window[1], window[2], window[3]);
    int page = scan.first(pages.fences.get(at));
    while (page >= 0 && page != number) {
      page = scan.next();
    }
    return page >= 0;
  }
}

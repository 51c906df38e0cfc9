package org.flashgrove.grove;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.flashgrove.core.geometry.HilbertCurve;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.grove.config.GroveConfig;
import org.flashgrove.grove.index.GroveStats;
import org.flashgrove.grove.merge.MergeRunner;

/**
 * Counts of a grove with 512 KiB of memory and pages of 4 KiB: 200,000 reference points inserted
 * one by one, then windows and neighbours without a flush before. To be run by hand; arguments: a
 * data file, under shared/data or with its whole path, its domain (minx/miny/maxx/maxy), and {@code
 * load} or {@code moves} for one load or moving objects alone, and the folder of files
 * windows_0.001.csv and so on; none for the reference and all.
 *
 * <p>Virtual time is a plain sum by the costs of the thesis's device (pages of 2 KiB; 30, 300 and
 * 2,500 us to read, program and erase one of 64 pages' block), serial. Bytes of the log of changes
 * are an estimate: 14.5 bytes a change, and half a device page lost every 5 ms of virtual time.
 */
final class GroveCounts {
  private static final int PAGE = 4096;
  private static final int BLOCK_PAGES = 32;
  private static final long MEMORY = 512 << 10;
  private static final int DEVICE_PAGE = 2048;
  private static final double READ = 30e-6;
  private static final double PROGRAM = 300e-6;
  private static final double ERASE = 2500e-6;
  private static final double CHANGE_BYTES = 14.5;
  private static final double GROUP = 5e-3;
  private static final int MOVES = 400_000;
  private static final double STEP = 0.002;
  private static final double MOVE_BYTES = 26;

  /** Part of the entries from which on the first merge that is under way is asked beside. */
  private static final double LATE = 0.97;

  private final List<double[]> rows;
  private final HilbertCurve curve;
  private final String windows; // where their files are, under shared/data or with the whole path

  private GroveCounts(List<double[]> rows, HilbertCurve curve, String windows) {
    this.rows = rows;
    this.curve = curve;
    this.windows = windows;
  }

  /** Prints the counts. */
  public static void main(String[] arguments) {
    String name = arguments.length > 0 ? arguments[0] : "reference/clustered_points_200k.csv.gz";
    Path file = ReferenceData.file(name);
    if (file == null) {
      System.out.println("shared/data/" + name + " is not beside the checkout");
      return;
    }
    double[] domain = {0, 0, 1, 1};
    if (arguments.length > 1) {
      String[] parts = arguments[1].split("/");
      for (int i = 0; i < parts.length; i++) {
        domain[i] = Double.parseDouble(parts[i]);
      }
    }
    HilbertCurve curve = new HilbertCurve(domain[0], domain[1], domain[2], domain[3]);
    GroveCounts counts =
        new GroveCounts(
            ReferenceData.rows(file), curve, arguments.length > 3 ? arguments[3] : "reference");
    GroveConfig defaults = GroveConfigs.of(curve, MEMORY);
    String what = arguments.length > 2 ? arguments[2] : "all";
    if (what.equals("load")) {
      counts.run("split, tiles of 32, 16 boxes", defaults);
      return;
    }
    if (what.equals("moves")) {
      counts.moveAll(defaults);
      return;
    }
    counts.run("split, tiles of 32, 16 boxes", defaults);
    counts.run("the same, 10 % slack", GroveConfigs.withSlack(defaults, 0.1));
    counts.run("split, tiles of 8", GroveConfigs.withTiles(defaults, 8, 16));
    counts.run("joined, tiles of 32", GroveConfigs.withSplit(defaults, false));
    if (domain[2] == 1) {
      counts.moveAll(defaults);
    }
  }

  private void moveAll(GroveConfig defaults) {
    move("400,000 blind moves", GroveConfigs.withBlind(defaults, true));
    move("400,000 answered moves", defaults);
    move("400,000 answered moves, joined", GroveConfigs.withSplit(defaults, false));
  }

  /** Moves points by steps of a normal distribution of 0.002 in random order. */
  private void move(String name, GroveConfig config) {
    CountedComponents store = new CountedComponents(PAGE, BLOCK_PAGES);
    Grove grove = Grove.attach(store, config);
    store.open();
    double[][] at = new double[rows.size()][];
    for (int i = 0; i < at.length; i++) {
      double[] row = rows.get(i);
      grove.insert((long) row[0], row[1], row[2], row[1], row[2]);
      at[i] = new double[] {row[1], row[2], row[1], row[2]};
    }
    long reads = store.reads();
    long writes = store.writes();
    long retired = store.retired();
    Random random = new Random(1);
    for (int i = 0; i < MOVES; i++) {
      int which = random.nextInt(at.length);
      double x = at[which][0] + STEP * random.nextGaussian();
      double y = at[which][1] + STEP * random.nextGaussian();
      double[] to = {x, y, x, y};
      if (!grove.update((long) rows.get(which)[0], at[which], to)) {
        throw new IllegalStateException("an entry is missing");
      }
      at[which] = to;
    }
    int parts = PAGE / DEVICE_PAGE;
    double seconds =
        (store.reads() - reads) * parts * READ
            + (store.writes() - writes) * parts * PROGRAM
            + (store.retired() - retired) * ERASE;
    double log = MOVES * MOVE_BYTES / DEVICE_PAGE * PROGRAM;
    GroveStats stats = grove.stats();
    print(
        "  a move: %.4f pages read (%.1f us), %.4f written (%.1f us), %.5f blocks erased (%.1f us);"
            + " %d merges; %d blocks, %d pages, %d entries in them, %d changes in %d bytes of"
            + " buffer, directory %d",
        (store.reads() - reads) / (double) MOVES,
        (store.reads() - reads) * parts * READ / MOVES * 1e6,
        (store.writes() - writes) / (double) MOVES,
        (store.writes() - writes) * parts * PROGRAM / MOVES * 1e6,
        (store.retired() - retired) / (double) MOVES,
        (store.retired() - retired) * ERASE / MOVES * 1e6,
        stats.merges(),
        stats.blocks(),
        stats.pages(),
        stats.storedEntries(),
        stats.bufferedChanges(),
        stats.bufferBytes(),
        stats.directoryBytes());
    print(
        "%s: %.1f us each without the log (%.1f more with %.0f bytes a move, an estimate), %.3f"
            + " pages read each; check: %s",
        name,
        seconds / MOVES * 1e6,
        log / MOVES * 1e6,
        MOVE_BYTES,
        (store.reads() - reads) / (double) MOVES,
        grove.check().problems());
    allWindows(grove, store, false);
  }

  private void allWindows(Grove grove, CountedComponents store, boolean rectangles) {
    windows(grove, store, "0.001", rectangles);
    windows(grove, store, "0.01", rectangles);
    windows(grove, store, "0.1", rectangles);
  }

  /**
   * Asks a grove that is opened again for each kind of windows, footers read and no page cached.
   */
  private void coldWindows(CountedComponents store, GroveConfig config) {
    for (String percent : new String[] {"0.001", "0.01", "0.1"}) {
      CountedComponents again = store.again();
      Grove grove = Grove.attach(again, config);
      again.open();
      print("  opened again, %d pages read:", again.reads());
      windows(grove, again, percent, false);
    }
  }

  private void run(String name, GroveConfig config) {
    CountedComponents store = new CountedComponents(PAGE, BLOCK_PAGES);
    Grove grove = Grove.attach(store, config);
    store.open();
    long mostMemory = 0;
    double most = 0;
    int duringMerge = -1;
    long queryReads = 0;
    for (int i = 0; i < rows.size(); i++) {
      double before = seconds(store);
      insert(grove, rows.get(i));
      most = Math.max(most, seconds(store) - before);
      if (i >= LATE * rows.size() && duringMerge < 0 && isInMerge(grove)) {
        duringMerge = i;
        print("%s: a merge is under way after %d entries", name, i + 1);
        queryReads -= store.reads();
        ask(grove, store);
        queryReads += store.reads();
      }
      if (i % 64 == 0) {
        mostMemory = Math.max(mostMemory, grove.stats().memoryBytes());
      }
    }
    GroveStats stats = grove.stats();
    print("%s: %d entries, %d merges", name, rows.size(), stats.merges());
    print(
        "  pages read %d, written %d (%d now, %d blocks, %.2f a final page), erased blocks %d",
        store.reads() - queryReads,
        store.writes(),
        stats.pages(),
        stats.blocks(),
        store.writes() / (double) stats.pages(),
        store.retired());
    printTime(store, queryReads);
    print("  longest insertion %.2f ms, without the log", most * 1e3);
    print(
        "  memory: most %d of %d (directory %d, buffer %d now with %d changes)",
        mostMemory, MEMORY, stats.directoryBytes(), stats.bufferBytes(), stats.bufferedChanges());
    if (curve.domain()[2] == 1) {
      ask(grove, store);
      allWindows(grove, store, true);
      coldWindows(store, config);
    }
    grove.flush();
    stats = grove.stats();
    long entries = grove.size();
    print(
        "  after a flush: %d pages, %.1f bytes an entry; check: %s",
        stats.pages(), (double) stats.pages() * PAGE / entries, grove.check().problems());
  }

  private static boolean isInMerge(Grove grove) {
    MergeRunner runner = grove.content().runner();
    return runner.isRunning() && grove.stats().cachedPages() == 0;
  }

  private void ask(Grove grove, CountedComponents store) {
    if (curve.domain()[2] == 1) {
      allWindows(grove, store, false);
      print("  %d pages cached", grove.stats().cachedPages());
      neighbours(grove, store);
    }
  }

  private static void insert(Grove grove, double[] row) {
    double x2 = row.length > 3 ? row[3] : row[1];
    double y2 = row.length > 3 ? row[4] : row[2];
    grove.insert((long) row[0], row[1], row[2], x2, y2);
  }

  /** Virtual time so far; a block is erased before it is written. */
  private static double seconds(CountedComponents store) {
    int parts = PAGE / DEVICE_PAGE;
    return store.reads() * parts * READ + store.writes() * parts * PROGRAM + store.begun() * ERASE;
  }

  private void printTime(CountedComponents store, long queryReads) {
    int parts = PAGE / DEVICE_PAGE;
    double reading = (store.reads() - queryReads) * parts * READ;
    double writing = store.writes() * parts * PROGRAM;
    double erasing = store.retired() * ERASE;
    double logBytes = rows.size() * CHANGE_BYTES + 8.0 * store.editWords();
    double logging = logBytes / DEVICE_PAGE * PROGRAM;
    double blocks = reading + writing + erasing;
    double partial = (blocks + logging) / (1 - 0.5 * PROGRAM / GROUP) - blocks - logging;
    print(
        "  virtual time %.2f s: read %.2f, written %.2f, erased %.2f; estimated: log %.2f (%.1f"
            + " MB), its partial pages %.2f",
        blocks + logging + partial, reading, writing, erasing, logging, logBytes / 1e6, partial);
  }

  private void windows(Grove grove, CountedComponents store, String percent, boolean rectangles) {
    Path file = ReferenceData.file(windows + "/windows_" + percent + ".csv");
    long before = store.reads();
    long found = 0;
    for (double[] w : ReferenceData.rows(file)) {
      found +=
          rectangles
              ? grove.search(w[0], w[1], w[2], w[3], (id, x1, y1, x2, y2) -> {})
              : grove.forEach(
                  EntryQuery.intersecting(w[0], w[1], w[2], w[3]).idsOnly(),
                  (id, x1, y1, x2, y2) -> {});
    }
    print(
        "  windows of %s %%: %d %s from %d pages",
        percent, found, rectangles ? "entries" : "ids", store.reads() - before);
  }

  private void neighbours(Grove grove, CountedComponents store) {
    List<double[]> windows =
        ReferenceData.rows(ReferenceData.file(this.windows + "/windows_0.1.csv"));
    long start = store.reads();
    for (double[] w : windows) {
      double x = (w[0] + w[2]) / 2;
      double y = (w[1] + w[3]) / 2;
      grove.forEach(EntryQuery.nearest(10, x, y).idsOnly(), (id, x1, y1, x2, y2) -> {});
    }
    long ids = store.reads() - start;
    for (double[] w : windows) {
      double x = (w[0] + w[2]) / 2;
      double y = (w[1] + w[3]) / 2;
      grove.nearest(x, y, 10, (id, x1, y1, x2, y2, distance) -> {});
    }
    double count = windows.size();
    print(
        "  10 nearest of %d points: %.2f pages each for ids, %.2f for rectangles",
        windows.size(), ids / count, (store.reads() - start - ids) / count);
  }

  private static void print(String format, Object... values) {
    System.out.println(String.format(Locale.ROOT, format, values));
  }
}

package org.flashgrove.indexes.grove;

/**
 * Chooses the bite that is worth most: of all runs of neighbouring intervals the one with the most
 * buffered changes for the time that the device takes to merge them, by the costs of pages read,
 * pages written and blocks erased of the thesis's flash (two of its pages are one of ours).
 *
 * <p>A run that would make more blocks than it has is allowed only if the new ones are full enough,
 * so that blocks do not multiply.
 */
final class BiteChoice {
  /** Entries above which a bite takes no further interval. */
  static final int MOST_ENTRIES = 1 << 16;

  private static final double READ = 60;
  private static final double WRITE = 600;
  private static final double FOOTER = 300;
  private static final double ERASE = 2_500;

  private final GroveConfig config;
  private final Workspace workspace;
  private int[] changes = new int[16];
  private double best;
  private int bestFirst;
  private int bestCount;
  private long lo;
  private long hi;

  BiteChoice(GroveConfig config, Workspace workspace) {
    this.config = config;
    this.workspace = workspace;
  }

  /** Returns the start of the bite. */
  long lo() {
    return lo;
  }

  /** Returns the end of the bite. */
  long hi() {
    return hi;
  }

  /** Chooses a bite; there are changes in the buffer. */
  void choose(Partition partition) {
    Directory directory = partition.directory();
    int intervals = directory.intervals();
    countChanges(partition);
    double perPage = entriesPerPage(directory);
    best = -1;
    for (int first = 0; first < intervals; first++) {
      weighRuns(directory, first, perPage);
    }
    lo = directory.start(bestFirst);
    hi = directory.end(bestFirst + bestCount - 1);
    if (bestCount == 1 && !directory.hasBlock(bestFirst)) {
      hi = boundedEnd(partition);
    }
  }

  /** Counts the buffered changes of each of the directory's intervals. */
  private void countChanges(Partition partition) {
    Directory directory = partition.directory();
    if (changes.length < directory.intervals()) {
      changes = new int[2 * directory.intervals()];
    }
    int buffer = partition.first();
    int beyond = partition.beyond();
    for (int i = 0; i < directory.intervals(); i++) {
      int sum = 0;
      while (buffer < beyond && partition.start(buffer) < directory.end(i)) {
        sum += partition.buffer(buffer).state().changes();
        buffer = partition.next(buffer);
      }
      changes[i] = sum;
    }
  }

  private double entriesPerPage(Directory directory) {
    long entries = 0;
    long pages = 0;
    for (int i = 0; i < directory.blocks(); i++) {
      entries += directory.block(i).entries();
      pages += directory.block(i).block().pages() - 1;
    }
    return pages == 0 ? workspace.entries(1) : (double) entries / pages;
  }

  /** Weighs the runs that begin with an interval. */
  private void weighRuns(Directory directory, int first, double perPage) {
    int most = Math.min(config.merges().bite(), intervalsOfCurve(directory, first) - first);
    long buffered = 0;
    long entries = 0;
    int pages = 0;
    int block = directory.firstBlock(first);
    for (int count = 1; count <= most; count++) {
      buffered += changes[first + count - 1];
      for (; block < directory.firstBlock(first + count); block++) {
        pages += directory.block(block).block().pages() - 1;
        entries += directory.block(block).entries();
      }
      int blocks = block - directory.firstBlock(first);
      boolean longest =
          count == most || entries + buffered + entries(directory, first + count) > MOST_ENTRIES;
      if (buffered > 0) {
        weigh(first, count, longest, buffered, pages, blocks, pages + buffered / perPage);
      }
      if (longest) {
        return;
      }
    }
  }

  /**
   * Returns the end of the intervals that go with one: a bite does not take giants together with
   * others.
   */
  private static int intervalsOfCurve(Directory directory, int interval) {
    return directory.start(interval) < Line.GIANTS
        ? directory.find(Line.GIANTS)
        : directory.intervals();
  }

  /** Returns the entries of an interval, buffered changes included. */
  private long entries(Directory directory, int interval) {
    long sum = changes[interval];
    for (int b = directory.firstBlock(interval); b < directory.firstBlock(interval + 1); b++) {
      sum += directory.block(b).entries();
    }
    return sum;
  }

  private void weigh(
      int first,
      int count,
      boolean longest,
      long buffered,
      int pages,
      int blocks,
      double expectedPages) {
    int blockPages = workspace.blockPages();
    double newPages = Math.max(1, Math.ceil(expectedPages));
    double newBlocks = Math.ceil(newPages / blockPages);
    boolean full = newPages / (blockPages * newBlocks) >= config.merges().fill();
    if (newBlocks <= blocks || full || longest) {
      double cost = READ * pages + WRITE * newPages + FOOTER * newBlocks + ERASE * blocks;
      if (buffered / cost > best) {
        best = buffered / cost;
        bestFirst = first;
        bestCount = count;
      }
    }
  }

  /** Returns where a bite into an interval without a block ends so that it is not too large. */
  private long boundedEnd(Partition partition) {
    long end = hi;
    int taken = 0;
    int beyond = partition.firstFrom(end);
    for (int i = partition.firstFrom(lo); i < beyond; i = partition.next(i)) {
      int more = partition.buffer(i).state().changes();
      if (taken > 0 && taken + more > MOST_ENTRIES) {
        return partition.start(i);
      }
      taken += more;
    }
    return end;
  }
}

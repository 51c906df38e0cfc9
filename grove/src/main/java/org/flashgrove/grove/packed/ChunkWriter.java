package org.flashgrove.grove.packed;

import org.flashgrove.grove.columns.EntryColumns;
import org.flashgrove.grove.columns.RunOrder;

/**
 * Makes packed chunks. To be used again; not by several threads at once.
 *
 * <p>A chunk's minima are as low as its widths allow without a bit more, about the middle of what
 * is unused: entries that come later are likely to fit, and then columns are copied as they are and
 * the new entries packed behind them. If one does not fit, all are packed again.
 */
public final class ChunkWriter {
  private static final String MEMORY = "a chunk in memory";
  private static final int RUN_ENTRIES = 32;
  private static final int MAX_RUNS = 64;

  private final PackedWriter writer;
  private final int mostGrowth; // entries for each that stands in a run
  private final PackedPage reader = new PackedPage(MEMORY);
  private final EntryColumns unpacked = new EntryColumns(0, false);
  private final EntryColumns arranged = new EntryColumns(0, false);
  private final RunOrder order = new RunOrder();

  /**
   * Creates a writer.
   *
   * @param packed whether chunks are packed, and not of 64 bits a column
   * @param grows whether chunks are to be packed again seldom, for some bytes and some entries to
   *     look at: ids have a bit or two more than they need, for those of entries that come later,
   *     which would not fit soon if ids rise; and up to three quarters stand in no run
   */
  public ChunkWriter(boolean packed, boolean grows) {
    writer = packed ? PackedWriter.centred(grows) : PackedWriter.plain();
    mostGrowth = grows ? 4 : 2;
  }

  /**
   * Returns a chunk of entries from to to - 1, at least one and at most 65,535.
   *
   * @throws IllegalArgumentException for another number of entries
   */
  public PackedChunk of(EntryColumns entries, int from, int to) {
    requireCount((long) to - from);
    order.arrange(entries, from, to, runs(to - from));
    arranged.clear();
    arranged.addAll(entries, order, to - from);
    return chunk(arranged, 0, to - from, to - from);
  }

  /**
   * Returns a chunk of entries from to to - 1 of a list in their order, which is one of runs: those
   * that follow each other are near each other, as in the order of a space-filling curve.
   *
   * @throws IllegalArgumentException for another number of entries than {@link #of} takes
   */
  public PackedChunk inOrder(EntryColumns entries, int from, int to) {
    requireCount((long) to - from);
    return chunk(entries, from, to, to - from);
  }

  /**
   * Returns a chunk of all entries of a list in their order, since most of them come from a chunk,
   * and stand in runs as there: for what is left when some have gone.
   *
   * @param covered how many of the first stood in runs; if they are few all are arranged again
   * @throws IllegalArgumentException for another number of entries than {@link #of} takes
   */
  public PackedChunk left(EntryColumns entries, int covered) {
    int count = entries.size();
    if (!isMostlyCovered(count, covered)) {
      return of(entries, 0, count);
    }
    requireCount(count);
    return chunk(entries, 0, count, covered);
  }

  /** Returns whether enough entries stand in runs: arranging all is not worth while yet. */
  private boolean isMostlyCovered(int count, int covered) {
    return count <= Math.max(RUN_ENTRIES, mostGrowth * covered);
  }

  /** Returns how many runs are made of entries: a power of two. */
  private static int runs(int entries) {
    int runs = 1;
    while (runs < MAX_RUNS && entries / runs > RUN_ENTRIES) {
      runs *= 2;
    }
    return runs;
  }

  /** Returns a chunk of entries from to to - 1; the first {@code covered} stand in runs. */
  private PackedChunk chunk(EntryColumns entries, int from, int to, int covered) {
    byte[] page = new byte[writer.measure(entries, from, to)];
    writer.encode(entries, page, 0);
    int runs = runs(covered);
    byte[] boxes = new byte[runs * PackedChunk.BOX_BYTES];
    reader.reset(page, 0, page.length, -1, 0);
    reader.scan().runCells(runs, covered, boxes);
    return new PackedChunk(page, to - from, covered, boxes);
  }

  private static void requireCount(long count) {
    if (count < 1 || !PageColumns.isCountable(count)) {
      throw new IllegalArgumentException(
          count + " entries in a chunk (allowed: 1 to " + PageColumns.MAX_COUNT + ")");
    }
  }

  /**
   * Returns a chunk of the entries of another one and entries from to to - 1 behind them.
   *
   * @throws IllegalArgumentException if these are more than 65,535 together
   */
  public PackedChunk append(PackedChunk chunk, EntryColumns entries, int from, int to) {
    int count = chunk.count() + to - from;
    requireCount(count);
    // Packed again when there are several times as many as in runs: a constant number of times.
    if (isMostlyCovered(count, chunk.covered())) {
      byte[] longer = writer.append(chunk.page(), entries, from, to);
      if (longer != null) {
        return new PackedChunk(longer, count, chunk.covered(), chunk.boxes());
      }
    }
    unpack(chunk);
    unpacked.addAll(entries, from, to);
    return of(unpacked, 0, unpacked.size());
  }

  private void unpack(PackedChunk chunk) {
    unpacked.clear();
    chunk.turn(reader);
    reader.appendTo(unpacked);
  }
}

package org.flashgrove.grove.packed;

import org.flashgrove.grove.columns.EntryColumns;
import org.flashgrove.grove.columns.RunOrder;

/**
 * Packs entries into chunks. Reusable; not safe for use by several threads.
 *
 * <p>The minimum of a column is lowered to use about half of the free range of its width. Entries
 * that are added later then often fit. If they fit, the writer copies the columns and appends the
 * new entries. Otherwise it packs all entries again.
 */
public final class ChunkWriter {
  private static final String MEMORY = "a chunk in memory";
  private static final int RUN_ENTRIES = 32;
  private static final int MAX_RUNS = 64;

  private final PackedWriter writer;
  private final int mostGrowth; // maximum number of entries for each entry in a run
  private final PackedPage reader = new PackedPage(MEMORY);
  private final EntryColumns unpacked = new EntryColumns(0, false);
  private final EntryColumns arranged = new EntryColumns(0, false);
  private final RunOrder order = new RunOrder();

  /**
   * Creates a writer.
   *
   * @param packed whether to pack columns, instead of using 64 bits for each value
   * @param grows whether to repack chunks less often, although chunks then are larger and slower to
   *     read. If true, columns of ids have one or two spare bits for larger ids that are added
   *     later. Up to three quarters of the entries may then be outside runs (groups of close
   *     entries)
   */
  public ChunkWriter(boolean packed, boolean grows) {
    writer = packed ? PackedWriter.centred(grows) : PackedWriter.plain();
    mostGrowth = grows ? 4 : 2;
  }

  /**
   * Packs entries {@code from} to {@code to - 1}. Reorders them in {@code entries}.
   *
   * @throws IllegalArgumentException if these are not 1 to 65,535 entries
   */
  public PackedChunk of(EntryColumns entries, int from, int to) {
    requireCount((long) to - from);
    order.arrange(entries, from, to, runs(to - from));
    arranged.clear();
    arranged.addAll(entries, order, to - from);
    return chunk(arranged, 0, to - from, to - from);
  }

  /**
   * Packs entries {@code from} to {@code to - 1} without reordering them. In the list, entries that
   * are close in space should be neighbours, as along a space-filling curve.
   *
   * @throws IllegalArgumentException if these are not 1 to 65,535 entries
   */
  public PackedChunk inOrder(EntryColumns entries, int from, int to) {
    requireCount((long) to - from);
    return chunk(entries, from, to, to - from);
  }

  /**
   * Packs all entries of a list, which remained of a chunk after deletions. If enough of the
   * entries belong to runs (groups of close entries), keeps their order and runs.
   *
   * @param covered number of leading entries that belonged to runs
   * @throws IllegalArgumentException if these are not 1 to 65,535 entries
   */
  public PackedChunk left(EntryColumns entries, int covered) {
    int count = entries.size();
    if (!isMostlyCovered(count, covered)) {
      return of(entries, 0, count);
    }
    requireCount(count);
    return chunk(entries, 0, count, covered);
  }

  /**
   * Returns whether enough entries belong to runs (groups of close entries), so that arranging the
   * entries in new runs is not worthwhile yet.
   */
  private boolean isMostlyCovered(int count, int covered) {
    return count <= Math.max(RUN_ENTRIES, mostGrowth * covered);
  }

  /**
   * Returns the number of runs (groups of close entries) into which {@code entries} entries are
   * divided, a power of two.
   */
  private static int runs(int entries) {
    int runs = 1;
    while (runs < MAX_RUNS && entries / runs > RUN_ENTRIES) {
      runs *= 2;
    }
    return runs;
  }

  /**
   * Packs entries {@code from} to {@code to - 1}. The first {@code covered} of them form runs
   * (groups of close entries); the others do not.
   */
  private PackedChunk chunk(EntryColumns entries, int from, int to, int covered) {
    byte[] page = new byte[writer.measure(entries, from, to)];
    writer.encode(entries, page, 0);
    int runs = runs(covered);
    byte[] boxes = new byte[runs * PackedChunk.BOX_BYTES];
    reader.reset(page, 0, page.length, -1, 0);
    reader.scan.runCells(runs, covered, boxes);
    return new PackedChunk(page, to - from, covered, boxes);
  }

  private static void requireCount(long count) {
    if (count < 1 || !PageColumns.isCountable(count)) {
      throw new IllegalArgumentException(
          count + " entries in a chunk (allowed: 1 to " + PageColumns.MAX_COUNT + ")");
    }
  }

  /**
   * Returns a chunk with the entries of {@code chunk}, followed by entries {@code from} to {@code
   * to - 1}.
   *
   * @throws IllegalArgumentException if there would be more than 65,535 entries
   */
  public PackedChunk append(PackedChunk chunk, EntryColumns entries, int from, int to) {
    int count = chunk.count() + to - from;
    requireCount(count);
    // Repacks only after the chunk has grown to a multiple of its runs. This happens a constant
    // number of times.
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

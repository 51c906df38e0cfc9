package org.flashgrove.cli.input;

import java.io.Closeable;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.flashgrove.access.ids.RepeatedEntries;

/** Finds equal rows, and ids with several rectangles, in data files. */
public final class RepeatedRows implements Closeable {
  private static final int SORT_MEMORY = 8 << 20;

  private final RepeatedEntries entries;

  /**
   * Creates a finder.
   *
   * @param byId whether to also find ids that occur with several rectangles
   */
  public RepeatedRows(boolean byId) {
    Path spillDirectory = Path.of(System.getProperty("java.io.tmpdir"));
    entries = new RepeatedEntries(byId, SORT_MEMORY, spillDirectory);
  }

  void add(long id, double minX, double minY, double maxX, double maxY) {
    entries.add(id, minX, minY, maxX, maxY);
  }

  /** Compares all added rows. Call this after the last row. */
  public void finish() {
    entries.finish();
  }

  /** Returns the number of rows that are equal to an earlier row. */
  public long equalRows() {
    return entries.equalEntries();
  }

  /**
   * Throws an exception if an id occurs with several rectangles.
   *
   * @param equalAreRefused whether to throw an exception for equal rows, too
   */
  public void requireOneOfEachId(boolean equalAreRefused) {
    OptionalLong severalOf = entries.idOfSeveral();
    if (severalOf.isPresent()) {
      throw new IllegalArgumentException(
          "rows: id "
              + severalOf.getAsLong()
              + " has several rectangles; keep one row per id, or use a store without ids");
    }
    if (equalAreRefused && equalRows() > 0) {
      throw new IllegalArgumentException(
          "rows: "
              + equalRows()
              + " are equal to others; remove them, or load with --repeat once and without --bulk");
    }
  }

  @Override
  public void close() {
    entries.close();
  }
}

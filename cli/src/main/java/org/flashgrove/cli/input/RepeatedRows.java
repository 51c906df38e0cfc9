package org.flashgrove.cli.input;

import java.io.Closeable;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.flashgrove.access.ids.RepeatedEntries;

/** Finds equal rows, and ids with several rectangles, among the rows of data files. */
public final class RepeatedRows implements Closeable {
  private static final int SORT_MEMORY = 8 << 20;

  private final RepeatedEntries entries;

  /**
   * Creates a finder without rows.
   *
   * @param byId whether to look for ids with several rectangles, too
   */
  public RepeatedRows(boolean byId) {
    Path spillDirectory = Path.of(System.getProperty("java.io.tmpdir"));
    entries = new RepeatedEntries(byId, SORT_MEMORY, spillDirectory);
  }

  /** Adds a row. */
  void add(long id, double minX, double minY, double maxX, double maxY) {
    entries.add(id, minX, minY, maxX, maxY);
  }

  /** Compares all rows. */
  public void finish() {
    entries.finish();
  }

  /** Returns the number of rows that are equal to another one before them. */
  public long equalRows() {
    return entries.equalEntries();
  }

  /**
   * Refuses ids with several rectangles, and equal rows.
   *
   * @param equalAreRefused whether equal rows are refused, too
   */
  public void requireOneOfEachId(boolean equalAreRefused) {
    OptionalLong severalOf = entries.idOfSeveral();
    if (severalOf.isPresent()) {
      throw new IllegalArgumentException(
          "rows: id " + severalOf.getAsLong() + " has several rectangles (allowed with ids: one)");
    }
    if (equalAreRefused && equalRows() > 0) {
      throw new IllegalArgumentException(
          "rows: "
              + equalRows()
              + " are equal to others (allowed with --repeat refuse or --bulk: each once)");
    }
  }

  @Override
  public void close() {
    entries.close();
  }
}

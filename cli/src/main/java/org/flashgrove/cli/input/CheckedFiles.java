package org.flashgrove.cli.input;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.flashgrove.access.table.RecordGeometries;
import org.flashgrove.cli.command.Numbers;
import org.flashgrove.cli.command.Terminal;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.datasets.EntrySink;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.CoordinateSystem;
import org.flashgrove.datasets.feature.EntryKind;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.feature.FreshIds;
import org.flashgrove.datasets.feature.RowForms;
import org.flashgrove.datasets.format.DataFiles;

/**
 * Data files whose rows are all checked before the first row is used, so that a bad row changes
 * nothing. Each file is read twice, so standard input and pipes are copied to temporary files.
 */
public final class CheckedFiles implements AutoCloseable {
  private final Terminal terminal;
  private final InputOptions input;
  private final SpooledFiles files;
  private final FormatOptions form;
  private final RowForms forms;
  private final RecordGeometries kept = new RecordGeometries();
  private final List<String> notes = new ArrayList<>();
  private final GivenIds ids = new GivenIds();
  private CoordinateSystem system = CoordinateSystem.UNKNOWN;
  private boolean areInSystem = true;
  private AttributeFinder finder;
  private RepeatedRows repeated;

  /** Attributes that the check verifies; null unless their types are known before rows are read. */
  private AttributeColumns columns;

  /** Attributes of {@link #columns} that no file had so far. */
  private Set<String> missing = Set.of();

  private Metric metric = Metric.PLANAR;
  private boolean geometries;
  private boolean asRecords;
  private final double[] extent = {
    Double.POSITIVE_INFINITY,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Double.NEGATIVE_INFINITY
  };

  public CheckedFiles(Terminal terminal, InputOptions input, RowForms forms) throws IOException {
    this.terminal = terminal;
    this.input = input;
    this.forms = forms;
    form = input.form();
    files = new SpooledFiles(terminal, input.files());
  }

  private FeatureCursor open(String path, BadRowPolicy policy, FreshIds source) {
    FeatureCursor cursor = DataFiles.open(files.file(path), path, form, policy, forms);
    cursor.makeIdsFrom(() -> source);
    return cursor;
  }

  /** Lets the check reject rectangles that an index with the given metric does not support. */
  public void require(Metric ofIndex) {
    metric = ofIndex;
  }

  /** Lets the check give each valid row to {@code rows}, which finds rows that are equal. */
  public void compare(RepeatedRows rows) {
    repeated = rows;
  }

  /**
   * Lets the check give the attributes of each row to {@code attributes}. Null means that the
   * attributes need not be determined.
   */
  public void find(AttributeFinder attributes) {
    finder = attributes;
    columns = finder != null && finder.isGiven() ? new AttributeColumns(finder.schema()) : null;
  }

  /** Checks every row. Returns the number of valid rows. */
  public long check(BadRowPolicy policy) throws IOException {
    return check(policy, true);
  }

  /**
   * Checks every row, like {@link #check(BadRowPolicy)}.
   *
   * @param boundsOnly whether an index will store only the bounding rectangles of the rows. The
   *     check then prints a message if a file has geometries. Otherwise rows whose geometries
   *     cannot be stored are bad rows.
   */
  public long check(BadRowPolicy policy, boolean boundsOnly) throws IOException {
    asRecords = !boundsOnly;
    missing = columns == null ? Set.of() : columns.attributeNames();
    long rows = 0;
    for (String path : files.paths()) {
      try (FeatureCursor cursor = open(path, policy, new FreshIds())) {
        while (cursor.next()) {
          if (!isKept(cursor, policy)) {
            continue;
          }
          rows++;
          if (finder != null) {
            finder.look(cursor);
          }
          if (forms == RowForms.PAIRS) {
            continue;
          }
          ids.add(path, cursor);
          if (repeated != null && !cursor.isIdMade()) { // new ids never repeat
            repeated.add(cursor.id(), cursor.minX(), cursor.minY(), cursor.maxX(), cursor.maxY());
          }
          if (cursor.minX() > cursor.maxX()) { // the row has no geometry
            continue;
          }
          extent[0] = Math.min(extent[0], cursor.minX());
          extent[1] = Math.min(extent[1], cursor.minY());
          extent[2] = Math.max(extent[2], cursor.maxX());
          extent[3] = Math.max(extent[3], cursor.maxY());
        }
        input.leaveOut(terminal, path, cursor);
        geometries |= boundsOnly && sayKind(terminal, path, cursor);
        if (boundsOnly) {
          notes.addAll(entryNotes(path, cursor));
        } else {
          notes.addAll(cursor.notes());
          addAttributeNotes(path, cursor);
          requireOneSystem(SpooledFiles.nameOf(path), cursor.coordinateSystem());
        }
      }
    }
    addNotesOfAllFiles();
    return rows;
  }

  private void addNotesOfAllFiles() {
    if (finder != null) {
      notes.addAll(finder.notes());
    }
    if (!missing.isEmpty()) {
      notes.add("no data file has the attributes: " + String.join(", ", missing));
    }
    if (system.isKnown() && system.epsg() == 0 && !areInSystem) {
      notes.add("the coordinate system " + system + " is not kept, as not all files name it");
    }
    notes.addAll(ids.notes());
  }

  /**
   * Adds a message about the attributes of a file that the table does not have. The attributes that
   * the table has are no longer missing.
   *
   * @param cursor cursor after the last row of the file
   */
  private void addAttributeNotes(String path, FeatureCursor cursor) {
    if (columns != null) {
      cursor.attributeNames().forEach(missing::remove);
      String others = columns.noteOfOthersIn(cursor);
      if (!others.isEmpty()) {
        notes.add(SpooledFiles.nameOf(path) + ": " + others);
      }
    }
  }

  /** Returns a message for each kind of data that {@link #check} found and that will be lost. */
  public List<String> notes() {
    return notes;
  }

  /**
   * Returns messages about data in a file that reading lost, or that an index does not store.
   *
   * @param cursor cursor after the last row of the file
   */
  public static List<String> entryNotes(String path, FeatureCursor cursor) {
    String file = SpooledFiles.nameOf(path);
    List<String> notes = new ArrayList<>(cursor.notes());
    List<String> names = cursor.attributeNames();
    if (!names.isEmpty() && cursor.kind() != EntryKind.PAIRS) {
      notes.add(
          file
              + ": "
              + Numbers.countedAre(names.size(), "attribute")
              + " not kept, as only a table keeps attributes: "
              + String.join(", ", names));
    }
    CoordinateSystem named = cursor.coordinateSystem();
    if (named.isKnown() && !named.isWgs84()) {
      notes.add(file + ": the coordinate system " + named + " is not kept, only a table keeps it");
    }
    return notes;
  }

  /**
   * Throws an exception if a file is in another coordinate system than an earlier file.
   *
   * @param named system that the file names
   */
  private void requireOneSystem(String file, CoordinateSystem named) {
    if (system.isKnown() && named.isKnown() && !system.isSame(named)) {
      throw new IllegalArgumentException(
          file
              + ": is in "
              + named
              + ", but an earlier file is in "
              + system
              + "; convert the files to one coordinate system with 'convert --reproject'");
    }
    system = named.isKnown() ? named : system;
    areInSystem &= named.isKnown();
  }

  /**
   * Returns the coordinate system of the checked files. Returns an unknown system if a file names
   * none.
   */
  public CoordinateSystem system() {
    return areInSystem ? system : CoordinateSystem.UNKNOWN;
  }

  /**
   * Returns whether a record or an index can store a row with its attributes. If not, passes the
   * problem to the policy, which may stop reading.
   */
  private boolean isKept(FeatureCursor row, BadRowPolicy policy) {
    if (asRecords && row.kind() == EntryKind.GEOMETRIES) {
      try {
        kept.requireKept(row.geometry());
      } catch (IllegalArgumentException e) {
        policy.onBadRow(row.problem(e.getMessage(), "geometries in the plane"));
        return false;
      }
    }
    if (metric != Metric.PLANAR && row.minX() <= row.maxX()) { // an empty geometry is not indexed
      try {
        metric.requireObject(row.minX(), row.minY(), row.maxX(), row.maxY());
      } catch (IllegalArgumentException e) {
        policy.onBadRow(row.problem(e.getMessage(), "objects on the earth"));
        return false;
      }
    }
    if (columns != null) {
      try {
        columns.require(row);
      } catch (InputException bad) {
        policy.onBadRow(bad);
        return false;
      }
    }
    return true;
  }

  /**
   * Returns the extent of the checked rows: minX, minY, maxX, maxY. Without rows, minX is greater
   * than maxX.
   */
  public double[] extent() {
    return extent.clone();
  }

  /** Returns whether a checked file has geometries. An index stores only their rectangles. */
  public boolean hasGeometries() {
    return geometries;
  }

  /**
   * Prints a message if a file has geometries, because an index stores only their rectangles.
   * Returns whether the file has geometries.
   */
  public static boolean sayKind(Terminal terminal, String path, FeatureCursor cursor) {
    boolean geometries = cursor.kind() == EntryKind.GEOMETRIES;
    if (geometries) {
      terminal
          .err()
          .println(
              "flashgrove: "
                  + SpooledFiles.nameOf(path)
                  + ": geometries are indexed by their rectangles; queries give candidates");
    }
    return geometries;
  }

  /** Reads all files again, and passes every valid row to a sink as an entry. */
  public void forEach(BadRowPolicy policy, EntrySink sink) throws IOException {
    FreshIds source = ids.source();
    for (String path : files.paths()) {
      try (FeatureCursor cursor = open(path, policy, source)) {
        while (cursor.next()) {
          if (isKept(cursor, policy)) {
            sink.accept(cursor.id(), cursor.minX(), cursor.minY(), cursor.maxX(), cursor.maxY());
          }
        }
      }
    }
  }

  /**
   * Reads all files again, and calls a sink for every valid row. The cursor is then at this row.
   */
  public void forEachRow(BadRowPolicy policy, Consumer<FeatureCursor> sink) throws IOException {
    FreshIds source = ids.source();
    for (String path : files.paths()) {
      try (FeatureCursor cursor = open(path, policy, source)) {
        while (cursor.next()) {
          if (isKept(cursor, policy)) {
            sink.accept(cursor);
          }
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    files.close();
  }
}

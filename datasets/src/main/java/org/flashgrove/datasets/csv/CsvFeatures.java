package org.flashgrove.datasets.csv;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.CoordinateSystem;
import org.flashgrove.datasets.feature.EntryKind;
import org.flashgrove.datasets.feature.FeatureIds;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.feature.FreshIds;
import org.flashgrove.datasets.feature.GeometryCursor;
import org.flashgrove.datasets.feature.RowForms;
import org.flashgrove.datasets.file.InputFile;
import org.flashgrove.datasets.file.TextSource;
import org.flashgrove.datasets.row.TextFacts;
import org.flashgrove.datasets.row.TextRowCursor;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * Cursor over the entries of a CSV file, in the order of the file. The header says what the rows
 * are: {@code id,x,y}, {@code id,lon,lat}, {@code id,minx,miny,maxx,maxy} or {@code id,wkt}, with
 * columns in any order and case. Further columns are text attributes; an empty field is a missing
 * value. If ids are not 64-bit integers, they become an attribute, too. Rows of a file without a
 * column of ids are numbered from 1.
 *
 * <p>The encoding is UTF-8, quoting follows RFC 4180, and gzip is decompressed. To limit memory, a
 * row has at most 16,777,216 characters and 1,024 fields, and WKT has at most 64 levels of
 * parentheses.
 */
public final class CsvFeatures implements TextRowCursor {
  private static final Envelope NO_BOUNDS = new Envelope();

  private final RowForms forms;
  private final FormatOptions options;
  private final Supplier<FreshIds> idsOfFile;
  private final FeatureIds ids = new FeatureIds(this::problem);
  private final List<String> names;
  private final RowReader rows;
  private final EntryKind kind;
  private final WktParser wkt;
  private final GeometryFactory geometries = new GeometryFactory();
  private final Runnable parser;
  private long id;
  private long value;
  private double minX;
  private double minY;
  private double maxX;
  private double maxY;
  private Geometry geometry;
  private Envelope old;

  private CsvFeatures(
      RowReader rows, RowForms forms, FormatOptions options, Supplier<FreshIds> idsOfFile) {
    this.forms = forms;
    this.options = options;
    this.idsOfFile = idsOfFile;
    this.rows = rows;
    this.names = new ArrayList<>(rows.layout().attributes());
    this.wkt = new WktParser(rows, geometries, forms.allowsNoGeometry());
    HeaderForm form = rows.form();
    if (form.equals(HeaderForm.WKT)) {
      this.kind = EntryKind.GEOMETRIES;
      this.parser = this::parseGeometry;
    } else if (form.equals(HeaderForm.RECTANGLE)) {
      this.kind = EntryKind.RECTANGLES;
      this.parser = this::parseRectangle;
    } else if (form.equals(HeaderForm.UPDATE)) {
      this.kind = EntryKind.MOVES;
      this.parser = this::parseMove;
    } else if (form.equals(HeaderForm.PAIR)) {
      this.kind = EntryKind.PAIRS;
      this.parser = this::parsePair;
    } else if (form.equals(HeaderForm.KEY)) {
      this.kind = EntryKind.KEYS;
      this.parser = this::parseKey;
    } else {
      this.kind = EntryKind.POINTS;
      this.parser = this::parsePoint;
    }
  }

  /**
   * Opens a file and reads its header.
   *
   * @param policy decides about bad rows
   * @param forms allowed forms of rows
   * @param options roles of columns, and encoding
   * @return a cursor before the first row
   * @throws InputException if the file does not exist, is empty, or has an unknown header
   * @throws java.io.UncheckedIOException if reading fails
   */
  public static CsvFeatures open(
      InputFile file, BadRowPolicy policy, RowForms forms, FormatOptions options) {
    options.requireKnown("csv", true, true, false, false);
    String allowed =
        "a readable CSV file of "
            + (forms == RowForms.MOVES ? "updates" : "entries")
            + ", plain or gzip, or - for standard input";
    Supplier<TextSource> source = () -> TextSource.open(file, allowed, options.encoding());
    return open(source, policy, forms, options, !file.isStream());
  }

  /**
   * Opens a text and reads its header.
   *
   * @param canReadAgain whether the text can be opened a second time
   */
  static CsvFeatures open(
      Supplier<TextSource> source,
      BadRowPolicy policy,
      RowForms forms,
      FormatOptions options,
      boolean canReadAgain) {
    RowReader rows =
        new RowReader(source.get(), HeaderForm.of(forms), forms.makesIds(), options, policy);
    return new CsvFeatures(
        rows, forms, options, () -> canReadAgain ? idsOf(source.get(), forms, options) : null);
  }

  /** Opens rows from the middle of a file. A row without an id gets any id. */
  CsvFeatures part(TextSource source, TextFacts facts, long rowsBefore) {
    RowReader part = new RowReader(source, rows, rowsBefore, null, BadRowPolicy.STOP);
    return continued(new CsvFeatures(part, forms, options, FreshIds::new), facts);
  }

  /**
   * Opens the last rows of a file.
   *
   * @param text opens the whole file
   */
  CsvFeatures rest(
      TextSource source,
      Supplier<TextSource> text,
      TextFacts facts,
      long rowsBefore,
      BadRowPolicy policy) {
    RowReader rest = new RowReader(source, rows, rowsBefore, linesBefore(text, rowsBefore), policy);
    return continued(
        new CsvFeatures(rest, forms, options, () -> idsOf(text.get(), forms, options)), facts);
  }

  /**
   * Returns a function that counts the lines before a row. Only its first call reads the file.
   *
   * @param text opens the whole file
   */
  private LongSupplier linesBefore(Supplier<TextSource> text, long rowsBefore) {
    long[] lines = {-1};
    return () -> {
      if (lines[0] < 0) {
        try (RowReader all =
            new RowReader(
                text.get(), HeaderForm.of(forms), forms.makesIds(), options, BadRowPolicy.STOP)) {
          lines[0] = all.linesBefore(rowsBefore);
        }
      }
      return lines[0];
    };
  }

  private CsvFeatures continued(CsvFeatures features, TextFacts facts) {
    features.ids.expect(facts.areIdsGiven());
    if (facts.hasSystem()) {
      features.wkt.continueIn(facts.system());
    }
    if (facts.idAttribute() >= 0) {
      features.names.add(rows.layout().name(0));
    }
    return features;
  }

  @Override
  public boolean next() {
    return rows.next(parser);
  }

  /**
   * Sets the id. Call this last, after all other fields of the row were found valid, because the
   * call may consume a new id.
   */
  private void parseId() {
    id = forms.makesIds() ? ids.next(rows.given(0), rows.rowNumber(), idsOfFile) : rows.identity(0);
    if (ids.unused() != null && names.size() == rows.layout().attributes().size()) {
      names.add(rows.layout().name(0));
    }
  }

  private static FreshIds idsOf(TextSource source, RowForms forms, FormatOptions options) {
    FreshIds used = new FreshIds();
    BadRowPolicy silent = BadRowPolicy.skip(bad -> {});
    try (RowReader all =
        new RowReader(source, HeaderForm.of(forms), forms.makesIds(), options, silent)) {
      while (all.next(() -> {})) {
        if (all.given(0) instanceof Long whole) {
          used.use(whole);
        }
      }
    }
    return used;
  }

  private void parsePoint() {
    if (hasNoGeometry()) {
      setBounds(NO_BOUNDS);
    } else {
      minX = rows.coordinate(1);
      minY = rows.coordinate(2);
      maxX = minX;
      maxY = minY;
    }
    parseId();
  }

  /**
   * Returns whether the row has no geometry and the reader accepts such rows ({@link
   * RowForms#allowsNoGeometry}).
   */
  private boolean hasNoGeometry() {
    if (!forms.allowsNoGeometry()) {
      return false;
    }
    for (int column = 1; column < rows.form().columnCount(); column++) {
      if (!rows.text(column).isEmpty()) {
        return false;
      }
    }
    return true;
  }

  private void parseRectangle() {
    if (hasNoGeometry()) {
      setBounds(NO_BOUNDS);
      parseId();
    } else {
      parseRectangle(1);
    }
  }

  /** Reads a rectangle from {@code column} and the three columns after it. */
  private void parseRectangle(int column) {
    minX = rows.coordinate(column);
    minY = rows.coordinate(column + 1);
    maxX = rows.coordinate(column + 2);
    maxY = rows.coordinate(column + 3);
    rows.requireOrdered(column, minX, column + 2, maxX);
    rows.requireOrdered(column + 1, minY, column + 3, maxY);
    parseId();
  }

  private void parseMove() {
    parseRectangle(1);
    old = new Envelope(minX, maxX, minY, maxY);
    parseRectangle(5);
  }

  private void parseKey() {
    id = rows.identity(0);
  }

  private void parsePair() {
    id = rows.identity(0);
    value = rows.identity(1);
  }

  private void parseGeometry() {
    geometry = wkt.parse(1);
    setBounds(geometry == null ? NO_BOUNDS : geometry.getEnvelopeInternal());
    parseId();
  }

  private void setBounds(Envelope bounds) {
    minX = bounds.getMinX();
    minY = bounds.getMinY();
    maxX = bounds.getMaxX();
    maxY = bounds.getMaxY();
  }

  @Override
  public EntryKind kind() {
    return kind;
  }

  @Override
  public CoordinateSystem coordinateSystem() {
    return rows.form().equals(HeaderForm.LON_LAT) ? CoordinateSystem.WGS84 : wkt.coordinateSystem();
  }

  @Override
  public boolean isTyped() {
    return false;
  }

  @Override
  public long id() {
    return id;
  }

  @Override
  public boolean isIdMade() {
    return ids.isMade();
  }

  @Override
  public void makeIdsFrom(Supplier<FreshIds> source) {
    ids.makeFrom(source);
  }

  @Override
  public Envelope bounds() {
    return minX > maxX ? NO_BOUNDS : new Envelope(minX, maxX, minY, maxY);
  }

  @Override
  public double minX() {
    return minX;
  }

  @Override
  public double minY() {
    return minY;
  }

  @Override
  public double maxX() {
    return maxX;
  }

  @Override
  public double maxY() {
    return maxY;
  }

  @Override
  public Geometry geometry() {
    return switch (kind) {
      case GEOMETRIES -> geometry;
      case POINTS -> minX > maxX ? null : geometries.createPoint(new Coordinate(minX, minY));
      case RECTANGLES, MOVES ->
          minX > maxX ? null : geometries.toGeometry(new Envelope(minX, maxX, minY, maxY));
      case KEYS, PAIRS ->
          throw new IllegalStateException("row: has only an id; check kind() first");
    };
  }

  @Override
  public Envelope old() {
    if (kind != EntryKind.MOVES) {
      throw new IllegalStateException("row: has no old rectangle; check kind() first");
    }
    return old;
  }

  @Override
  public long value() {
    return kind == EntryKind.PAIRS ? value : TextRowCursor.super.value();
  }

  @Override
  public List<String> attributeNames() {
    return names;
  }

  @Override
  public String attribute(int attribute) {
    return attribute < rows.layout().attributes().size()
        ? rows.attribute(attribute)
        : ids.unused() == null ? null : rows.text(0);
  }

  @Override
  public long row() {
    return rows.rowNumber() - 1;
  }

  @Override
  public long position() {
    return rows.position();
  }

  @Override
  public List<String> keys() {
    return names;
  }

  @Override
  public int idAttribute() {
    int columns = rows.layout().attributes().size();
    return names.size() > columns ? columns : -1;
  }

  @Override
  public void skip() {
    rows.skip();
  }

  @Override
  public InputException problem(String wrong, String allowed) {
    return rows.problem(wrong, allowed);
  }

  @Override
  public List<String> notes() {
    List<String> notes = ids.notes(names.isEmpty() ? null : names.get(names.size() - 1));
    if (wkt.emptied() > 0) {
      notes.add(GeometryCursor.emptied(wkt.emptied()));
    }
    return notes;
  }

  /** Returns the line where the current row begins, counted from 1. */
  public long lineNumber() {
    return rows.lineNumber();
  }

  @Override
  public long skippedRows() {
    return rows.skippedRows();
  }

  @Override
  public void close() {
    rows.close();
  }
}

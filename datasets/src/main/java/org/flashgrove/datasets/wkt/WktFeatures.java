package org.flashgrove.datasets.wkt;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.util.List;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.WellKnownText;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.CoordinateSystem;
import org.flashgrove.datasets.feature.GeometryCursor;
import org.flashgrove.datasets.file.Excerpt;
import org.flashgrove.datasets.file.TextSource;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * Cursor over a file with one WKT geometry on each line. Blank lines are skipped. Ids are line
 * numbers.
 */
final class WktFeatures extends GeometryCursor {
  private static final int MOST_CHARS = 1 << 24;

  private final TextSource source;
  private final Reader text;
  private final WellKnownText reader = new WellKnownText(new GeometryFactory());
  private final StringBuilder line = new StringBuilder();
  private long lineNumber;

  WktFeatures(TextSource source, BadRowPolicy policy) {
    super(source.name(), policy);
    this.source = source;
    this.text = new BufferedReader(source.reader(), 1 << 16);
  }

  @Override
  protected boolean advance() {
    try {
      do {
        if (!readLine()) {
          return false;
        }
      } while (line.toString().isBlank());
      return true;
    } catch (IOException e) {
      throw TextSource.problem(file(), lineNumber, e);
    }
  }

  private boolean readLine() throws IOException {
    line.setLength(0);
    lineNumber++;
    int c = text.read();
    boolean any = c >= 0;
    for (; c >= 0 && c != '\n'; c = text.read()) {
      if (line.length() == MOST_CHARS) {
        throw new InputException(
            file(),
            lineNumber,
            "a line of more than " + MOST_CHARS + " characters",
            "a geometry a line");
      }
      line.append((char) c);
    }
    return any;
  }

  @Override
  protected Geometry read() {
    try {
      return reader.read(line.toString());
    } catch (IllegalArgumentException e) {
      throw problem(
          Excerpt.quoted(line.toString()) + " cannot be read (" + Excerpt.of(e.getMessage()) + ")",
          "well-known text, at most " + WellKnownText.MOST_LEVELS + " parentheses deep");
    }
  }

  @Override
  public CoordinateSystem coordinateSystem() {
    return CoordinateSystem.epsg(reader.srid());
  }

  @Override
  protected String place() {
    return "line " + lineNumber;
  }

  @Override
  protected long number() {
    return lineNumber;
  }

  @Override
  public List<String> attributeNames() {
    return List.of();
  }

  @Override
  public Object attribute(int attribute) {
    throw new IndexOutOfBoundsException(attribute);
  }

  @Override
  public void close() {
    source.close();
  }
}

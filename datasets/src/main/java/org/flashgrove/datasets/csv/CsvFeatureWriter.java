package org.flashgrove.datasets.csv;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.flashgrove.datasets.WellKnownText;
import org.flashgrove.datasets.feature.AttributeType;
import org.flashgrove.datasets.feature.EntryKind;
import org.flashgrove.datasets.feature.FeatureSchema;
import org.flashgrove.datasets.feature.FeatureWriter;
import org.flashgrove.datasets.file.OutputFile;
import org.flashgrove.datasets.file.TextOutput;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/** Writes features as CSV. {@link CsvFeatures} reads the file back without loss of x and y. */
final class CsvFeatureWriter implements FeatureWriter {
  private static final CSVFormat FORMAT =
      CSVFormat.DEFAULT.builder().setRecordSeparator('\n').get();

  private final String empty;

  private final String name;
  private final EntryKind kind;
  private final HeaderForm form;
  private final CSVPrinter printer;

  CsvFeatureWriter(OutputFile file, FeatureSchema schema) {
    name = file.name();
    kind = schema.kind();
    form =
        switch (kind) {
          case POINTS -> schema.coordinateSystem().isWgs84() ? HeaderForm.LON_LAT : HeaderForm.XY;
          case RECTANGLES -> HeaderForm.RECTANGLE;
          default -> HeaderForm.WKT;
        };
    List<String> header = new ArrayList<>(form.columns());
    header.addAll(schema.names());
    try {
      char delimiter = FirstLine.delimiterOf(name);
      empty = delimiter + "\"\"";
      CSVFormat format = FORMAT.builder().setDelimiter(delimiter).get();
      printer = new CSVPrinter(TextOutput.create(file), format);
      printer.printRecord(header);
    } catch (IOException e) {
      throw new UncheckedIOException(name + ": cannot be written", e);
    }
  }

  @Override
  public void write(long id, Geometry geometry, Object[] attributes) {
    try {
      printer.print(id);
      printGeometry(geometry);
      for (Object attribute : attributes) {
        if (attribute instanceof String text && text.isEmpty()) {
          printer.getOut().append(empty); // an empty line would mean no value
        } else {
          printer.print(attribute == null ? null : AttributeType.textOf(attribute));
        }
      }
      printer.println();
    } catch (IOException e) {
      throw new UncheckedIOException(name + ": cannot be written", e);
    }
  }

  /** Prints the columns of a geometry. The columns are empty if the geometry is null. */
  private void printGeometry(Geometry geometry) throws IOException {
    if (geometry == null) {
      for (int i = 1; i < form.columnCount(); i++) {
        printer.print(null);
      }
      return;
    }
    Envelope box = geometry.getEnvelopeInternal();
    switch (kind) {
      case POINTS -> {
        printer.print(box.getMinX());
        printer.print(box.getMinY());
      }
      case RECTANGLES -> {
        printer.print(box.getMinX());
        printer.print(box.getMinY());
        printer.print(box.getMaxX());
        printer.print(box.getMaxY());
      }
      default -> printer.print(WellKnownText.write(geometry));
    }
  }

  @Override
  public void close() {
    try {
      printer.close();
    } catch (IOException e) {
      throw new UncheckedIOException(name + ": cannot be closed", e);
    }
  }
}

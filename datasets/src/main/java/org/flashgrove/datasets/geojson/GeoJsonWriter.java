package org.flashgrove.datasets.geojson;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import org.flashgrove.datasets.feature.AttributeType;
import org.flashgrove.datasets.feature.FeatureSchema;
import org.flashgrove.datasets.feature.FeatureWriter;
import org.flashgrove.datasets.file.OutputFile;
import org.flashgrove.datasets.file.TextOutput;
import org.locationtech.jts.geom.Geometry;

/** Writes a FeatureCollection with one feature per line. Attributes without a value are null. */
final class GeoJsonWriter implements FeatureWriter {
  private final String name;
  private final Writer out;
  private final String[] keys;
  private boolean first = true;

  GeoJsonWriter(OutputFile file, FeatureSchema schema) {
    this.name = file.name();
    this.keys = schema.names().stream().map(GeoJsonWriter::quoted).toArray(String[]::new);
    this.out = TextOutput.create(file);
    write(GeoJson.BEGIN);
  }

  private static String quoted(String text) {
    return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
  }

  @Override
  public void write(long id, Geometry geometry, Object[] attributes) {
    StringBuilder feature = new StringBuilder(first ? "\n" : ",\n");
    first = false;
    feature.append("{\"type\":\"Feature\",\"id\":").append(id).append(",\"properties\":{");
    for (int i = 0; i < attributes.length; i++) {
      feature.append(i > 0 ? "," : "").append(keys[i]).append(':').append(valueOf(attributes[i]));
    }
    feature.append("},\"geometry\":").append(GeoJson.geometry(geometry)).append('}');
    write(feature);
  }

  /** Returns a value as JSON, or its text as a JSON string if JSON has no such type. */
  private static String valueOf(Object value) {
    if (value == null) {
      return "null";
    }
    boolean isJson =
        value instanceof Double number && Double.isFinite(number)
            || value instanceof Long
            || value instanceof Boolean;
    return isJson ? value.toString() : quoted(AttributeType.textOf(value));
  }

  private void write(CharSequence text) {
    try {
      out.append(text);
    } catch (IOException e) {
      throw new UncheckedIOException(name + ": cannot be written", e);
    }
  }

  @Override
  public void close() {
    try (out) {
      write("\n" + GeoJson.END + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(name + ": cannot be closed", e);
    }
  }
}

package org.flashgrove.datasets.geojson;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import org.flashgrove.datasets.feature.FeatureSchema;
import org.flashgrove.datasets.feature.FeatureWriter;
import org.flashgrove.datasets.feature.OutputFile;
import org.flashgrove.datasets.feature.TextOutput;
import org.locationtech.jts.geom.Geometry;

/** Writes a FeatureCollection, one feature a line; attributes that are absent are left out. */
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
    boolean more = false;
    for (int i = 0; i < attributes.length; i++) {
      if (attributes[i] != null) {
        Object value = attributes[i];
        feature.append(more ? "," : "").append(keys[i]).append(':');
        feature.append(value instanceof String text ? quoted(text) : valueOf(value));
        more = true;
      }
    }
    feature.append("},\"geometry\":").append(GeoJson.geometry(geometry)).append('}');
    write(feature);
  }

  /** Numbers that JSON does not have are text. */
  private static Object valueOf(Object value) {
    return value instanceof Double number && !Double.isFinite(number) ? quoted("" + value) : value;
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

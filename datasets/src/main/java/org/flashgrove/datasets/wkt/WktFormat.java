package org.flashgrove.datasets.wkt;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.List;
import org.flashgrove.datasets.WellKnownText;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.DataFormat;
import org.flashgrove.datasets.feature.Fact;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.feature.FeatureSchema;
import org.flashgrove.datasets.feature.FeatureWriter;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.feature.RowForms;
import org.flashgrove.datasets.file.InputFile;
import org.flashgrove.datasets.file.OutputFile;
import org.flashgrove.datasets.file.TextOutput;
import org.flashgrove.datasets.file.TextSource;
import org.locationtech.jts.geom.Geometry;

/** Format with one WKT geometry on each line. Ids are line numbers, and there are no attributes. */
public final class WktFormat implements DataFormat {
  public WktFormat() {}

  @Override
  public String name() {
    return "wkt";
  }

  @Override
  public List<String> endings() {
    return List.of(".wkt");
  }

  @Override
  public boolean isText() {
    return true;
  }

  @Override
  public boolean carries(Fact fact) {
    return fact == Fact.HEIGHTS || fact == Fact.MEASURES;
  }

  @Override
  public FeatureCursor open(
      InputFile file, BadRowPolicy policy, RowForms forms, FormatOptions options) {
    options.requireKnown(name(), true, false, false, false);
    forms.requireEntries(file.name(), name());
    return new WktFeatures(
            TextSource.open(
                file, "a readable file of well-known text, plain or gzip", options.encoding()),
            policy)
        .of(forms);
  }

  @Override
  public FeatureWriter create(OutputFile file, FeatureSchema schema) {
    return new Lines(file.name(), TextOutput.create(file));
  }

  /** Writer of geometries, which ignores ids and attributes. */
  private record Lines(String name, Writer out) implements FeatureWriter {
    @Override
    public void write(long id, Geometry geometry, Object[] attributes) {
      if (geometry == null) {
        return;
      }
      try {
        out.append(WellKnownText.write(geometry)).append('\n');
      } catch (IOException e) {
        throw new UncheckedIOException(name + ": cannot be written", e);
      }
    }

    @Override
    public void close() {
      try {
        out.close();
      } catch (IOException e) {
        throw new UncheckedIOException(name + ": cannot be closed", e);
      }
    }
  }
}

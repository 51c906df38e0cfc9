package org.flashgrove.datasets.osm;

import java.nio.file.Path;
import java.util.List;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.DataFormat;
import org.flashgrove.datasets.feature.Fact;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.feature.FeatureSchema;
import org.flashgrove.datasets.feature.FeatureWriter;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.feature.RowForms;
import org.flashgrove.datasets.file.FileSignature;
import org.flashgrove.datasets.file.InputFile;
import org.flashgrove.datasets.file.OutputFile;

/**
 * Read-only format OpenStreetMap PBF. It has the layers buildings, highways and pois. Attributes
 * are the tags that the user requests, {@value #ID} with the number of the OpenStreetMap object,
 * and {@value #TYPE} with its type.
 */
public final class OsmFormat implements DataFormat {
  static final String ID = "@id";
  static final String TYPE = "@type";

  public OsmFormat() {}

  @Override
  public String name() {
    return "osm";
  }

  @Override
  public List<String> endings() {
    return List.of(".osm.pbf", ".pbf");
  }

  @Override
  public boolean isText() {
    return false;
  }

  @Override
  public FeatureCursor open(
      InputFile file, BadRowPolicy policy, RowForms forms, FormatOptions options) {
    options.requireKnown(name(), false, false, true, true);
    forms.requireEntries(file.name(), name());
    OsmLayer layer = OsmLayer.named(options.layer());
    Path path = file.path("a readable file of OpenStreetMap in PBF");
    FileSignature.require(path, file.name(), null);
    return new OsmFeatures(path, file.name(), policy, layer, options.tags());
  }

  @Override
  public FeatureWriter create(OutputFile file, FeatureSchema schema) {
    throw new IllegalArgumentException(
        file.name() + ": osm can only be read; write another format, such as csv or geojson");
  }

  @Override
  public boolean carries(Fact fact) {
    return false; // the format is read-only
  }
}

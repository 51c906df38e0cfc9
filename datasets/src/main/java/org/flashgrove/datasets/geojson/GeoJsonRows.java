package org.flashgrove.datasets.geojson;

import java.util.function.Supplier;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.RowForms;
import org.flashgrove.datasets.file.TextSource;
import org.flashgrove.datasets.row.TextFacts;
import org.flashgrove.datasets.row.TextRowCursor;
import org.flashgrove.datasets.row.TextRowReader;

/** Reads features from parts of GeoJSON files. */
final class GeoJsonRows implements TextRowReader {
  @Override
  public TextRowCursor open(Supplier<TextSource> text, BadRowPolicy policy) {
    GeoJsonFeatures features = new GeoJsonFeatures(text.get(), policy, text);
    features.of(RowForms.RECORDS);
    return features;
  }

  @Override
  public TextRowCursor openPart(
      TextSource part, TextFacts facts, long rowsBefore, boolean isArray) {
    return new GeoJsonFeatures(part, BadRowPolicy.STOP, null, facts, rowsBefore, isArray);
  }

  @Override
  public TextRowCursor openRest(
      TextSource rest,
      Supplier<TextSource> text,
      TextFacts facts,
      long rowsBefore,
      BadRowPolicy policy) {
    return new GeoJsonFeatures(rest, policy, text, facts, rowsBefore, false);
  }
}

package org.flashgrove.cli.input;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.AttributeType;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.CoordinateSystem;
import org.flashgrove.datasets.feature.EntryKind;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.feature.FreshIds;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/** Cursor that transforms the features of a file to WGS 84. */
final class ReprojectedFeatures implements FeatureCursor {
  private final FeatureCursor features;
  private final String file;
  private final BadRowPolicy policy;
  private Reprojection reprojection;
  private Geometry geometry;
  private long skipped;

  /**
   * Wraps a cursor before its first feature.
   *
   * @param file name of the file in messages
   * @param policy decides about features that cannot be transformed
   */
  ReprojectedFeatures(FeatureCursor features, String file, BadRowPolicy policy) {
    this.features = features;
    this.file = file;
    this.policy = policy;
  }

  @Override
  public boolean next() {
    while (features.next()) {
      Geometry found = features.geometry();
      if (found == null) {
        geometry = null;
        return true;
      }
      if (reprojection == null) { // some formats know the system only after the first geometry
        reprojection = Reprojection.toWgs84(features.coordinateSystem(), file);
      }
      try {
        geometry = reprojection.apply(found);
        return true;
      } catch (IllegalArgumentException e) {
        policy.onBadRow(features.problem(e.getMessage(), "coordinates of the file's system"));
        skipped++;
      }
    }
    return false;
  }

  @Override
  public EntryKind kind() {
    return EntryKind.GEOMETRIES;
  }

  @Override
  public CoordinateSystem coordinateSystem() {
    CoordinateSystem own = features.coordinateSystem();
    return own.isWgs84() ? own : CoordinateSystem.WGS84;
  }

  @Override
  public long id() {
    return features.id();
  }

  @Override
  public boolean isIdMade() {
    return features.isIdMade();
  }

  @Override
  public void makeIdsFrom(Supplier<FreshIds> source) {
    features.makeIdsFrom(source);
  }

  @Override
  public Envelope bounds() {
    return geometry == null ? features.bounds() : geometry.getEnvelopeInternal();
  }

  @Override
  public Geometry geometry() {
    return geometry;
  }

  @Override
  public List<String> attributeNames() {
    return features.attributeNames();
  }

  @Override
  public Object attribute(int attribute) {
    return features.attribute(attribute);
  }

  @Override
  public boolean isTyped() {
    return features.isTyped();
  }

  @Override
  public AttributeType declaredType(int attribute) {
    return features.declaredType(attribute);
  }

  @Override
  public List<String> notes() {
    return features.notes();
  }

  @Override
  public InputException problem(String wrong, String allowed) {
    return features.problem(wrong, allowed);
  }

  @Override
  public long skippedRows() {
    return features.skippedRows() + skipped;
  }

  @Override
  public Map<String, Long> leftOut() {
    return features.leftOut();
  }

  @Override
  public void close() {
    features.close();
  }
}

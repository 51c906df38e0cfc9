package org.flashgrove.sidecar;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.flashgrove.access.filter.Filter;
import org.flashgrove.core.geometry.GeometryTest;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.row.RowFile;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Geometry;

/**
 * Cursor over the features of an indexed file that match a query. A new cursor is before the first
 * feature. Not safe for use by several threads.
 */
public final class FeatureMatches implements AutoCloseable {
  private final FeatureCursor features;
  private final @Nullable GeometryTest test;
  private final @Nullable FeatureFilter filter;
  private final long[] candidates;
  private final boolean haveGeometry;
  private int read;

  /**
   * Opens a cursor.
   *
   * @param candidates ascending numbers of the rows that may match
   * @param haveGeometry whether all of these rows have a geometry
   * @param attributes names of the attributes to read; null for all
   */
  FeatureMatches(
      RowFile rows,
      @Nullable GeometryTest test,
      @Nullable Filter filter,
      long[] candidates,
      boolean haveGeometry,
      @Nullable Set<String> attributes) {
    this.haveGeometry = haveGeometry;
    this.test = test;
    this.candidates = candidates;
    features = open(rows, filter, candidates, attributes);
    boolean isOpen = false;
    try {
      this.filter = filter == null ? null : new FeatureFilter(filter, features);
      isOpen = true;
    } finally {
      if (!isOpen) {
        features.close();
      }
    }
  }

  private static FeatureCursor open(
      RowFile rows, @Nullable Filter filter, long[] candidates, @Nullable Set<String> attributes) {
    if (attributes == null) {
      return rows.rows(candidates);
    }
    Set<String> all = new HashSet<>(attributes);
    if (filter != null) {
      all.addAll(filter.attributes());
    }
    return rows.rows(candidates, all);
  }

  /**
   * Moves to the next feature.
   *
   * @return false at the end
   * @throws org.flashgrove.core.geometry.UnansweredGeometryException if no algorithm can evaluate a
   *     geometry
   * @throws org.flashgrove.datasets.InputException if a page of the file is damaged or changed
   */
  public boolean next() {
    while (read < candidates.length) {
      requireNext(features, haveGeometry);
      read++;
      if ((test == null || RunTest.matches(test, features.geometry()))
          && (filter == null || filter.passes(features))) {
        return true;
      }
    }
    return false;
  }

  /** Returns the current feature. */
  public IndexedFeature feature() {
    return IndexedFeature.of(row(), features);
  }

  /** Returns the row number of the current feature. */
  long row() {
    return candidates[read - 1];
  }

  /** Returns a reader of attributes of these features. */
  AttributeValues values(Set<String> names) {
    return new AttributeValues(names, features);
  }

  /** Returns the first of some attributes of the current feature. */
  @Nullable Object value(AttributeValues values) {
    return values.valueOf(features, 0);
  }

  /** Returns the id of the current feature. */
  public long id() {
    return features.id();
  }

  /** Returns the geometry of the current feature. Returns null if it has none. */
  public @Nullable Geometry geometry() {
    return features.geometry();
  }

  /**
   * Returns an attribute of the current feature. Returns null if the feature does not have it, or
   * if the cursor does not read it.
   *
   * @param attribute index in {@link FileIndex#attributeNames}
   */
  public @Nullable Object value(int attribute) {
    return features.attribute(attribute);
  }

  /** Passes all remaining features to a consumer. Returns their number. */
  long forEach(Consumer<IndexedFeature> consumer) {
    long count = 0;
    while (next()) {
      count++;
      consumer.accept(feature());
    }
    return count;
  }

  /** Returns the number of remaining features. */
  long count() {
    long count = 0;
    while (next()) {
      count++;
    }
    return count;
  }

  static void requireNext(FeatureCursor features, boolean hasGeometry) {
    if (!features.next()) {
      throw new IllegalStateException("a row of the index is not in the file");
    }
    if (hasGeometry && features.geometry() == null) {
      throw features.problem(
          "has no geometry, but is in the index", "an index that matches the file");
    }
  }

  @Override
  public void close() {
    features.close();
  }
}

package org.flashgrove.geotools;

import java.io.IOException;
import java.util.HashSet;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.stream.Collectors;
import org.geotools.api.data.FeatureReader;
import org.geotools.api.feature.simple.SimpleFeature;
import org.geotools.api.feature.simple.SimpleFeatureType;
import org.geotools.api.filter.And;
import org.geotools.api.filter.Filter;
import org.geotools.api.filter.Id;
import org.geotools.filter.FilterAttributeExtractor;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/**
 * Reads the features that pass a filter, in the state that a transaction sees. The reader first
 * returns committed features with the transaction's changes, without the features that the
 * transaction removed. Then it returns the features that the transaction added.
 */
final class PendingFeatureReader implements FeatureReader<SimpleFeatureType, SimpleFeature> {
  private final FeatureTable table;
  private final TableFeatureReader committed;
  private final PendingChanges changes;
  private final Filter filter;
  private final Envelope window;

  /**
   * Names of the attributes on which the filter depends. Null if it may depend on any attribute.
   */
  private final Set<String> deciding;

  private final Iterator<FeatureChange> changed;
  private final Iterator<SimpleFeature> added;

  /** Ids of changed features whose committed version passed the filter. */
  private final Set<String> seen = new HashSet<>();

  private SimpleFeature next;
  private boolean closed;

  /**
   * Creates a reader.
   *
   * @param committed committed features that pass the filter, with all attributes
   * @param plan plan for the evaluation of the filter
   */
  PendingFeatureReader(
      FeatureTable table,
      TableFeatureReader committed,
      PendingChanges changes,
      QueryPlan plan,
      Filter filter) {
    this.table = table;
    this.committed = committed;
    this.changes = changes;
    this.filter = filter;
    window = plan.split().window();
    deciding = attributesOf(filter, table.type());
    Set<String> ids = idsOf(filter);
    boolean isByWindow = ids == null && window != null;
    changed =
        (isByWindow && Set.of(geometry()).equals(deciding)
                ? changes.changesIn(window, geometry())
                : changes.changes(ids))
            .iterator();
    added = (isByWindow ? changes.addedIn(window) : changes.added(ids)).iterator();
  }

  /**
   * Returns a set of ids that contains the id of every feature that passes a filter. Returns null
   * if no such set is known.
   */
  private static Set<String> idsOf(Filter filter) {
    if (filter instanceof Id id) {
      return id.getIDs().stream().map(Object::toString).collect(Collectors.toSet());
    }
    if (filter instanceof And and) {
      for (Filter each : and.getChildren()) {
        Set<String> ids = idsOf(each);
        if (ids != null) {
          return ids;
        }
      }
    }
    return filter.equals(Filter.EXCLUDE) ? Set.of() : null;
  }

  private static Set<String> attributesOf(Filter filter, SimpleFeatureType type) {
    FilterAttributeExtractor extractor = new FilterAttributeExtractor();
    filter.accept(extractor, null);
    Set<String> names = new HashSet<>();
    extractor.getPropertyNameSet().forEach(each -> names.add(each.getPropertyName()));
    boolean areKnown =
        !extractor.isUsingDynamincProperties()
            && names.stream().allMatch(each -> type.getDescriptor(each) != null);
    return areKnown ? names : null;
  }

  @Override
  public SimpleFeatureType getFeatureType() {
    return table.type();
  }

  @Override
  public boolean hasNext() throws IOException {
    while (next == null && !closed) {
      SimpleFeature candidate;
      if (committed.hasNext()) {
        candidate = ofCommitted(committed.next());
      } else if (changed.hasNext()) {
        candidate = ofChanged(changed.next());
      } else if (added.hasNext()) {
        candidate = ofAdded(added.next());
      } else {
        return false;
      }
      next = candidate;
    }
    return next != null;
  }

  /**
   * Returns a committed feature with the transaction's change. Returns null if the feature was
   * removed, or if it does not pass the filter after the change.
   */
  private SimpleFeature ofCommitted(SimpleFeature feature) {
    FeatureChange change = changes.changeOf(feature.getID());
    if (change != null) {
      seen.add(feature.getID());
      return passing(change.applied(feature));
    }
    return changes.isRemoved(feature.getID()) ? null : feature;
  }

  /**
   * Returns a changed feature if it passes the filter after the change, and its committed version
   * did not. Returns null otherwise.
   */
  private SimpleFeature ofChanged(FeatureChange change) throws IOException {
    boolean mayPass = deciding == null || change.attributes().stream().anyMatch(deciding::contains);
    if (!mayPass || seen.contains(change.id()) || isOutside(change)) {
      return null;
    }
    SimpleFeature feature = committed.find(change.id());
    return feature == null ? null : passing(change.applied(feature));
  }

  private boolean isOutside(FeatureChange change) {
    if (window == null) {
      return false;
    }
    return change.attributes().contains(geometry())
        && isOutside((Geometry) change.value(geometry()));
  }

  private String geometry() {
    return table.type().getGeometryDescriptor().getLocalName();
  }

  private boolean isOutside(Geometry geometry) {
    return geometry == null || !window.intersects(geometry.getEnvelopeInternal());
  }

  private SimpleFeature ofAdded(SimpleFeature feature) {
    boolean isOutside = window != null && isOutside((Geometry) feature.getDefaultGeometry());
    return isOutside ? null : passing(EditedFeature.of(table.ofThisType(feature)));
  }

  private SimpleFeature passing(SimpleFeature feature) {
    return filter.evaluate(feature) ? feature : null;
  }

  @Override
  public SimpleFeature next() throws IOException {
    if (!hasNext()) {
      throw new NoSuchElementException(
          table.type().getTypeName() + ": no further feature; call hasNext() first");
    }
    SimpleFeature feature = next;
    next = null;
    return feature;
  }

  @Override
  public void close() {
    closed = true;
    next = null;
    committed.close();
  }
}

package org.flashgrove.geotools;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.geotools.api.feature.simple.SimpleFeature;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/**
 * Uncommitted changes of a transaction to features of one type. A feature is either added, changed
 * or removed, except that a feature may be removed and added again. Safe for use by several
 * threads.
 */
final class PendingChanges implements TableFeatureWriter.Changes {
  private final Map<String, SimpleFeature> added = new LinkedHashMap<>();
  private final Map<String, FeatureChange> changed = new LinkedHashMap<>();
  private final Set<String> removed = new LinkedHashSet<>();

  /** Index of the added features. Null before the first window query of many features. */
  private PendingPlaces addedPlaces;

  /**
   * Index of the changed features whose change contains {@link #geometry}. Null before the first
   * window query of many changes.
   */
  private PendingPlaces changedPlaces;

  private String geometry;

  synchronized boolean isEmpty() {
    return added.isEmpty() && changed.isEmpty() && removed.isEmpty();
  }

  synchronized void clear() {
    added.clear();
    changed.clear();
    removed.clear();
    addedPlaces = null;
    changedPlaces = null;
  }

  @Override
  public synchronized void add(SimpleFeature feature) throws IOException {
    String id = feature.getID();
    SimpleFeature copy = EditedFeature.of(feature);
    if (changed.containsKey(id) || added.putIfAbsent(id, copy) != null) {
      throw FeatureBatch.alreadyExists(id);
    }
    placeAdded(copy);
  }

  @Override
  public synchronized void modify(FeatureChange change) {
    SimpleFeature fresh = added.get(change.id());
    if (fresh != null) {
      SimpleFeature applied = change.applied(fresh);
      added.put(change.id(), applied);
      placeAdded(applied);
    } else if (!removed.contains(change.id())) {
      placeChanged(changed.merge(change.id(), change, FeatureChange::then));
    }
  }

  @Override
  public synchronized void remove(String id) {
    if (added.remove(id) != null) {
      remove(id, addedPlaces);
    } else {
      changed.remove(id);
      remove(id, changedPlaces);
      removed.add(id);
    }
  }

  private static void remove(String id, PendingPlaces places) {
    if (places != null) {
      places.remove(id);
    }
  }

  private void placeAdded(SimpleFeature feature) {
    if (addedPlaces != null) {
      addedPlaces.put(feature.getID(), (Geometry) feature.getDefaultGeometry());
    }
  }

  private void placeChanged(FeatureChange change) {
    if (changedPlaces != null && change.attributes().contains(geometry)) {
      changedPlaces.put(change.id(), (Geometry) change.value(geometry));
    }
  }

  /** Returns the change of a feature, or null if there is none. */
  synchronized FeatureChange changeOf(String id) {
    return changed.get(id);
  }

  synchronized boolean isRemoved(String id) {
    return removed.contains(id);
  }

  /**
   * Returns the changes of features that this transaction did not add.
   *
   * @param ids ids of the features to return, or null for all
   */
  synchronized List<FeatureChange> changes(Set<String> ids) {
    return some(changed, ids);
  }

  /**
   * Returns the added features in the order in which they were added.
   *
   * @param ids ids of the features to return, or null for all
   */
  synchronized List<SimpleFeature> added(Set<String> ids) {
    return some(added, ids);
  }

  /**
   * Returns the added features whose bounds intersect a window, and possibly others, in the order
   * in which they were added. A feature that got its geometry later comes later.
   */
  synchronized List<SimpleFeature> addedIn(Envelope window) {
    if (addedPlaces == null) {
      if (added.size() <= PendingPlaces.MOST_LISTED) {
        return added(null);
      }
      addedPlaces = new PendingPlaces();
      added.values().forEach(this::placeAdded);
    }
    return addedPlaces.in(window).stream().map(added::get).toList();
  }

  /**
   * Returns the changes after which the bounds of the geometry intersect a window, and possibly
   * others. Does not return all changes that leave the geometry unchanged.
   *
   * @param attribute name of the attribute that is the geometry
   */
  synchronized List<FeatureChange> changesIn(Envelope window, String attribute) {
    if (changedPlaces == null || !attribute.equals(geometry)) {
      if (changed.size() <= PendingPlaces.MOST_LISTED) {
        return changes(null);
      }
      geometry = attribute;
      changedPlaces = new PendingPlaces();
      changed.values().forEach(this::placeChanged);
    }
    return changedPlaces.in(window).stream().map(changed::get).toList();
  }

  private static <T> List<T> some(Map<String, T> map, Set<String> ids) {
    if (ids == null) {
      return new ArrayList<>(map.values());
    }
    Map<String, T> some = new HashMap<>();
    for (String id : ids) {
      T found = map.get(id);
      if (found != null) {
        some.put(id, found);
      }
    }
    return new ArrayList<>(some.values());
  }

  /** Commits a batch. */
  interface Commit {
    void run() throws IOException;
  }

  /**
   * Applies the changes to a batch, commits it, and clears the changes. Concurrent changes of other
   * threads wait and are not lost. If the commit fails, all changes are kept.
   */
  synchronized void commit(FeatureBatch batch, Commit commit) throws IOException {
    for (String id : removed) {
      batch.remove(id);
    }
    for (FeatureChange each : changed.values()) {
      batch.modify(each);
    }
    for (SimpleFeature each : added.values()) {
      batch.add(each);
    }
    commit.run();
    clear();
  }
}

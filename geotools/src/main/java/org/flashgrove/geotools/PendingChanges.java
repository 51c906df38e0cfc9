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

/**
 * Uncommitted changes of a transaction to features of one type. A feature is either added, changed
 * or removed, except that a feature may be removed and added again. Safe for use by several
 * threads.
 */
final class PendingChanges implements TableFeatureWriter.Changes {
  private final Map<String, SimpleFeature> added = new LinkedHashMap<>();
  private final Map<String, FeatureChange> changed = new LinkedHashMap<>();
  private final Set<String> removed = new LinkedHashSet<>();

  synchronized boolean isEmpty() {
    return added.isEmpty() && changed.isEmpty() && removed.isEmpty();
  }

  synchronized void clear() {
    added.clear();
    changed.clear();
    removed.clear();
  }

  @Override
  public synchronized void add(SimpleFeature feature) throws IOException {
    String id = feature.getID();
    if (changed.containsKey(id) || added.putIfAbsent(id, EditedFeature.of(feature)) != null) {
      throw FeatureBatch.alreadyExists(id);
    }
  }

  @Override
  public synchronized void modify(FeatureChange change) {
    SimpleFeature fresh = added.get(change.id());
    if (fresh != null) {
      added.put(change.id(), change.applied(fresh));
    } else if (!removed.contains(change.id())) {
      changed.merge(change.id(), change, FeatureChange::then);
    }
  }

  @Override
  public synchronized void remove(String id) {
    if (added.remove(id) == null) {
      changed.remove(id);
      removed.add(id);
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

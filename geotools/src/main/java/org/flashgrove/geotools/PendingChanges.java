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
 * Changes of the features of one type that wait for the commit of their transaction. A feature is
 * added, changed or removed, never two of these; a feature that is removed and added again is both
 * removed and added. For any number of threads.
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

  /** Returns the change of a feature, or null. */
  synchronized FeatureChange changeOf(String id) {
    return changed.get(id);
  }

  synchronized boolean isRemoved(String id) {
    return removed.contains(id);
  }

  /** Returns the changes of features that were not added here: of all, or of some ids. */
  synchronized List<FeatureChange> changes(Set<String> ids) {
    return some(changed, ids);
  }

  /** Returns the features that were added, in that order: all, or those of some ids. */
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

  /** The commit of a batch. */
  interface Commit {
    void run() throws IOException;
  }

  /**
   * Makes the changes in a batch, has it committed, and forgets them: a change that another thread
   * makes meanwhile waits, and is not forgotten. If the commit fails, all changes are kept.
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

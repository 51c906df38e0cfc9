package org.flashgrove.geotools;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.index.hprtree.HPRtree;

/**
 * Spatial index of the uncommitted features of a transaction, by id. New entries are in a list. A
 * full list becomes a packed R-tree, and the index merges R-trees of the same level, so the number
 * of R-trees is logarithmic (Bentley and Saxe, Decomposable searching problems I, 1980). R-trees
 * keep the entries of moved and removed features until they are merged, and queries skip these
 * entries. Not thread-safe.
 */
final class PendingPlaces {
  /** Maximum number of entries in the list, which queries scan. */
  static final int MOST_LISTED = 256;

  /** Entry of a feature. Features of higher numbers were put later. */
  private record Place(String id, long number, Envelope envelope) {}

  /** Packed R-tree with its entries. */
  private record Level(List<Place> places, HPRtree tree) {
    static Level of(List<Place> places) {
      HPRtree tree = new HPRtree();
      places.forEach(each -> tree.insert(each.envelope, each));
      return new Level(places, tree);
    }
  }

  private final Map<String, Place> places = new HashMap<>();

  /** Entries of features that every window may contain. */
  private final Map<String, Place> everywhere = new LinkedHashMap<>();

  private List<Place> listed = new ArrayList<>();

  /** R-trees by their levels. A level without an R-tree is null. */
  private final List<Level> levels = new ArrayList<>();

  private long puts;

  /**
   * Adds a feature, or replaces its geometry. A feature keeps its place in the order, unless its
   * geometry was null or empty.
   *
   * @param geometry geometry, or null if no window contains the feature
   */
  void put(String id, Geometry geometry) {
    long number = removed(id);
    if (geometry == null || geometry.isEmpty()) {
      return;
    }
    Envelope envelope = geometry.getEnvelopeInternal();
    Place place = new Place(id, number, envelope);
    if (!Double.isFinite(envelope.getWidth()) || !Double.isFinite(envelope.getHeight())) {
      everywhere.put(id, place);
      return;
    }
    places.put(id, place);
    listed.add(place);
    if (listed.size() == MOST_LISTED) {
      merge();
    }
  }

  /** Removes a feature, if it has a place. */
  void remove(String id) {
    places.remove(id);
    everywhere.remove(id);
  }

  /** Removes a feature. Returns its number, or a new one if the feature has no place. */
  private long removed(String id) {
    Place one = places.remove(id);
    Place other = everywhere.remove(id);
    return one != null ? one.number : other != null ? other.number : puts++;
  }

  /** Moves the listed entries to an R-tree, together with the R-trees of the lowest levels. */
  private void merge() {
    List<Place> merged = listed;
    listed = new ArrayList<>();
    int level = 0;
    for (; level < levels.size() && levels.get(level) != null; level++) {
      merged.addAll(levels.set(level, null).places);
    }
    merged.removeIf(each -> !isCurrent(each));
    if (level == levels.size()) {
      levels.add(null);
    }
    levels.set(level, Level.of(merged));
  }

  private boolean isCurrent(Place place) {
    return places.get(place.id) == place;
  }

  /**
   * Returns the ids of the features whose bounds intersect a window, and of features whose bounds
   * are infinite, in order.
   */
  List<String> in(Envelope window) {
    List<Place> found = new ArrayList<>(everywhere.values());
    Consumer<Place> add =
        place -> {
          if (window.intersects(place.envelope) && isCurrent(place)) {
            found.add(place);
          }
        };
    listed.forEach(add);
    for (Level each : levels) {
      if (each != null) {
        each.tree.query(window, place -> add.accept((Place) place));
      }
    }
    found.sort(Comparator.comparingLong(Place::number));
    return found.stream().map(Place::id).toList();
  }
}

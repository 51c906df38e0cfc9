package org.flashgrove.geotools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.geotools.api.feature.simple.SimpleFeature;
import org.geotools.api.feature.simple.SimpleFeatureType;
import org.geotools.data.DataUtilities;
import org.geotools.feature.simple.SimpleFeatureBuilder;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.Point;

/** In a transaction with many changes, a window finds only the changes inside of it. */
class PendingChangesTest {
  private static final int MANY = 4 * PendingPlaces.MOST_LISTED;
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();

  private final PendingChanges changes = new PendingChanges();
  private final SimpleFeatureType type = DataUtilities.createType("points", "geom:Point,number:0");

  PendingChangesTest() throws Exception {}

  private static Point point(int x) {
    return GEOMETRIES.createPoint(new Coordinate(x, 0));
  }

  /** Returns a window with the points of the numbers {@code from} to {@code to}. */
  private static Envelope window(int from, int to) {
    return new Envelope(from, to, 0, 0);
  }

  private void add(String prefix, int count) throws IOException {
    for (int i = 0; i < count; i++) {
      changes.add(SimpleFeatureBuilder.build(type, new Object[] {point(i), i}, prefix + i));
    }
  }

  private void change(String prefix, int count, String attribute) {
    for (int i = 0; i < count; i++) {
      Object value = attribute.equals("geom") ? point(i) : i;
      changes.modify(new FeatureChange(prefix + i, Map.of(attribute, value), null));
    }
  }

  private List<String> addedIn(Envelope window) {
    return changes.addedIn(window).stream().map(SimpleFeature::getID).toList();
  }

  private List<String> changedIn(Envelope window) {
    return changes.changesIn(window, "geom").stream().map(FeatureChange::id).toList();
  }

  @Test
  void addedFeatures() throws Exception {
    add("a", MANY);
    assertThat(addedIn(window(700, 702))).containsExactly("a700", "a701", "a702");
    changes.remove("a701");
    changes.modify(new FeatureChange("a3", Map.of("geom", point(701)), null));
    assertThat(addedIn(window(700, 702))).containsExactly("a3", "a700", "a702");
  }

  @Test
  void changedFeatures() {
    change("c", MANY, "geom");
    assertThat(changedIn(window(700, 702))).containsExactly("c700", "c701", "c702");
    changes.remove("c701");
    changes.modify(new FeatureChange("c3", Map.of("geom", point(701)), null));
    assertThat(changedIn(window(700, 702))).containsExactly("c3", "c700", "c702");
  }

  @Test
  void changesOfOtherAttributesHaveNoPlace() {
    change("c", MANY, "number");
    change("d", 1, "geom");
    assertThat(changedIn(window(-1, MANY))).containsExactly("d0");
  }

  @Test
  void featuresOfAnEndedTransactionAreDropped() throws Exception {
    add("a", MANY);
    change("c", MANY, "geom");
    assertThat(addedIn(window(0, 1))).containsExactly("a0", "a1");
    assertThat(changedIn(window(0, 1))).containsExactly("c0", "c1");
    changes.clear();
    add("b", MANY);
    change("d", MANY, "geom");
    assertThat(addedIn(window(0, 1))).containsExactly("b0", "b1");
    assertThat(changedIn(window(0, 1))).containsExactly("d0", "d1");
  }
}

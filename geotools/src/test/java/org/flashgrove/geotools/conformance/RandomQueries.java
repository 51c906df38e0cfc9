package org.flashgrove.geotools.conformance;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.geotools.api.data.Query;
import org.geotools.api.feature.simple.SimpleFeature;
import org.geotools.api.feature.simple.SimpleFeatureType;
import org.geotools.api.filter.Filter;
import org.geotools.api.filter.FilterFactory;
import org.geotools.api.filter.expression.Expression;
import org.geotools.api.filter.expression.Literal;
import org.geotools.api.filter.expression.PropertyName;
import org.geotools.api.filter.identity.FeatureId;
import org.geotools.api.filter.sort.SortBy;
import org.geotools.api.filter.sort.SortOrder;
import org.geotools.factory.CommonFactoryFinder;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Random queries of features: filters of all kinds, order, limit, offset and attributes. */
final class RandomQueries {
  private static final FilterFactory FILTERS = CommonFactoryFinder.getFilterFactory();
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();

  private final SimpleFeatureType type;
  private final List<SimpleFeature> features;
  private final Envelope bounds = new Envelope();
  private final Random random;

  /**
   * Creates them.
   *
   * @param features whose values literals are often taken from
   */
  RandomQueries(SimpleFeatureType type, List<SimpleFeature> features, Random random) {
    this.type = type;
    this.features = features;
    this.random = random;
    for (SimpleFeature each : features) {
      if (each.getDefaultGeometry() instanceof Geometry geometry) {
        bounds.expandToInclude(geometry.getEnvelopeInternal());
      }
    }
  }

  Query next() {
    Query query = new Query(type.getTypeName(), filter(3));
    if (random.nextInt(3) == 0) {
      query.setMaxFeatures(random.nextInt(20));
    }
    if (random.nextInt(4) == 0) {
      query.setStartIndex(random.nextInt(10));
    }
    if (random.nextInt(3) == 0) {
      query.setSortBy(order());
    }
    if (random.nextInt(3) == 0) {
      query.setPropertyNames(someAttributes());
    }
    return query;
  }

  private SortBy[] order() {
    List<SortBy> order = new ArrayList<>();
    if (random.nextInt(4) == 0) {
      order.add(random.nextBoolean() ? SortBy.NATURAL_ORDER : SortBy.REVERSE_ORDER);
    } else {
      for (int i = random.nextInt(2); i >= 0; i--) {
        String attribute = attribute();
        if (Comparable.class.isAssignableFrom(binding(attribute))
            && !Geometry.class.isAssignableFrom(binding(attribute))) {
          boolean ascending = random.nextBoolean();
          order.add(
              FILTERS.sort(attribute, ascending ? SortOrder.ASCENDING : SortOrder.DESCENDING));
        }
      }
    }
    return order.isEmpty() ? null : order.toArray(SortBy[]::new);
  }

  private String[] someAttributes() {
    Set<String> names = new HashSet<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      names.add(attribute());
    }
    return type.getAttributeDescriptors().stream()
        .map(each -> each.getLocalName())
        .filter(names::contains)
        .toArray(String[]::new);
  }

  /** Returns a filter. */
  Filter filter(int depth) {
    if (depth > 0) {
      switch (random.nextInt(7)) {
        case 0:
          return FILTERS.and(filter(depth - 1), filter(depth - 1));
        case 1:
          return FILTERS.or(filter(depth - 1), filter(depth - 1));
        case 2:
          return FILTERS.not(filter(depth - 1));
        default:
      }
    }
    return switch (random.nextInt(12)) {
      case 0 -> random.nextInt(3) == 0 ? Filter.EXCLUDE : Filter.INCLUDE;
      case 1 -> ids();
      case 2, 3, 4, 5 -> spatial();
      case 6 -> FILTERS.isNull(FILTERS.property(attribute()));
      case 7 -> like();
      case 8 -> function();
      default -> comparison();
    };
  }

  private Filter ids() {
    Set<FeatureId> ids = new HashSet<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      ids.add(
          FILTERS.featureId(
              random.nextInt(4) == 0
                  ? type.getTypeName() + "." + random.nextInt(100_000)
                  : feature().getID()));
    }
    return FILTERS.id(ids);
  }

  private SimpleFeature feature() {
    return features.get(random.nextInt(features.size()));
  }

  private Filter spatial() {
    PropertyName property = FILTERS.property(geometryName());
    Geometry geometry = random.nextInt(3) == 0 ? geometryOfOne() : window();
    Literal literal = FILTERS.literal(geometry);
    return switch (random.nextInt(11)) {
      case 0, 1, 2 -> {
        Envelope box = geometry.getEnvelopeInternal();
        yield FILTERS.bbox(
            property, box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY(), null);
      }
      case 3 ->
          random.nextBoolean()
              ? FILTERS.intersects(property, literal)
              : FILTERS.intersects(literal, property);
      case 4 ->
          random.nextBoolean()
              ? FILTERS.within(property, literal)
              : FILTERS.within(literal, property);
      case 5 ->
          random.nextBoolean()
              ? FILTERS.contains(property, literal)
              : FILTERS.contains(literal, property);
      case 6 -> FILTERS.touches(property, literal);
      case 7 -> FILTERS.overlaps(property, literal);
      case 8 -> FILTERS.disjoint(property, literal);
      case 9 -> FILTERS.equal(property, literal);
      default -> FILTERS.dwithin(property, literal, random.nextInt(20) * extent() / 100, "");
    };
  }

  private String geometryName() {
    List<String> names = new ArrayList<>();
    type.getAttributeDescriptors()
        .forEach(
            each -> {
              if (Geometry.class.isAssignableFrom(each.getType().getBinding())) {
                names.add(each.getLocalName());
              }
            });
    String first = type.getGeometryDescriptor().getLocalName();
    return switch (random.nextInt(6)) {
      case 0 -> names.get(random.nextInt(names.size()));
      case 1 -> "";
      default -> first;
    };
  }

  private double extent() {
    return Math.max(bounds.getWidth(), bounds.getHeight());
  }

  private Geometry geometryOfOne() {
    Object geometry = feature().getDefaultGeometry();
    return geometry == null ? window() : (Geometry) geometry;
  }

  private Geometry window() {
    double width = bounds.getWidth() * random.nextInt(40) / 100;
    double height = bounds.getHeight() * random.nextInt(40) / 100;
    double x = bounds.getMinX() + bounds.getWidth() * random.nextInt(100) / 100;
    double y = bounds.getMinY() + bounds.getHeight() * random.nextInt(100) / 100;
    boolean flat = random.nextInt(10) != 0 && (width == 0 || height == 0);
    return GEOMETRIES.toGeometry(
        new Envelope(x, x + (flat ? extent() / 9 : width), y, y + (flat ? extent() / 9 : height)));
  }

  private String attribute() {
    return type.getDescriptor(random.nextInt(type.getAttributeCount())).getLocalName();
  }

  private Class<?> binding(String attribute) {
    return type.getDescriptor(attribute).getType().getBinding();
  }

  private Literal literal(String attribute) {
    Object value = random.nextInt(10) == 0 ? null : feature().getAttribute(attribute);
    if (value instanceof Integer number && random.nextInt(4) == 0) {
      return FILTERS.literal(String.valueOf(number)); // 0.5 means 0 to a reader, not to a visitor
    }
    return FILTERS.literal(value);
  }

  private Filter comparison() {
    String attribute = attribute();
    if (Geometry.class.isAssignableFrom(binding(attribute))) {
      return FILTERS.isNull(FILTERS.property(attribute));
    }
    Expression left = FILTERS.property(attribute);
    Expression right = literal(attribute);
    if (random.nextInt(4) == 0) {
      Expression turned = left;
      left = right;
      right = turned;
    }
    return switch (random.nextInt(7)) {
      case 0 -> FILTERS.equals(left, right);
      case 1 -> FILTERS.notEqual(left, right, random.nextBoolean());
      case 2 -> FILTERS.less(left, right);
      case 3 -> FILTERS.lessOrEqual(left, right);
      case 4 -> FILTERS.greater(left, right);
      case 5 -> FILTERS.greaterOrEqual(left, right);
      default -> between(attribute);
    };
  }

  /** Bounds that are null make GeoTools fail. */
  private Filter between(String attribute) {
    Literal least = literal(attribute);
    Literal greatest = literal(attribute);
    return least.getValue() == null || greatest.getValue() == null
        ? FILTERS.isNull(FILTERS.property(attribute))
        : FILTERS.between(FILTERS.property(attribute), least, greatest);
  }

  private Filter like() {
    String[] patterns = {"%a%", "o_k", "O%", "%", "a\\%b", "_", "%e", ""};
    return FILTERS.like(
        FILTERS.property(attribute()),
        patterns[random.nextInt(patterns.length)],
        "%",
        "_",
        "\\",
        random.nextBoolean());
  }

  private Filter function() {
    return FILTERS.greater(
        FILTERS.function("strLength", FILTERS.property(attribute())),
        FILTERS.literal(random.nextInt(6)));
  }
}

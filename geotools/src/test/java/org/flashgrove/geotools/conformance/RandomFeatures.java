package org.flashgrove.geotools.conformance;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.geotools.api.feature.simple.SimpleFeature;
import org.geotools.api.feature.simple.SimpleFeatureType;
import org.geotools.feature.simple.SimpleFeatureBuilder;
import org.geotools.feature.simple.SimpleFeatureTypeBuilder;
import org.geotools.referencing.crs.DefaultEngineeringCRS;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.LineString;
import org.locationtech.jts.geom.Polygon;

/** Made features with attributes of many classes, a fifth of the values null. */
public final class RandomFeatures {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();
  private static final String[] WORDS = {
    "oak",
    "Oak",
    "elm",
    "ash tree",
    "a%b",
    "a_b",
    "",
    "pi\u00f1a",
    "line\nend",
    "x",
    "\u00e9t\u00e9"
  };

  private RandomFeatures() {}

  /** Returns the type of the features: geometries of all kinds and a point beside. */
  public static SimpleFeatureType type(String name) {
    SimpleFeatureTypeBuilder type = new SimpleFeatureTypeBuilder();
    type.setName(name);
    type.add("geom", Geometry.class, DefaultEngineeringCRS.CARTESIAN_2D);
    type.setDefaultGeometry("geom");
    type.add("name", String.class);
    type.add("number", Integer.class);
    type.add("big", Long.class);
    type.add("height", Double.class);
    type.add("flag", Boolean.class);
    type.add("price", BigDecimal.class);
    type.add("small", Short.class);
    type.add("ratio", Float.class);
    type.add("day", LocalDate.class);
    type.add("moment", Instant.class);
    type.add("changed", Date.class);
    type.add("token", UUID.class);
    type.add("label", org.locationtech.jts.geom.Point.class, DefaultEngineeringCRS.CARTESIAN_2D);
    return type.buildFeatureType();
  }

  /** Returns features with ids {@code TYPE.1} and so on, every tenth with one of another form. */
  public static List<SimpleFeature> some(SimpleFeatureType type, int count, Random random) {
    List<SimpleFeature> features = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      String id = i % 10 == 0 ? "way/" + i : type.getTypeName() + "." + i;
      features.add(one(type, id, random));
    }
    return features;
  }

  /** Returns one feature. */
  public static SimpleFeature one(SimpleFeatureType type, String id, Random random) {
    Object[] values = new Object[type.getAttributeCount()];
    for (int i = 0; i < values.length; i++) {
      values[i] =
          random.nextInt(5) == 0
              ? null
              : value(type.getDescriptor(i).getType().getBinding(), random);
    }
    return SimpleFeatureBuilder.build(type, values, id);
  }

  /** Returns a value of a class, from so few that some are equal. */
  public static Object value(Class<?> binding, Random random) {
    if (binding == String.class) {
      return WORDS[random.nextInt(WORDS.length)];
    }
    if (binding == Integer.class) {
      return random.nextInt(20) - 10;
    }
    if (binding == Long.class) {
      return (random.nextInt(10) - 5) * 10_000_000_000L;
    }
    if (binding == Double.class) {
      double[] some = {0.0, -0.0, 1.5, -2.25, 1e300, 0.1, Double.NaN};
      return random.nextInt(3) == 0 ? some[random.nextInt(some.length)] : random.nextInt(10) / 4.0;
    }
    if (binding == Boolean.class) {
      return random.nextBoolean();
    }
    if (binding == BigDecimal.class) {
      return BigDecimal.valueOf(random.nextInt(100), 1 + random.nextInt(2));
    }
    if (binding == Short.class) {
      return (short) (random.nextInt(7) - 3);
    }
    if (binding == Float.class) {
      return random.nextInt(9) / 8f;
    }
    if (binding == LocalDate.class) {
      return LocalDate.of(2020, 1, 1).plusDays(random.nextInt(10));
    }
    if (binding == Instant.class) {
      return Instant.ofEpochSecond(random.nextInt(10) * 1000L, random.nextInt(2));
    }
    if (binding == Date.class) {
      return new Date(random.nextInt(10) * 86_400_000L);
    }
    if (binding == UUID.class) {
      return new UUID(random.nextInt(4), random.nextInt(4));
    }
    if (binding == org.locationtech.jts.geom.Point.class) {
      return GEOMETRIES.createPoint(near(random));
    }
    if (Geometry.class.isAssignableFrom(binding)) {
      return geometry(random);
    }
    throw new IllegalArgumentException("no values of " + binding);
  }

  private static Coordinate near(Random random) {
    return new Coordinate(random.nextInt(101), random.nextInt(101));
  }

  /** Returns a point, a line, a triangle or a rectangle, on a grid, so that some of them touch. */
  public static Geometry geometry(Random random) {
    Coordinate a = near(random);
    double width = 1 + random.nextInt(20);
    double height = 1 + random.nextInt(20);
    return switch (random.nextInt(5)) {
      case 0, 1 -> GEOMETRIES.createPoint(a);
      case 2 -> line(a, width, height);
      case 3 -> triangle(a, width, height);
      default -> GEOMETRIES.toGeometry(new Envelope(a.x, a.x + width, a.y, a.y + height));
    };
  }

  private static LineString line(Coordinate a, double width, double height) {
    return GEOMETRIES.createLineString(
        new Coordinate[] {a, new Coordinate(a.x + width, a.y), new Coordinate(a.x, a.y + height)});
  }

  private static Polygon triangle(Coordinate a, double width, double height) {
    Coordinate b = new Coordinate(a.x + width, a.y);
    Coordinate c = new Coordinate(a.x, a.y + height);
    return GEOMETRIES.createPolygon(new Coordinate[] {a, b, c, a});
  }
}

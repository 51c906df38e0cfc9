package org.flashgrove.geotools.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Instant;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.flashgrove.access.attribute.AttributeType;
import org.locationtech.jts.geom.Geometry;

/**
 * Mapping between a Java class of GeoTools and the type of a table's attribute.
 *
 * @param type type of the attribute
 * @param isSame whether GeoTools and the table use the same class, with the same equality and order
 * @param toTable converts a value of GeoTools to a value of the attribute
 * @param fromTable converts a value of the attribute to a value of GeoTools
 */
public record ValueMapping(
    AttributeType type,
    boolean isSame,
    Function<Object, Object> toTable,
    Function<Object, Object> fromTable) {
  private static final Map<Class<?>, ValueMapping> OF_CLASS = new LinkedHashMap<>();

  static {
    same(Boolean.class, AttributeType.BOOLEAN);
    same(Integer.class, AttributeType.INT);
    same(Long.class, AttributeType.LONG);
    same(Double.class, AttributeType.DOUBLE);
    same(BigDecimal.class, AttributeType.DECIMAL);
    same(String.class, AttributeType.STRING);
    same(LocalDate.class, AttributeType.DATE);
    same(Instant.class, AttributeType.INSTANT);
    same(UUID.class, AttributeType.UUID);
    map(byte[].class, AttributeType.BYTES, value -> value, value -> value);
    map(Byte.class, AttributeType.INT, Byte::intValue, (Integer value) -> value.byteValue());
    map(Short.class, AttributeType.INT, Short::intValue, (Integer value) -> value.shortValue());
    map(
        Float.class,
        AttributeType.DOUBLE,
        Float::doubleValue,
        (Double value) -> value.floatValue());
    map(BigInteger.class, AttributeType.DECIMAL, BigDecimal::new, BigDecimal::toBigInteger);
    map(Character.class, AttributeType.STRING, String::valueOf, (String value) -> value.charAt(0));
    map(URI.class, AttributeType.STRING, URI::toString, URI::create);
    map(java.sql.Date.class, AttributeType.LONG, java.sql.Date::getTime, java.sql.Date::new);
    map(java.sql.Time.class, AttributeType.LONG, java.sql.Time::getTime, java.sql.Time::new);
    map(
        java.sql.Timestamp.class,
        AttributeType.INSTANT,
        java.sql.Timestamp::toInstant,
        java.sql.Timestamp::from);
    map(java.util.Date.class, AttributeType.LONG, java.util.Date::getTime, java.util.Date::new);
  }

  private static void same(Class<?> binding, AttributeType type) {
    OF_CLASS.put(binding, new ValueMapping(type, true, value -> value, value -> value));
  }

  @SuppressWarnings("unchecked")
  private static <G, T> void map(
      Class<G> binding, AttributeType type, Function<G, T> toTable, Function<T, G> fromTable) {
    OF_CLASS.put(
        binding,
        new ValueMapping(
            type, false, value -> toTable.apply((G) value), value -> fromTable.apply((T) value)));
  }

  /**
   * Returns the mapping of a class.
   *
   * @throws IllegalArgumentException if the class is not supported; the message lists the supported
   *     classes
   */
  public static ValueMapping of(String attribute, Class<?> binding) {
    if (Geometry.class.isAssignableFrom(binding)) {
      return new ValueMapping(
          AttributeType.BYTES, false, GeometryBytes::write, GeometryBytes::read);
    }
    ValueMapping found = OF_CLASS.get(binding);
    if (found == null) {
      throw new IllegalArgumentException(
          "attribute '"
              + attribute
              + "' of "
              + binding.getName()
              + " (allowed: geometries, "
              + OF_CLASS.keySet().stream()
                  .map(Class::getSimpleName)
                  .collect(Collectors.joining(", "))
              + ")");
    }
    return found;
  }
}

package org.flashgrove.spark.function;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.functions.BoundFunction;
import org.apache.spark.sql.connector.catalog.functions.ScalarFunction;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.flashgrove.access.table.RecordGeometries;
import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.PlanarDistance;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.core.geometry.UnansweredGeometryException;
import org.flashgrove.spark.column.GeometryColumn;
import org.locationtech.jts.geom.Geometry;

/**
 * SQL functions of WKB geometries. Each returns null if an argument is null, or if no algorithm can
 * evaluate the arguments. Predicates have the same meaning as in JTS and Sedona. Distances are
 * planar, in units of the coordinates.
 */
public enum GeometryFunction implements UnboundFunction {
  /** Tests whether two geometries share a point. */
  ST_INTERSECTS(DataTypes.BooleanType, 2),
  /**
   * Tests whether the first geometry contains the second. This is the case if no point of the
   * second lies outside the first, and their interiors intersect.
   */
  ST_CONTAINS(DataTypes.BooleanType, 2),
  /** Tests whether the second geometry contains the first. */
  ST_WITHIN(DataTypes.BooleanType, 2),
  /** Tests whether the distance between the first two arguments is at most the third argument. */
  ST_DWITHIN(DataTypes.BooleanType, 3) {
    @Override
    Object of(Geometry one, SecondArgument other, double number) {
      return !one.isEmpty()
          && !other.geometry.isEmpty()
          && PlanarDistance.within(other.geometry, one, number);
    }
  },
  /** Returns the distance between two geometries, or null if one of them is empty. */
  ST_DISTANCE(DataTypes.DoubleType, 2) {
    @Override
    Object of(Geometry one, SecondArgument other, double number) {
      return one.isEmpty() || other.geometry.isEmpty()
          ? null
          : PlanarDistance.between(other.geometry, one);
    }
  };

  private static final String CATALOG = "flashgrove.";

  private final DataType result;
  private final int arguments;

  GeometryFunction(DataType result, int arguments) {
    this.result = result;
    this.arguments = arguments;
  }

  /**
   * Evaluates this predicate with the code that also evaluates queries of tables, so that both give
   * the same results.
   */
  Object of(Geometry one, SecondArgument other, double number) {
    return !one.isEmpty() && !other.geometry.isEmpty() && other.asked(this).matches(one);
  }

  /**
   * Second argument of a function, with a prepared query for it. Calls usually pass the same
   * constant, so the query is reused.
   */
  private static final class SecondArgument {
    private final byte[] bytes;
    private final Geometry geometry;
    private GeometryQuery query;

    SecondArgument(byte[] bytes, Geometry geometry) {
      this.bytes = bytes;
      this.geometry = geometry;
    }

    GeometryQuery asked(GeometryFunction function) {
      if (query == null) {
        query = new GeometryQuery(function.predicate(true), Semantics.OGC, geometry);
      }
      return query;
    }
  }

  /** Returns whether the function returns a number, instead of being a predicate. */
  public boolean resultsInNumber() {
    return result.equals(DataTypes.DoubleType);
  }

  /**
   * Returns the predicate with which an index evaluates this function, for a constant geometry and
   * the objects in the index.
   *
   * @param objectIsFirst whether the object is the first argument of the function
   * @throws IllegalStateException for functions that use distances
   */
  public Predicate predicate(boolean objectIsFirst) {
    return switch (this) {
      case ST_INTERSECTS -> Predicate.INTERSECTS;
      case ST_CONTAINS -> objectIsFirst ? Predicate.INSIDE : Predicate.CONTAINS;
      case ST_WITHIN -> objectIsFirst ? Predicate.CONTAINS : Predicate.INSIDE;
      default -> throw new IllegalStateException(name() + " is a function of distances");
    };
  }

  @Override
  public String description() {
    return name() + (arguments == 2 ? "(wkb, wkb)" : "(wkb, wkb, distance)");
  }

  /**
   * Returns the name under which Spark knows the function. This name does not depend on the name of
   * the catalog.
   */
  public String canonicalName() {
    return CATALOG + name().toLowerCase(Locale.ROOT);
  }

  /** Returns the function with this name in any case, or null if no function has the name. */
  public static GeometryFunction named(String name) {
    for (GeometryFunction each : values()) {
      if (each.name().equalsIgnoreCase(name)) {
        return each;
      }
    }
    return null;
  }

  /** Returns the function with a canonical name, or null if there is none. */
  public static GeometryFunction ofCanonicalName(String name) {
    return name.startsWith(CATALOG) ? named(name.substring(CATALOG.length())) : null;
  }

  /** Returns this function for arguments of Spark's binary type, which contain WKB. */
  public ScalarFunction<Object> scalar() {
    return new Bound(this);
  }

  @Override
  public BoundFunction bind(StructType types) {
    boolean fits = types.size() == arguments;
    for (int i = 0; i < types.size() && fits; i++) {
      DataType type = types.apply(i).dataType();
      fits = i < 2 ? type instanceof BinaryType || isNull(type) : isNumber(type) || isNull(type);
    }
    if (!fits) {
      throw new UnsupportedOperationException(
          name().toLowerCase(Locale.ROOT)
              + " of "
              + Arrays.stream(types.fields())
                  .map(field -> GeometryColumn.typeName(field.dataType()))
                  .collect(Collectors.joining(", ", "(", ")"))
              + " (allowed: "
              + description()
              + ", geometries as binary, such as ST_AsBinary makes)");
    }
    return new Bound(this);
  }

  private static boolean isNull(DataType type) {
    return type.equals(DataTypes.NullType);
  }

  private static boolean isNumber(DataType type) {
    return type instanceof org.apache.spark.sql.types.NumericType;
  }

  /** Executable form of a function, created when Spark knows the types of the arguments. */
  private static final class Bound implements ScalarFunction<Object> {
    private static final long serialVersionUID = 1;

    private final GeometryFunction function;
    private transient RecordGeometries geometries;

    private transient SecondArgument last;

    Bound(GeometryFunction function) {
      this.function = function;
    }

    @Override
    public DataType[] inputTypes() {
      return function.arguments == 2
          ? new DataType[] {DataTypes.BinaryType, DataTypes.BinaryType}
          : new DataType[] {DataTypes.BinaryType, DataTypes.BinaryType, DataTypes.DoubleType};
    }

    @Override
    public DataType resultType() {
      return function.result;
    }

    @Override
    public boolean isResultNullable() {
      return true;
    }

    @Override
    public String name() {
      return function.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String canonicalName() {
      return function.canonicalName();
    }

    @Override
    public String toString() {
      return name();
    }

    @Override
    public Object produceResult(InternalRow input) {
      for (int i = 0; i < function.arguments; i++) {
        if (input.isNullAt(i)) {
          return null;
        }
      }
      if (geometries == null) {
        geometries = new RecordGeometries();
      }
      Geometry one = geometries.parse(ByteBuffer.wrap(input.getBinary(0)));
      byte[] bytes = input.getBinary(1);
      if (last == null || bytes != last.bytes) {
        last = new SecondArgument(bytes, geometries.parse(ByteBuffer.wrap(bytes)));
      }
      double number = function.arguments == 2 ? 0 : input.getDouble(2);
      try {
        return one == null || last.geometry == null ? null : function.of(one, last, number);
      } catch (UnansweredGeometryException e) {
        return null;
      }
    }
  }
}

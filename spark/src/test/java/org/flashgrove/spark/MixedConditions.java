package org.flashgrove.spark;

import static org.apache.spark.sql.functions.call_function;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;

import java.util.Random;
import org.apache.spark.sql.Column;

/** Random conditions on rows of {@link MixedRows}. */
final class MixedConditions {
  private final Random random;
  private final boolean hasSedona;

  /**
   * Creates a source of conditions.
   *
   * @param hasSedona whether some conditions are functions of Sedona
   */
  MixedConditions(Random random, boolean hasSedona) {
    this.random = random;
    this.hasSedona = hasSedona;
  }

  /** Makes a condition, in which others are nested up to a depth. */
  Column condition(int depth) {
    int kind = random.nextInt(depth > 0 ? 14 : 10);
    int column = random.nextInt(MixedRows.ATTRIBUTES);
    Column attribute = col(MixedRows.COLUMNS.apply(column).name());
    return switch (kind) {
      case 0, 1, 2, 3 -> comparison(attribute, constant(column));
      case 4 -> membership(column, 1 + random.nextInt(15));
      case 5 -> random.nextBoolean() ? attribute.isNull() : attribute.isNotNull();
      case 6 -> like(col(MixedRows.COLUMNS.apply(MixedRows.NAME).name()));
      case 7 -> random.nextBoolean() ? col("geom").isNull() : col("geom").isNotNull();
      case 8, 9 -> hasSedona && random.nextBoolean() ? ofSedona() : spatial();
      case 10 -> not(condition(depth - 1));
      case 11 -> condition(depth - 1).or(condition(depth - 1));
      default -> condition(depth - 1).and(condition(depth - 1));
    };
  }

  private Column constant(int column) {
    return lit(MixedRows.value(random, column)).cast(MixedRows.COLUMNS.apply(column).dataType());
  }

  private Column comparison(Column one, Column other) {
    return switch (random.nextInt(8)) {
      case 0 -> one.lt(other);
      case 1 -> one.leq(other);
      case 2 -> one.gt(other);
      case 3 -> one.geq(other);
      case 4 -> one.notEqual(other);
      case 5 -> other.lt(one);
      case 6 -> one.eqNullSafe(other);
      default -> one.equalTo(other);
    };
  }

  private Column membership(int column, int count) {
    Column[] values = new Column[count];
    for (int i = 0; i < count; i++) {
      values[i] = constant(column);
    }
    return col(MixedRows.COLUMNS.apply(column).name()).isin((Object[]) values);
  }

  /**
   * Makes a condition on a text. Spark's {@code LIKE} never matches a character of two UTF-16 units
   * unless Spark simplifies it to another function, so that none is in a pattern.
   */
  private Column like(Column name) {
    String text = MixedRows.NAMES[random.nextInt(MixedRows.NAMES.length)];
    boolean isPlain = text.codePoints().allMatch(Character::isBmpCodePoint);
    return switch (random.nextInt(isPlain ? 4 : 3)) {
      case 0 -> name.startsWith(text);
      case 1 -> name.endsWith(text);
      case 2 -> name.contains(text);
      default -> name.like(text.replace("\\", "\\\\") + "%");
    };
  }

  private Column spatial() {
    Column constant = lit(Session.wkb(MixedRows.geometry(random, hasSedona)));
    boolean turned = random.nextInt(4) == 0;
    Column one = turned ? constant : col("geom");
    Column other = turned ? col("geom") : constant;
    Column asked =
        switch (random.nextInt(5)) {
          case 0 -> function("st_intersects", one, other);
          case 1 -> function("st_within", one, other);
          case 2 -> function("st_contains", one, other);
          case 3 -> function("st_dwithin", one, other, lit((double) random.nextInt(30)));
          default -> function("st_distance", one, other).leq(lit((double) random.nextInt(30)));
        };
    return random.nextBoolean() ? asked : asked.eqNullSafe(lit(true));
  }

  /** Makes a predicate of Sedona, whose arguments are geometries of its own type. */
  private Column ofSedona() {
    Column constant = lit(Session.wkb(MixedRows.geometry(random, hasSedona)));
    boolean turned = random.nextInt(4) == 0;
    Column one = call_function("ST_GeomFromWKB", turned ? constant : col("geom"));
    Column other = call_function("ST_GeomFromWKB", turned ? col("geom") : constant);
    return switch (random.nextInt(4)) {
      case 0 -> call_function("ST_Intersects", one, other);
      case 1 -> call_function("ST_Within", one, other);
      case 2 -> call_function("ST_Contains", one, other);
      default -> call_function("ST_DWithin", one, other, lit((double) random.nextInt(30)));
    };
  }

  /** Makes the distance of rows from a constant. */
  Column distance() {
    return function(
        "st_distance", col("geom"), lit(Session.wkb(MixedRows.geometry(random, hasSedona))));
  }

  static Column function(String name, Column... arguments) {
    return call_function("flashgrove." + name, arguments);
  }
}

package org.flashgrove.access.attribute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests that each public method of {@link Row} and {@link RowWriter} that takes the position of an
 * attribute rejects a position that the schema does not have, with the allowed positions.
 */
class RowPositionsTest {
  private static final int[] WRONG = {-1, Integer.MIN_VALUE, 3, 64, Integer.MAX_VALUE};

  /** Returns the methods whose first parameter is a position. */
  private static List<Method> byPosition(Class<?> type) {
    List<Method> found = new ArrayList<>();
    for (Method each : type.getDeclaredMethods()) {
      Class<?>[] parameters = each.getParameterTypes();
      if (Modifier.isPublic(each.getModifiers())
          && !each.isSynthetic()
          && parameters.length > 0
          && parameters[0] == int.class) {
        found.add(each);
      }
    }
    return found;
  }

  private static void refusesAll(Object target, int least, String allowed) {
    List<Method> methods = byPosition(target.getClass());
    assertThat(methods).hasSizeGreaterThanOrEqualTo(least);
    for (Method method : methods) {
      for (int position : WRONG) {
        Object[] arguments = new Object[method.getParameterCount()];
        arguments[0] = position;
        for (int i = 1; i < arguments.length; i++) {
          Class<?> type = method.getParameterTypes()[i];
          arguments[i] =
              type == long.class ? (Object) 1L : type == double.class ? (Object) 1.0 : value(type);
        }
        assertThatThrownBy(() -> method.invoke(target, arguments))
            .as("%s at %d", method, position)
            .isInstanceOf(InvocationTargetException.class)
            .cause()
            .isExactlyInstanceOf(IndexOutOfBoundsException.class)
            .hasMessage("attribute " + position + " (allowed: 0 to " + allowed + ")");
      }
    }
  }

  private static Object value(Class<?> type) {
    return type == byte[].class ? new byte[1] : "text";
  }

  @Test
  void aWrongPositionIsNamedWithTheAllowedOnes() {
    Schema schema = Schema.parse("n:int/text:string?/x:double?");
    RowWriter writer = new RowWriter(schema).set("n", 7);
    refusesAll(writer, 4, "2");
    Row row = new Row(schema).show(writer.row());
    refusesAll(row, 14, "2");
    assertThat(row.getInt(0)).isEqualTo(7);
    assertThat(row.isNull(2)).isTrue();
  }

  /** Rows that an older version of the schema wrote have fewer columns than attributes. */
  @Test
  void rowsOfAnOlderVersionAllowThePositionsOfTheNewestOne() {
    Schema old = Schema.parse("n:int/text:string?");
    Schema schema = old.with(Attribute.nullable("x", AttributeType.DOUBLE));
    Row row = new Row(schema).show(new RowWriter(old).set("n", 7).row());
    refusesAll(row, 14, "2");
    assertThat(row.isNull(2)).isTrue();
  }

  @Test
  void rowsWithoutASchemaHaveOnePosition() {
    Row row = new Row(Schema.BYTES).show(new RowWriter(Schema.BYTES).set(0, new byte[1]).row());
    refusesAll(row, 14, "0");
    assertThat(row.isNull(0)).isFalse();
  }

  @Test
  void aRowThatShowsNothingSaysSo() {
    Row row = new Row(Schema.parse("n:int?"));
    assertThatThrownBy(() -> row.isNull(0)).hasMessageContaining("call show first");
    assertThatThrownBy(() -> row.getInt("n")).hasMessageContaining("call show first");
  }
}

package org.flashgrove.geoparquet.value;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapKeyValueTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapLogicalTypeAnnotation;
import org.apache.parquet.schema.Type;

/**
 * Converts the values that the Parquet library reports to Java values. A value of a primitive
 * column becomes the value of its {@link PrimitiveForm}. A list becomes a {@link List}, and a
 * struct or map becomes a {@link Map}.
 */
final class ColumnConverters {
  /**
   * Maximum number of values in all lists of one row. Without a limit, a damaged row of a few bytes
   * could claim billions of values.
   */
  private static final int MOST_VALUES = 1 << 23;

  private final Consumer<String> problems;
  private int values;

  /**
   * Creates converters.
   *
   * @param problems receives a description of each value that cannot be converted
   */
  ColumnConverters(Consumer<String> problems) {
    this.problems = problems;
  }

  /** Resets the number of values, which is limited for each row. Must be called before each row. */
  void startRow() {
    values = 0;
  }

  /** Returns a converter for a column. It passes each value to {@code target}. */
  Converter of(Type type, Consumer<Object> target) {
    return type.isRepetition(Type.Repetition.REPEATED)
        ? element(type, target) // the parent collects the values of an unannotated list
        : single(type, target);
  }

  /**
   * Adds a value to a list and returns the list. Creates the list for the first value.
   *
   * @param list list from the previous call, or null for the first value
   */
  @SuppressWarnings("unchecked") // the result of an earlier call
  List<Object> added(Object list, Object value) {
    count();
    List<Object> all = list == null ? new ArrayList<>() : (List<Object>) list;
    all.add(value);
    return all;
  }

  private Converter single(Type type, Consumer<Object> target) {
    if (type.isPrimitive()) {
      return new Primitive(type.getName(), PrimitiveForm.of(type.asPrimitiveType()), target);
    }
    GroupType group = type.asGroupType();
    var meaning = group.getLogicalTypeAnnotation();
    boolean isRepeatedOnly =
        group.getFieldCount() == 1 && group.getType(0).isRepetition(Type.Repetition.REPEATED);
    if (meaning instanceof ListLogicalTypeAnnotation && isRepeatedOnly) {
      return new ListGroup(group, target);
    }
    boolean isMap =
        meaning instanceof MapLogicalTypeAnnotation || meaning instanceof MapKeyValueTypeAnnotation;
    if (isMap && isRepeatedOnly && isKeyAndValue(group.getType(0))) {
      return new MapGroup(group, target);
    }
    return new Struct(group, target);
  }

  private Converter element(Type type, Consumer<Object> target) {
    return type.isPrimitive()
        ? new Primitive(type.getName(), PrimitiveForm.of(type.asPrimitiveType()), target)
        : new Struct(type.asGroupType(), target);
  }

  private static boolean isKeyAndValue(Type type) {
    return !type.isPrimitive() && type.asGroupType().getFieldCount() == 2;
  }

  private void count() {
    values++;
    if (values > MOST_VALUES) {
      throw new IllegalStateException("a row of more than " + MOST_VALUES + " values");
    }
  }

  private final class Primitive extends PrimitiveConverter {
    private final String name;
    private final PrimitiveForm form;
    private final Consumer<Object> target;

    Primitive(String name, PrimitiveForm form, Consumer<Object> target) {
      this.name = name;
      this.form = form;
      this.target = target;
    }

    @Override
    public void addBinary(Binary value) {
      try {
        target.accept(form.of(value.getBytes()));
      } catch (RuntimeException e) {
        problems.accept("column " + name + ": " + e.getMessage());
      }
    }

    @Override
    public void addLong(long value) {
      try {
        target.accept(form.of(value));
      } catch (RuntimeException e) {
        problems.accept("column " + name + ": " + e.getMessage());
      }
    }

    @Override
    public void addInt(int value) {
      addLong(value);
    }

    @Override
    public void addBoolean(boolean value) {
      target.accept(value);
    }

    @Override
    public void addDouble(double value) {
      target.accept(value);
    }

    @Override
    public void addFloat(float value) {
      target.accept((double) value);
    }
  }

  /** Converter of a struct. Repeated fields of the struct become lists. */
  private final class Struct extends GroupConverter {
    private final Converter[] fields;
    private final List<String> names = new ArrayList<>();
    private final Consumer<Object> target;
    private Map<String, Object> current = Map.of();

    Struct(GroupType group, Consumer<Object> target) {
      this.target = target;
      fields = new Converter[group.getFieldCount()];
      for (int i = 0; i < fields.length; i++) {
        Type field = group.getType(i);
        String name = field.getName();
        names.add(name);
        fields[i] =
            field.isRepetition(Type.Repetition.REPEATED)
                ? element(field, value -> current.put(name, added(current.get(name), value)))
                : single(field, value -> current.put(name, value));
      }
    }

    @Override
    public Converter getConverter(int field) {
      return fields[field];
    }

    @Override
    public void start() {
      current = new LinkedHashMap<>();
      names.forEach(name -> current.put(name, null));
    }

    @Override
    public void end() {
      target.accept(current);
    }
  }

  /** Converter of a group that is annotated as a list. The group has one repeated field. */
  private final class ListGroup extends GroupConverter {
    private final Converter repeated;
    private final Consumer<Object> target;
    private List<Object> current = List.of();

    ListGroup(GroupType group, Consumer<Object> target) {
      this.target = target;
      Type field = group.getType(0);
      boolean isWrapped =
          !field.isPrimitive()
              && field.asGroupType().getFieldCount() == 1
              && !field.getName().equals("array")
              && !field.getName().equals(group.getName() + "_tuple");
      repeated = isWrapped ? new Wrapper(field.asGroupType()) : element(field, this::add);
    }

    private void add(Object value) {
      count();
      current.add(value);
    }

    @Override
    public Converter getConverter(int field) {
      return repeated;
    }

    @Override
    public void start() {
      current = new ArrayList<>();
    }

    @Override
    public void end() {
      target.accept(current);
    }

    /** Converter of a repeated group that wraps one element of a list. The element may be null. */
    private final class Wrapper extends GroupConverter {
      private final Converter element;
      private Object value;

      Wrapper(GroupType group) {
        element = of(group.getType(0), found -> value = found);
      }

      @Override
      public Converter getConverter(int field) {
        return element;
      }

      @Override
      public void start() {
        value = null;
      }

      @Override
      public void end() {
        add(value);
      }
    }
  }

  /** Converter of a group that is annotated as a map. Keys become text. */
  private final class MapGroup extends GroupConverter {
    private final Consumer<Object> target;
    private final GroupConverter entry;
    private Map<String, Object> current = Map.of();
    private Object key;
    private Object value;

    MapGroup(GroupType group, Consumer<Object> target) {
      this.target = target;
      GroupType pair = group.getType(0).asGroupType();
      Converter keys = of(pair.getType(0), found -> key = found);
      Converter values = of(pair.getType(1), found -> value = found);
      entry =
          new GroupConverter() {
            @Override
            public Converter getConverter(int field) {
              return field == 0 ? keys : values;
            }

            @Override
            public void start() {
              key = null;
              value = null;
            }

            @Override
            public void end() {
              count();
              current.put(String.valueOf(key), value);
            }
          };
    }

    @Override
    public Converter getConverter(int field) {
      return entry;
    }

    @Override
    public void start() {
      current = new LinkedHashMap<>();
    }

    @Override
    public void end() {
      target.accept(current);
    }
  }
}

package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.flashgrove.access.attribute.Attribute;
import org.flashgrove.access.attribute.AttributeType;
import org.flashgrove.access.attribute.Row;
import org.flashgrove.access.attribute.RowWriter;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.filter.Filter;
import org.flashgrove.access.join.JoinQuery;
import org.flashgrove.access.query.TableQuery;
import org.flashgrove.access.record.RecordOrder;
import org.flashgrove.access.structure.LoadOptions;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.log.SyncMode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * Passes null for each parameter of the public methods that applications call. A parameter without
 * {@code @Nullable} must be rejected with an exception that names the parameter.
 */
class NullArgumentsTest {
  private static final StoreOptions STORE =
      StoreOptions.defaults().withIndex("rstar").withDevice("memory").withPageSize(1024);
  private static final TableOptions TABLE =
      TableOptions.defaults()
          .withAttributes("n:int?/text:string?")
          .withKeyIndex("key")
          .withGeometryIndex("geom")
          .withDevice("memory")
          .withPageSize(1024);

  /** Message with the name of a parameter, or with the form of a filter that tests for null. */
  private static final String NAMED =
      "(.* )?%s( .*)?|.* cannot be compared with null; use is null.*";

  @TempDir private Path directory;

  /** A directory object with a store. */
  private final MemoryDirectory existing = new MemoryDirectory();

  private final TreeSet<String> faults = new TreeSet<>();
  private int checked;
  private Store store;
  private Table table;
  private TableSnapshot snapshot;

  @Test
  void everyMissingArgumentIsNamed() {
    Path none = directory.resolve("none");
    SpatialStore.create(directory.resolve("existing"), STORE.withDevice("buffered")).close();
    SpatialStore.create(existing, STORE.withDevice("buffered")).close();
    try (SpatialStore index = SpatialStore.create(none, STORE);
        Store several = Store.create(none, STORE.designOf(Map.of("roads", "rstar")));
        Table table = Table.create(none, TABLE)) {
      this.table = table;
      table.insert(1, point(), row -> row.set("n", 7));
      this.store = several;
      check(Store.class, several);
      check(SpatialStore.class, index);
      check(Table.class, table);
      check(StoreOptions.class, STORE);
      check(TableOptions.class, TABLE);
      check(OpenOptions.class, OpenOptions.defaults());
      check(EntryQuery.class, EntryQuery.all());
      check(TableQuery.class, TableQuery.of(table));
      try (TableSnapshot joined = table.snapshot()) {
        snapshot = joined;
        check(JoinQuery.class, JoinQuery.of(table).with(table).intersecting());
      }
      check(JoinQuery.Left.class, JoinQuery.of(table));
      check(Filter.class, Filter.parse("n = 1"));
      check(Schema.class, table.schema());
      check(RowWriter.class, new RowWriter(table.schema()));
      check(Row.class, new Row(table.schema()).show(new RowWriter(table.schema()).row()));
      try (SpatialSnapshot snapshot = index.snapshot()) {
        check(SpatialSnapshot.class, snapshot);
      }
    }
    System.out.printf("NullArgumentsTest: %d parameters%n", checked);
    assertThat(faults).as(String.join("\n", faults)).isEmpty();
    assertThat(checked).isGreaterThan(250);
  }

  @Test
  void aMissingValueAmongSeveralIsNamed() {
    assertThatThrownBy(() -> Filter.in("n", Arrays.asList(1, null)))
        .hasMessage("attribute 'n' cannot be compared with null; use is null or is not null");
  }

  @Test
  void aRefusedLoaderLeavesNoBatchOpen() {
    try (Table empty = Table.create(directory, TABLE)) {
      assertThatThrownBy(() -> empty.loader((LoadOptions) null)).hasMessage("options");
      empty.begin().close();
    }
  }

  private void check(Class<?> type, Object target) {
    for (Method method : type.getMethods()) {
      if (method.getDeclaringClass().getName().startsWith("org.flashgrove.")
          && !method.isBridge()
          && !method.isSynthetic()
          && !method.getName().equals("equals")) {
        for (int i = 0; i < method.getParameterCount(); i++) {
          boolean isArgument = !method.getParameterTypes()[i].isPrimitive();
          boolean isOfMany = method.getParameters()[i].isVarArgs();
          if (isArgument && !isOfMany && !isNullable(method, i)) {
            check(method, Modifier.isStatic(method.getModifiers()) ? null : target, i);
          }
        }
      }
    }
  }

  private static boolean isNullable(Method method, int parameter) {
    AnnotatedType type = method.getAnnotatedParameterTypes()[parameter];
    return type.isAnnotationPresent(Nullable.class);
  }

  private void check(Method method, @Nullable Object target, int missing) {
    Parameter[] parameters = method.getParameters();
    Object[] arguments = new Object[parameters.length];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = i == missing ? null : valid(parameters[i], method.getName());
    }
    String name = parameters[missing].getName();
    checked++;
    String found;
    try {
      method.invoke(target, arguments);
      found = "is accepted";
    } catch (InvocationTargetException e) {
      Throwable thrown = e.getCause();
      boolean isNamed =
          (thrown instanceof NullPointerException || thrown instanceof IllegalArgumentException)
              && String.valueOf(thrown.getMessage()).matches(NAMED.formatted(name))
              && !thrown.getMessage().contains("Cannot ");
      if (isNamed) {
        return;
      }
      found = thrown.toString();
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
    faults.add(method + ", " + name + ": " + found);
  }

  private static Geometry point() {
    return new GeometryFactory().createPoint(new Coordinate(0.5, 0.5));
  }

  private Object valid(Parameter parameter, String method) {
    Class<?> type = parameter.getType();
    boolean opens = method.startsWith("open");
    if (type == Path.class) {
      return directory.resolve(opens ? "existing" : "none");
    }
    if (type == StoreDirectory.class) {
      return opens ? existing : new MemoryDirectory();
    }
    if (type == String.class) {
      return Map.of("spec", "bplus", "operator", "=").getOrDefault(parameter.getName(), "n");
    }
    if (type == Store.class || type == Table.class || type == TableSnapshot.class) {
      return type == Store.class ? store : type == Table.class ? table : snapshot;
    }
    if (type.isPrimitive()) {
      return Array.get(Array.newInstance(type, 1), 0);
    }
    if (type.isArray()) {
      return type == double[].class ? new double[4] : Array.newInstance(type.componentType(), 0);
    }
    for (Object each :
        List.of(
            Duration.ofSeconds(1),
            point(),
            new Envelope(0, 1, 0, 1),
            STORE,
            TABLE,
            OpenOptions.defaults(),
            STORE.design(),
            SyncMode.CLOSE,
            Predicate.INTERSECTS,
            Semantics.OGC,
            Metric.PLANAR,
            EntryQuery.all(),
            Filter.parse("n = 1"),
            RecordOrder.KEY,
            Attribute.nullable("fresh", AttributeType.INT),
            AttributeType.INT,
            Schema.parse("n:int?"),
            ByteBuffer.allocate(0),
            new LoadOptions(1 << 20, directory),
            Object.class,
            Map.of(),
            List.of())) {
      if (type.isInstance(each)) {
        return each;
      }
    }
    if (type.isInterface()) {
      return Proxy.newProxyInstance(
          type.getClassLoader(),
          new Class<?>[] {type},
          (self, called, given) -> called.getReturnType() == long.class ? (Object) 0L : null);
    }
    return null;
  }
}

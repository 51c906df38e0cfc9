package org.flashgrove.access.join;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.PrecisionModel;

/**
 * Counts the heap bytes of an object and of all objects that it refers to, as HotSpot lays them out
 * with compressed references. Factories and constants are shared by all geometries, so they do not
 * count.
 */
final class HeapBytes {
  private static final int HEADER = 12;
  private static final int ARRAY_HEADER = 16;
  private static final int REFERENCE = 4;
  private static final int ALIGNMENT = 8;

  /** Bytes of an ArrayList, without its array. */
  private static final int LIST = 24;

  private static final int LEAST_ROOM = 10;

  /** Bytes of a TreeMap, and of each of its entries. */
  private static final int MAP = 48;

  private static final int ENTRY = 40;
  private static final Map<Class<?>, Integer> SIZES =
      Map.of(
          boolean.class,
          1,
          byte.class,
          1,
          char.class,
          2,
          short.class,
          2,
          int.class,
          4,
          float.class,
          4,
          long.class,
          8,
          double.class,
          8);

  private final Set<Object> known = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Deque<Object> open = new ArrayDeque<>();

  private HeapBytes() {}

  static long of(Object root) {
    HeapBytes bytes = new HeapBytes();
    bytes.reach(root);
    long sum = 0;
    while (!bytes.open.isEmpty()) {
      sum += (bytes.take(bytes.open.pop()) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }
    return sum;
  }

  private static boolean isShared(Object object) {
    return object instanceof GeometryFactory
        || object instanceof PrecisionModel
        || object instanceof Enum
        || object instanceof Class
        || object instanceof String
        || object.getClass().isHidden();
  }

  private void reach(Object object) {
    if (object != null && !isShared(object) && known.add(object)) {
      open.push(object);
    }
  }

  private static int size(Class<?> type) {
    return SIZES.getOrDefault(type, REFERENCE);
  }

  /** Returns the bytes of one object, and remembers the objects that it refers to. */
  private long take(Object object) {
    Class<?> type = object.getClass();
    if (type.isArray()) {
      if (object instanceof Object[] elements) {
        for (Object each : elements) {
          reach(each);
        }
      }
      return ARRAY_HEADER + (long) size(type.getComponentType()) * Array.getLength(object);
    }
    if (object instanceof ArrayList<?> list) { // its array is half empty at most
      list.forEach(this::reach);
      return LIST + ARRAY_HEADER + REFERENCE * Math.max(LEAST_ROOM, list.size() * 3L / 2);
    }
    if (object instanceof TreeMap<?, ?> map) {
      map.forEach(
          (key, value) -> {
            reach(key);
            reach(value);
          });
      return MAP + ENTRY * (long) map.size();
    }
    if (object instanceof Integer) {
      return ARRAY_HEADER;
    }
    if (type.getName().startsWith("java.")) {
      throw new IllegalArgumentException("of unknown size: " + type);
    }
    return fields(object, type);
  }

  private long fields(Object object, Class<?> type) {
    long bytes = HEADER;
    for (Class<?> each = type; each != Object.class; each = each.getSuperclass()) {
      for (Field field : each.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          bytes += size(field.getType());
          if (!field.getType().isPrimitive()) {
            reach(value(field, object));
          }
        }
      }
    }
    return bytes;
  }

  private static Object value(Field field, Object object) {
    try {
      field.setAccessible(true);
      return field.get(object);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }
}

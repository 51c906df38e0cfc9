package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.design.StructureNumbers;
import org.flashgrove.access.kind.StructureConfig;
import org.flashgrove.access.settings.BufferConfig;
import org.flashgrove.access.settings.PoolBelow;
import org.flashgrove.access.table.TableOptions;
import org.junit.jupiter.api.Test;

/**
 * Counts the types that hold the settings of a store, public or not.
 *
 * <p>The count starts at what the user says ({@link StoreOptions}, {@link TableOptions}) and what
 * they resolve to ({@link StoreDesign}), and follows the types of instance fields within this
 * module. Private nested types count as a part of the type around them, and enums are values.
 * {@link #OTHERS} are reached but hold something else.
 */
class SettingsTypesTest {
  private static final int MOST = 5;

  private static final Set<Class<?>> SAID = Set.of(StoreOptions.class, TableOptions.class);

  /**
   * Types that are not settings of a store. They are attributes of records, the structure numbers,
   * which the store assigns, and settings of a single kind of pool.
   */
  private static final Set<Class<?>> OTHERS =
      Set.of(Schema.class, StructureNumbers.class, PoolBelow.class);

  @Test
  void atMostFiveTypesHoldTheSettingsOfAStore() {
    Set<Class<?>> found = new HashSet<>(SAID);
    found.add(StoreDesign.class);
    Deque<Class<?>> open = new ArrayDeque<>(found);
    while (!open.isEmpty()) {
      for (Field field : open.pop().getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          visit(field.getGenericType(), found, open);
        }
      }
    }
    found.removeIf(type -> Modifier.isPrivate(type.getModifiers()));
    assertThat(found)
        .hasSizeLessThanOrEqualTo(MOST)
        .containsExactlyInAnyOrder(
            StoreOptions.class,
            TableOptions.class,
            StoreDesign.class,
            BufferConfig.class,
            StructureConfig.class);
  }

  private static void visit(Type type, Set<Class<?>> found, Deque<Class<?>> open) {
    if (type instanceof ParameterizedType generic) {
      for (Type argument : generic.getActualTypeArguments()) {
        visit(argument, found, open);
      }
    } else if (type instanceof Class<?> named && isOfSettings(named) && found.add(named)) {
      open.add(named);
    }
  }

  private static boolean isOfSettings(Class<?> type) {
    return type.getName().startsWith("org.flashgrove.access.")
        && !type.isEnum()
        && !type.isAnnotationPresent(FunctionalInterface.class)
        && !OTHERS.contains(type);
  }
}

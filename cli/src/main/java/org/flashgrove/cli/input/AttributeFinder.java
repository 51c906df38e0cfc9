package org.flashgrove.cli.input;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.flashgrove.access.attribute.Attribute;
import org.flashgrove.access.attribute.AttributeType;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.attribute.ValueText;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.datasets.feature.FeatureCursor;

/**
 * Finds the attributes of a table in the files that it is made of: which there are, and of types
 * that are not given the first of boolean, long, double, date, instant and uuid that all values are
 * of and are written the same way in, else string. A number with zeros before it is text.
 */
public final class AttributeFinder {
  private static final String ALL = "all";
  private static final String NONE = "none";

  /** Types of text, the most special first. */
  private static final List<AttributeType> FOUND =
      List.of(
          AttributeType.BOOLEAN,
          AttributeType.LONG,
          AttributeType.DOUBLE,
          AttributeType.DATE,
          AttributeType.INSTANT,
          AttributeType.UUID);

  private final boolean takesAll;

  /** Attributes asked for by name, with null for one whose type is not given. */
  private final Map<String, Attribute> given = new LinkedHashMap<>();

  private final Map<String, Set<AttributeType>> possible = new LinkedHashMap<>();
  private final Set<String> seen = new HashSet<>();

  /**
   * A finder.
   *
   * @param wanted {@code all}, {@code none}, or names with or without types, {@code /} between them
   */
  public AttributeFinder(String wanted) {
    takesAll = wanted.equals(ALL);
    if (takesAll || wanted.equals(NONE)) {
      return;
    }
    for (String part : wanted.split("/", -1)) {
      if (part.indexOf(':') >= 0) {
        Attribute attribute = Schema.parse(part).attributes().get(0);
        put(attribute.name(), attribute);
      } else {
        String name = Attribute.decodedName(part);
        Attribute.nullable(name, AttributeType.STRING); // refuses what is no name
        put(name, null);
      }
    }
  }

  private void put(String name, Attribute attribute) {
    if (given.containsKey(name)) {
      throw new SpecException("--attributes: '" + name + "' twice (allowed: once)");
    }
    given.put(name, attribute);
  }

  /** Whether types are known without a look at the files. */
  boolean isGiven() {
    return !takesAll && !given.containsValue(null);
  }

  /** Looks at a row. */
  void look(FeatureCursor row) {
    List<String> names = row.attributeNames();
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      if (takesAll || given.containsKey(name) && given.get(name) == null) {
        Set<AttributeType> types = possible.computeIfAbsent(name, each -> EnumSet.copyOf(FOUND));
        Object value = row.attribute(i);
        if (value != null) {
          seen.add(name);
          types.removeIf(type -> !isOf(type, value.toString()));
        }
      }
    }
  }

  private static boolean isOf(AttributeType type, String text) {
    try {
      Object value = ValueText.parse(type, text);
      return type == AttributeType.DOUBLE
          ? Double.isFinite((Double) value) && !hasZerosBefore(text)
          : value.toString().equalsIgnoreCase(text);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static boolean hasZerosBefore(String text) {
    int first = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
    return text.length() > first + 1
        && text.charAt(first) == '0'
        && Character.isDigit(text.charAt(first + 1));
  }

  /** The schema; without attributes that of bytes. */
  public Schema schema() {
    Map<String, Attribute> all = new HashMap<>(given);
    List<String> order = new ArrayList<>(given.keySet());
    possible.forEach(
        (name, types) -> {
          AttributeType type =
              seen.contains(name) && !types.isEmpty()
                  ? types.iterator().next()
                  : AttributeType.STRING;
          all.put(name, Attribute.nullable(name, type));
          if (!order.contains(name)) {
            order.add(name);
          }
        });
    if (order.isEmpty()) {
      return Schema.BYTES;
    }
    Schema.Builder schema = Schema.builder();
    for (String name : order) {
      if (all.get(name) == null) {
        throw new SpecException(
            "--attributes: '"
                + name
                + "' is in no file (allowed: with a type, or "
                + names()
                + ")");
      }
      schema.add(all.get(name));
    }
    return schema.build();
  }

  private String names() {
    return possible.isEmpty() ? "none" : String.join(", ", possible.keySet());
  }
}

package org.flashgrove.cli.input;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.flashgrove.access.attribute.Attribute;
import org.flashgrove.access.attribute.AttributeType;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.feature.Losses;
import org.flashgrove.datasets.feature.TextForm;

/**
 * Determines the names and types of a table's attributes from the input files. A type that the user
 * gives is taken as it is. In a format with types, values keep their types. A CSV column gets the
 * type of the first {@link TextForm} that all its values have. If there is no such form, the type
 * is string.
 */
public final class AttributeFinder {
  private static final String ALL = "all";
  private static final String NONE = "none";

  private final boolean takesAll;

  /** Attributes requested by name. The value is null if the type is not given. */
  private final Map<String, Attribute> given = new LinkedHashMap<>();

  private final Map<String, FoundType> found = new LinkedHashMap<>();

  /** Names of all attributes in the files, if only some are wanted. */
  private final Set<String> inFiles = new LinkedHashSet<>();

  /**
   * Creates a finder.
   *
   * @param wanted {@code all}, {@code none}, or names with or without types, separated by {@code /}
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
        Attribute.nullable(name, AttributeType.STRING); // rejects invalid names
        put(name, null);
      }
    }
  }

  private void put(String name, Attribute attribute) {
    if (given.containsKey(name)) {
      throw new SpecException("--attributes: '" + name + "' is given twice; give it once");
    }
    given.put(name, attribute);
  }

  /** Returns whether the names and types of all attributes are known without reading the files. */
  boolean isGiven() {
    return !takesAll && !given.containsValue(null);
  }

  /**
   * Widens the types of the attributes, where necessary, so that they can represent the values of a
   * row.
   */
  void look(FeatureCursor row) {
    List<String> names = row.attributeNames();
    if (!takesAll) {
      inFiles.addAll(names);
    }
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      if (takesAll || given.containsKey(name) && given.get(name) == null) {
        found
            .computeIfAbsent(name, each -> new FoundType())
            .look(row.attribute(i), row.isTyped(), row.declaredType(i));
      }
    }
  }

  /**
   * Returns the schema. If there are no attributes, it is the schema of records that are plain
   * bytes.
   */
  public Schema schema() {
    Map<String, Attribute> all = new HashMap<>(given);
    List<String> order = new ArrayList<>(given.keySet());
    found.forEach(
        (name, type) -> {
          all.put(name, Attribute.nullable(name, type.type()));
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
                + "' is in no file; add its type"
                + (inFiles.isEmpty() ? "" : ", or use one of " + String.join(", ", inFiles)));
      }
      schema.add(all.get(name));
    }
    return schema.build();
  }

  /** Returns a message for each attribute that has values of several types. */
  List<String> notes() {
    List<String> notes = new ArrayList<>();
    found.forEach(
        (name, type) -> {
          if (type.keptAsText() > 0) {
            notes.add(Losses.keptAsText(name, type.keptAsText()));
          }
        });
    return notes;
  }
}

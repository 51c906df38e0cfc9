package org.flashgrove.cli.input;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.flashgrove.access.attribute.Attribute;
import org.flashgrove.access.attribute.AttributeType;
import org.flashgrove.access.attribute.RowWriter;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.attribute.ValueText;
import org.flashgrove.cli.command.Numbers;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.FeatureCursor;

/** Maps the attributes of a table to the columns of data files. */
public final class AttributeColumns {
  private final Schema schema;
  private final RowWriter trial;
  private List<String> names = List.of();
  private int[] columns = new int[0];

  public AttributeColumns(Schema schema) {
    this.schema = schema;
    trial = new RowWriter(schema);
  }

  /** Returns whether the table has no attributes. */
  boolean isEmpty() {
    return schema.isBytes();
  }

  /** Returns whether the file of a row has at least one of the table's attributes. */
  public boolean areIn(FeatureCursor row) {
    find(row);
    for (int column : columns) {
      if (column >= 0) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns a message about the attributes that the file of a row has and the table does not have,
   * or an empty text if there are none.
   */
  public String noteOfOthersIn(FeatureCursor row) {
    List<String> others =
        row.attributeNames().stream()
            .filter(name -> schema.isBytes() || schema.indexOf(name) < 0)
            .toList();
    return others.isEmpty()
        ? ""
        : Numbers.countedAre(others.size(), "attribute")
            + " not kept, as the table has no such attribute: "
            + String.join(", ", others);
  }

  /** Returns the names of the table's attributes. */
  Set<String> attributeNames() {
    Set<String> all = new LinkedHashSet<>();
    if (!schema.isBytes()) {
      schema.attributes().forEach(attribute -> all.add(attribute.name()));
    }
    return all;
  }

  private void find(FeatureCursor row) {
    List<String> found = row.attributeNames();
    if (!found.equals(names)) {
      names = new ArrayList<>(found);
      columns = new int[schema.isBytes() ? 0 : schema.attributes().size()];
      for (int i = 0; i < columns.length; i++) {
        columns[i] = names.indexOf(schema.attributes().get(i).name());
      }
    } else if (columns.length == 0 && !schema.isBytes()) {
      columns = new int[schema.attributes().size()];
      Arrays.fill(columns, -1);
    }
  }

  /**
   * Checks whether a row can become a record of the table.
   *
   * @throws InputException if it cannot; the message names the row and what is allowed
   */
  public void require(FeatureCursor row) {
    if (!isEmpty()) {
      look(row);
      try {
        trial.row();
      } catch (IllegalArgumentException e) {
        throw row.problem(e.getMessage(), "values of the table's attributes");
      }
    }
  }

  /**
   * Checks whether the values of a row have the types of the table's attributes. A file may lack
   * some attributes.
   */
  public void look(FeatureCursor row) {
    write(row, trial.clear());
  }

  /**
   * Writes the values of a row for the attributes of the table. Leaves out attributes that the
   * row's file does not have.
   */
  public void write(FeatureCursor row, RowWriter writer) {
    find(row);
    for (int i = 0; i < columns.length; i++) {
      if (columns[i] >= 0) {
        writer.set(i, value(row, schema.attributes().get(i), row.attribute(columns[i])));
      }
    }
  }

  private static Object value(FeatureCursor row, Attribute attribute, Object found) {
    AttributeType type = attribute.type();
    boolean isText = type == AttributeType.STRING || type == AttributeType.BYTES;
    if (found == null || !isText && found.equals("")) {
      return null;
    }
    if (type == AttributeType.BOOLEAN && (found.equals(0L) || found.equals(1L))) {
      return found.equals(1L); // SQLite files store booleans as integers
    }
    try {
      return ValueText.parse(type, org.flashgrove.datasets.feature.AttributeType.textOf(found));
    } catch (IllegalArgumentException e) {
      throw row.problem(
          "attribute '" + attribute.name() + "': " + e.getMessage(), attribute.toString());
    }
  }
}

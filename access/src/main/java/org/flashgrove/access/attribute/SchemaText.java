package org.flashgrove.access.attribute;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.flashgrove.core.spec.SpecException;

/** Text form of a schema in specs, see {@link Schema#parse}. */
final class SchemaText {
  private static final String ALLOWED =
      " (allowed: NAME:TYPE with ? after the type if it may be null, several with / between them,"
          + " such as owner:string/height:double?)";

  private static final Pattern COLUMN =
      Pattern.compile("([^:]+):([a-zA-Z]+)(\\?)?(?:@(\\d{1,3}))?(?:!(\\d{1,3}))?");

  private SchemaText() {}

  static String of(Schema schema) {
    StringBuilder text = new StringBuilder();
    for (Schema.Column column : schema.columns()) {
      Attribute attribute = column.attribute();
      text.append(text.length() == 0 ? "" : "/")
          .append(attribute.encodedName())
          .append(':')
          .append(attribute.type())
          .append(attribute.isNullable() ? "?" : "");
      if (column.added() > 0) {
        text.append('@').append(column.added());
      }
      if (column.dropped() != Schema.Column.KEPT) {
        text.append('!').append(column.dropped());
      }
    }
    return text.toString();
  }

  static Schema parse(String text) {
    List<Schema.Column> columns = new ArrayList<>();
    int version = 0;
    for (String part : text.isEmpty() ? new String[0] : text.split("/", -1)) {
      Matcher found = COLUMN.matcher(part);
      if (!found.matches()) {
        throw new SpecException("attributes '" + text + "': '" + part + "'" + ALLOWED);
      }
      Attribute attribute =
          new Attribute(
              Attribute.decodedName(found.group(1)),
              AttributeType.named(found.group(2)),
              found.group(3) != null);
      int added = found.group(4) == null ? 0 : Integer.parseInt(found.group(4));
      int dropped = found.group(5) == null ? Schema.Column.KEPT : Integer.parseInt(found.group(5));
      if (added >= dropped || !attribute.isNullable() && added > 0) {
        throw new SpecException("attributes '" + text + "': '" + part + "'" + ALLOWED);
      }
      columns.add(new Schema.Column(attribute, added, dropped));
      version = Math.max(version, dropped == Schema.Column.KEPT ? added : dropped);
    }
    requireVersions(text, columns, version);
    return new Schema(columns, version, false);
  }

  /**
   * Checks that each version adds or drops one attribute, and that attributes appear in the order
   * of their addition.
   */
  private static void requireVersions(String text, List<Schema.Column> columns, int version) {
    int[] changes = new int[version + 1];
    int last = 0;
    for (Schema.Column column : columns) {
      if (column.added() < last) {
        throw new SpecException(
            "attributes '" + text + "' are not in the order of their addition" + ALLOWED);
      }
      last = column.added();
      if (last > 0) {
        changes[last]++;
      }
      if (column.dropped() != Schema.Column.KEPT) {
        changes[column.dropped()]++;
      }
    }
    for (int each = 1; each <= version; each++) {
      if (changes[each] != 1) {
        throw new SpecException(
            "attributes '" + text + "' with " + changes[each] + " changes " + each + ALLOWED);
      }
    }
  }
}

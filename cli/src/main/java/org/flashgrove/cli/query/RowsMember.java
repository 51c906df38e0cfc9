package org.flashgrove.cli.query;

/**
 * Text around the rows of a query in the {@code --json} object. The rows are the first member of
 * the object. Each row is printed when it is found, so memory does not grow with the number of
 * rows.
 */
final class RowsMember {
  static final String BEGIN = "{\n  \"rows\" : [";
  static final String NEXT = "\n    ";
  static final String END = "\n  ],";

  private RowsMember() {}
}

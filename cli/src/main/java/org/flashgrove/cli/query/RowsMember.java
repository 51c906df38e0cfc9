package org.flashgrove.cli.query;

/**
 * Text around the rows of a query in the {@code --json} object. The rows are its first member, and
 * are printed as they are found. Memory therefore does not grow with their number.
 */
final class RowsMember {
  static final String BEGIN = "{\n  \"rows\" : [";
  static final String NEXT = "\n    ";
  static final String END = "\n  ],";

  private RowsMember() {}
}

package org.flashgrove.cli.query;

/**
 * The text around the rows of a query in the object of {@code --json}: they are printed as they are
 * found, as its first member, so that no number of them needs memory.
 */
final class RowsMember {
  static final String BEGIN = "{\n  \"rows\" : [";
  static final String NEXT = "\n    ";
  static final String END = "\n  ],";

  private RowsMember() {}
}

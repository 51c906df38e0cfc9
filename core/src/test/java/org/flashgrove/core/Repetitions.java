package org.flashgrove.core;

/**
 * Numbers of repetitions of tests: few in a normal run, many with {@code mvn -P long}. What a test
 * asserts and the kinds of its inputs are the same in both.
 */
public final class Repetitions {
  static final String PROPERTY = "flashgrove.repetitions";

  private static final boolean MANY = "many".equals(System.getProperty(PROPERTY));

  private Repetitions() {}

  /** Returns {@code few} in a normal run, and {@code many} with {@code -P long}. */
  public static int of(int few, int many) {
    return MANY ? many : few;
  }

  /** Returns the argument that makes a run of tests repeat as this one, or "" in a normal run. */
  static String argument() {
    return MANY ? " -D" + PROPERTY + "=many" : "";
  }
}

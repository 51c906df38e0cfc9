package org.flashgrove.core.index;

/** Decision of a visitor whether to continue its search. */
public enum VisitResult {
  /** Continues the search. */
  CONTINUE,

  /** Ends the search. The entry for which the visitor returns this value counts as visited. */
  STOP;

  /** Returns {@link #CONTINUE} if a condition holds, otherwise {@link #STOP}. */
  public static VisitResult continueIf(boolean condition) {
    return condition ? CONTINUE : STOP;
  }
}

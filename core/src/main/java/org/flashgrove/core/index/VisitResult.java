package org.flashgrove.core.index;

/** Result of a visitor that may end its search. */
public enum VisitResult {
  /** The search goes on. */
  CONTINUE,

  /** The search ends; what was found last counts as visited. */
  STOP;

  /** Returns {@link #CONTINUE} if a condition holds, else {@link #STOP}. */
  public static VisitResult continueIf(boolean condition) {
    return condition ? CONTINUE : STOP;
  }
}

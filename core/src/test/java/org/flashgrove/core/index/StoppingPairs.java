package org.flashgrove.core.index;

/** Receives pairs and stops as a function says. */
public final class StoppingPairs implements PairVisitor {
  private final Answer answer;

  /** Says after each pair whether to go on. */
  @FunctionalInterface
  public interface Answer {
    /** Receives a pair. */
    VisitResult to(long first, long second);
  }

  public StoppingPairs(Answer answer) {
    this.answer = answer;
  }

  @Override
  public void visit(long first, long second) {
    answer.to(first, second);
  }

  @Override
  public VisitResult found(long first, long second) {
    return answer.to(first, second);
  }
}

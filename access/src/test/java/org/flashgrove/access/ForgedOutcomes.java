package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.core.failure.StoreException;

/**
 * Counts the outcomes of work on forged content: an answer, a typed exception with a cause, or a
 * violation.
 */
public final class ForgedOutcomes {
  private static final int FRAMES_SHOWN = 9;

  private final List<String> violations = new ArrayList<>();
  private int answered;
  private int refused;

  /** Runs work on content that {@code forger} changed, and counts its outcome. */
  public void attempt(Object store, Forger forger, Runnable work) {
    try {
      work.run();
      answered++;
    } catch (StoreException e) {
      refused++;
      assertThat(e).hasMessageMatching("(?s).*\\S: \\S.*");
    } catch (RuntimeException | Error e) {
      StringBuilder text = new StringBuilder();
      text.append(store).append(": ").append(forger.done()).append(e);
      StackTraceElement[] trace = e.getStackTrace();
      for (int i = 0; i < Math.min(FRAMES_SHOWN, trace.length); i++) {
        text.append("\n      at ").append(trace[i]);
      }
      violations.add(text.toString());
    }
  }

  /** Fails if some work ended neither in an answer nor in a typed exception. */
  public void requireNoViolation() {
    assertThat(violations).isEmpty();
    assertThat(answered).isPositive();
  }

  /** Returns the number of typed exceptions. */
  public int refused() {
    return refused;
  }

  @Override
  public String toString() {
    return answered + " answered, " + refused + " refused with a cause";
  }
}

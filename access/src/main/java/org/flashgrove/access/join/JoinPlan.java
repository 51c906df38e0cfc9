package org.flashgrove.access.join;

import java.util.List;
import java.util.Locale;

/**
 * The plan of a join, as {@link JoinQuery#explain} returns it. {@link #toString} returns a line for
 * each plan.
 *
 * @param chosen the plan that a run takes
 * @param rejected the other plans, the cheapest first
 * @param unused why other kinds of plans are impossible, a line for each
 */
public record JoinPlan(Option chosen, List<Option> rejected, List<String> unused) {
  /** A way to find candidates by rectangles. */
  public enum Kind {
    /** Descends both trees at the same time. */
    TRAVERSAL("synchronized traversal"),
    /** Searches the inner index once for each outer entry. */
    PROBES("index probes"),
    /** Searches the inner index once for each thousand outer entries, and sweeps what it finds. */
    TILES("tiles"),
    /** Builds a tree of the inner rectangles in memory, and walks it from each outer entry. */
    MEMORY_TREE("tree in memory");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    @Override
    public String toString() {
      return words;
    }
  }

  /**
   * A plan and its estimated cost.
   *
   * @param kind how it finds candidates
   * @param outerIsLeft whether the left side is the outer one, whose objects stay decoded
   * @param outerEntries entries of the outer side
   * @param innerEntries entries of the inner side
   * @param cost work for index pages, in pages that a probe looks at
   */
  public record Option(
      Kind kind, boolean outerIsLeft, long outerEntries, long innerEntries, double cost) {
    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%s from the %s side (%,d entries) into the %s side (%,d entries): cost %,.0f",
          kind,
          outerIsLeft ? "left" : "right",
          outerEntries,
          outerIsLeft ? "right" : "left",
          innerEntries,
          cost);
    }
  }

  /** Copies the lists. */
  public JoinPlan {
    rejected = List.copyOf(rejected);
    unused = List.copyOf(unused);
  }

  /** Returns a line for the plan, one for each rejected plan, and one for each impossible one. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("plan: ").append(chosen);
    rejected.forEach(each -> text.append("\nrejected: ").append(each));
    unused.forEach(line -> text.append("\nnot used: ").append(line));
    return text.toString();
  }
}

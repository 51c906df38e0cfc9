package org.flashgrove.access.join;

import java.util.List;
import java.util.Locale;

/**
 * The plan of a join; {@link JoinQuery#explain} returns it. {@link #toString} returns a line for
 * each plan.
 *
 * @param chosen the plan that a run uses
 * @param rejected the other possible plans, the cheapest first
 * @param unused one line for each kind of plan that is impossible for this join, with the reason
 */
public record JoinPlan(Option chosen, List<Option> rejected, List<String> unused) {
  /**
   * Methods that find pairs of entries whose rectangles satisfy the condition of a join. A method
   * with an outer and an inner side searches the inner index for the entries of the outer side.
   */
  public enum Kind {
    /** Descends both trees at the same time. */
    TRAVERSAL("synchronized traversal"),
    /** Searches the inner index once for each outer entry. */
    PROBES("index probes"),
    /**
     * Searches the inner index once for each thousand outer entries, and joins the results by a
     * sweep.
     */
    TILES("tiles"),
    /**
     * Builds a tree of the inner entries in memory, and searches it for each outer entry. The inner
     * objects stay decoded. A join of pairs needs no index for this, because it scans the records.
     */
    MEMORY_TREE("tree in memory"),
    /**
     * Builds an index of the inner entries in a temporary file, and searches it for each outer
     * entry.
     */
    TEMPORARY_INDEX("temporary index");

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
   * @param kind how the plan finds candidates
   * @param outerIsLeft whether the left side is the outer side. Objects of the outer side stay
   *     decoded while the inner side is searched.
   * @param outerEntries number of entries of the outer side
   * @param innerEntries number of entries of the inner side
   * @param cost estimated cost, in pages that a search of an index reads
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

  /** Copies both lists. */
  public JoinPlan {
    rejected = List.copyOf(rejected);
    unused = List.copyOf(unused);
  }

  /** Returns a line for the chosen plan, for each rejected plan, and for each impossible plan. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("plan: ").append(chosen);
    rejected.forEach(each -> text.append("\nrejected: ").append(each));
    unused.forEach(line -> text.append("\nnot used: ").append(line));
    return text.toString();
  }
}

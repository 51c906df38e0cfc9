package org.flashgrove.access.cost;

import java.util.List;
import java.util.Locale;

/**
 * The plan of a query of a table; {@code TableQuery.explain} returns it. The cost of a plan is the
 * number of index pages and record pages that the query reads, including pages in memory. {@link
 * #toString} returns a line for each plan.
 *
 * @param chosen the plan that a run of the query uses
 * @param rejected the other possible plans, the cheapest first
 * @param unused one line for each index that no plan uses, with the reason
 */
public record QueryPlan(Option chosen, List<Option> rejected, List<String> unused) {
  /** The ways to find the records of a query. */
  public enum Kind {
    /** Reads all pages of records. */
    FULL_SCAN("full scan"),
    /** Reads the records that one index finds, and reads each of their pages once. */
    INDEX_SCAN("index scan"),
    /**
     * Reads the records that every one of several indices finds, and reads each record page once.
     */
    INTERSECTION("intersection"),
    /** Reads records in the order of an index until the caller has enough of them. */
    INDEX_ORDER("index order"),
    /** Reads records nearest first until the caller has enough of them. */
    DISTANCE_ORDER("distance order");

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
   * @param kind how the plan finds records
   * @param indices names of the indices that the plan uses
   * @param isSorted whether the plan sorts the records
   * @param records number of records that the plan reads
   * @param indexPages number of index pages that the plan reads
   * @param recordPages number of record pages that the plan reads
   */
  public record Option(
      Kind kind,
      List<String> indices,
      boolean isSorted,
      double records,
      double indexPages,
      double recordPages) {
    /** Copies the list. */
    public Option {
      indices = List.copyOf(indices);
    }

    /**
     * Returns the estimated cost: the number of index pages and record pages that the plan reads.
     */
    public double cost() {
      return indexPages + recordPages;
    }

    /**
     * Returns whether this plan scans the same indices as {@code other} in the same way. Also
     * returns true if this plan reads an index in order and {@code other} is a plain scan of that
     * index.
     */
    public boolean isReadingOf(Option other) {
      return indices.equals(other.indices)
          && (kind == other.kind || kind == Kind.INDEX_ORDER && other.kind == Kind.INDEX_SCAN);
    }

    /** Returns whether another option is the same plan, even if its cost differs. */
    public boolean isSameAs(Option other) {
      return kind == other.kind && indices.equals(other.indices) && isSorted == other.isSorted;
    }

    /** Returns the plan without its cost, such as {@code index scan by owner, sorted}. */
    public String description() {
      return kind
          + (indices.isEmpty() ? "" : " by " + String.join(" and ", indices))
          + (isSorted ? ", sorted" : "");
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%s: %s (%,.0f of indices, %,.0f of records), %s",
          description(),
          counted(cost(), "page"),
          indexPages,
          recordPages,
          counted(records, "record"));
    }

    private static String counted(double count, String noun) {
      String rounded = String.format(Locale.ROOT, "%,.0f ", count);
      return rounded + noun + (rounded.equals("1 ") ? "" : "s");
    }
  }

  /** Copies both lists. */
  public QueryPlan {
    rejected = List.copyOf(rejected);
    unused = List.copyOf(unused);
  }

  /** Returns a line for the chosen plan, for each rejected plan, and for each unused index. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("plan: ").append(chosen);
    rejected.forEach(each -> text.append("\nrejected: ").append(each));
    unused.forEach(line -> text.append("\nnot used: ").append(line));
    return text.toString();
  }
}

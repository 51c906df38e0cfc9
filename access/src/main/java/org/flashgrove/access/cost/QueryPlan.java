package org.flashgrove.access.cost;

import java.util.List;
import java.util.Locale;

/**
 * The plan of a query of a table, as {@code TableQuery.explain} returns it. Costs are pages that
 * the query asks for, of indices and of records, whether they are in memory or not. {@link
 * #toString} returns a line for each plan.
 *
 * @param chosen the plan that a run of the query takes
 * @param rejected the other plans, the cheapest first
 * @param unused why indices are in no plan, a line for each
 */
public record QueryPlan(Option chosen, List<Option> rejected, List<String> unused) {
  /** A way to find the records of a query. */
  public enum Kind {
    /** Reads all pages of records. */
    FULL_SCAN("full scan"),
    /** Reads the records that one index gives, each page once. */
    INDEX_SCAN("index scan"),
    /** Reads the records that several indices give, each page once. */
    INTERSECTION("intersection"),
    /** Reads records in the order of an index, as many as are asked for. */
    INDEX_ORDER("index order"),
    /** Reads records by their distance, as many as are asked for. */
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
   * @param kind how it finds records
   * @param indices names of the indices that it uses
   * @param isSorted whether it sorts what it finds
   * @param records records that it looks at
   * @param indexPages pages of indices
   * @param recordPages pages of records
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

    /** Returns the pages in all. */
    public double cost() {
      return indexPages + recordPages;
    }

    /** Returns whether this reads the same indices as another option, and records if any. */
    public boolean isReadingOf(Option other) {
      return indices.equals(other.indices)
          && (kind == other.kind || kind == Kind.INDEX_ORDER && other.kind == Kind.INDEX_SCAN);
    }

    /** Returns whether another option is the same plan, whatever it costs. */
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
          "%s: %,.0f pages (%,.0f of indices, %,.0f of records), %,.0f records",
          description(),
          cost(),
          indexPages,
          recordPages,
          records);
    }
  }

  /** Copies the lists. */
  public QueryPlan {
    rejected = List.copyOf(rejected);
    unused = List.copyOf(unused);
  }

  /** Returns a line for the plan, one for each rejected plan, and one for each unused index. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("plan: ").append(chosen);
    rejected.forEach(each -> text.append("\nrejected: ").append(each));
    unused.forEach(line -> text.append("\nnot used: ").append(line));
    return text.toString();
  }
}

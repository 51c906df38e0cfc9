package org.flashgrove.cli.query;

import java.util.List;
import org.flashgrove.access.record.RecordOrder;
import org.flashgrove.cli.command.ChosenStructure;
import picocli.CommandLine.Option;

/** Options that limit, order and explain the results of a query. */
final class ResultOptions {
  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "Maximum number of results of each query (default: all).")
  private long limit = Long.MAX_VALUE;

  @Option(
      names = {"--order", "--order-by"},
      paramLabel = "WHAT",
      description =
          "Sort the records of a table, or the features of a data file, by key (the id in a data"
              + " file), or by the attribute with this name; nulls come last. The suffix :desc"
              + " sorts in descending order (default: unsorted).")
  private String order;

  @Option(
      names = "--explain",
      description =
          "For a table: also print the estimated number of pages of each plan, and the actual cost"
              + " of the chosen plan. They go to standard error if rows are printed, and to members"
              + " with --json.")
  private boolean explain;

  /**
   * Throws an exception if the user gave options that the structure does not allow, or that several
   * queries do not allow.
   */
  void requireAllowed(ChosenStructure chosen, boolean isOfSeveral) {
    requireLimit();
    if (isPlanned() && !chosen.isTable()) {
      throw new IllegalArgumentException("--order and --explain: work only on a table; omit them");
    }
    if (isPlanned() && isOfSeveral) {
      throw new IllegalArgumentException(
          "--order and --explain: cannot be combined with --queries or several --keys; run one"
              + " query");
    }
  }

  /** Returns whether the user gave an option for which the query must be planned. */
  private boolean isPlanned() {
    return order != null || explain;
  }

  private void requireLimit() {
    if (limit < 0) {
      throw new IllegalArgumentException("--limit " + limit + " (allowed: 0 or more)");
    }
  }

  /** Returns the order of the features of a data file, or null. Also checks the limit. */
  RecordOrder orderOfFile() {
    requireLimit();
    return order == null ? null : PlanOptions.parse(order, RecordOrder::by);
  }

  boolean isLimited() {
    return limit != Long.MAX_VALUE;
  }

  long limit() {
    return limit;
  }

  /**
   * Returns lines that explain the plan of a scan. Without {@code --explain}, returns an empty
   * list.
   */
  List<String> explain(PlanOptions.Planned planned, ResultChecker checker) {
    return explain ? planned.lines(checker.scan(), checker.elapsedMillis()) : List.of();
  }

  /** Returns the options for planning a scan. */
  PlanOptions plan() {
    return PlanOptions.of(order, explain);
  }
}

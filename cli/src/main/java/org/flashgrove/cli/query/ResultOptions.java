package org.flashgrove.cli.query;

import java.util.List;
import org.flashgrove.cli.command.ChosenStructure;
import picocli.CommandLine.Option;

/** Options about which results of a query are listed, in which order, and by which plan. */
final class ResultOptions {
  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "At most so many results of each query (default: all).")
  private long limit = Long.MAX_VALUE;

  @Option(
      names = {"--order", "--order-by"},
      paramLabel = "WHAT",
      description =
          "Order of the records of a table: key, or the name of an attribute, nulls last; with"
              + " :desc behind it the greatest first (default: as they are found).")
  private String order;

  @Option(
      names = "--explain",
      description =
          "Also print the estimated costs of each plan of a table, and the actual costs of the one"
              + " that was taken: beside rows to the error stream, with --json as members.")
  private boolean explain;

  /** Refuses what the structure, or the number of queries, does not allow. */
  void requireAllowed(ChosenStructure chosen, boolean isOfFile) {
    if (limit < 0) {
      throw new IllegalArgumentException("--limit " + limit + " (allowed: 0 or more)");
    }
    if (isPlanned() && !chosen.isTable()) {
      throw new IllegalArgumentException(
          "--order or --explain without a table (allowed: of a table)");
    }
    if (isPlanned() && isOfFile) {
      throw new IllegalArgumentException(
          "--order or --explain with --queries (allowed: with one query)");
    }
  }

  /** Returns whether a plan has to be chosen by its costs. */
  boolean isPlanned() {
    return order != null || explain;
  }

  boolean isLimited() {
    return limit != Long.MAX_VALUE;
  }

  long limit() {
    return limit;
  }

  /** Returns lines that explain a plan that was taken, none unless they are asked for. */
  List<String> explain(PlanOptions.Planned planned, Answers answers) {
    return explain
        ? planned.lines(
            answers.scan().pagesRead(), answers.scan().indexPages(), answers.elapsedMillis())
        : List.of();
  }

  /** Returns the options of the plan. */
  PlanOptions plan() {
    return PlanOptions.of(order, explain);
  }
}

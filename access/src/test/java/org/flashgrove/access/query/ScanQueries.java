package org.flashgrove.access.query;

import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.core.geometry.GeometryTest;

/** Creates queries of tables from conditions of scans. */
public final class ScanQueries {
  private ScanQueries() {}

  /** Returns a query of a table at its newest commit. */
  public static TableQuery of(Table table, ScanQuery conditions) {
    return of(TableQuery.of(table), conditions);
  }

  /** Returns a query of a snapshot. */
  public static TableQuery of(TableSnapshot at, ScanQuery conditions) {
    return of(TableQuery.of(at), conditions);
  }

  /** Adds the conditions of a scan to a query. */
  public static TableQuery of(TableQuery query, ScanQuery conditions) {
    TableQuery both =
        query.keys(conditions.fromKey(), conditions.toKey()).where(conditions.filter());
    GeometryTest question = conditions.geometry();
    return question == null ? both : both.matching(question);
  }
}

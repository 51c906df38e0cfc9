package org.flashgrove.spark;

import org.apache.spark.sql.connector.catalog.Table;

/** Table that evaluates the spatial predicates of a query. */
interface TableWithPredicates extends Table {
  /** Returns whether any row has an empty geometry. */
  boolean hasEmptyGeometries();
}

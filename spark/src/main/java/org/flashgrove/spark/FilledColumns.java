package org.flashgrove.spark;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.V2WriteCommand;
import org.apache.spark.sql.types.NullType;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Finds columns that the rows of a write lack. Spark may fill them with nulls before it calls the
 * data source, which then gets complete rows. No capability of a table turns this off, and a column
 * without nulls would exclude rows without a geometry.
 */
final class FilledColumns {
  private FilledColumns() {}

  /**
   * Returns the names of the columns that Spark filled with nulls. Spark adds a projection with a
   * typed null for each such column. A null in a statement has no type of its own; Spark casts it.
   *
   * @param command analyzed command, or null for none
   */
  static List<String> of(LogicalPlan command) {
    List<String> filled = new ArrayList<>();
    if (command instanceof V2WriteCommand write && write.query() instanceof Project project) {
      for (NamedExpression each : CollectionConverters.asJava(project.projectList())) {
        if (each instanceof Alias alias
            && alias.child() instanceof Literal literal
            && literal.value() == null
            && !(literal.dataType() instanceof NullType)) {
          filled.add(alias.name());
        }
      }
    }
    return filled;
  }
}

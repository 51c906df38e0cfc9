package org.flashgrove.spark;

import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.BoundReference;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.InterpretedPredicate;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LocalRelation;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.util.TypeUtils;
import org.apache.spark.sql.catalyst.util.V2ExpressionBuilder;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.NullOrdering;
import org.apache.spark.sql.connector.expressions.SortDirection;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.expressions.aggregate.AggregateFunc;
import org.apache.spark.sql.connector.expressions.aggregate.Aggregation;
import org.apache.spark.sql.connector.expressions.aggregate.Count;
import org.apache.spark.sql.connector.expressions.aggregate.CountStar;
import org.apache.spark.sql.connector.expressions.aggregate.Max;
import org.apache.spark.sql.connector.expressions.aggregate.Min;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.read.SupportsPushDownAggregates;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.apache.spark.sql.execution.datasources.v2.PushDownUtils;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractPartialFunction;

/**
 * Random queries of a dataset without jobs: Spark resolves and simplifies the conditions of many
 * queries at once, and its own code pushes each query to a scan, which is read in this thread. The
 * expected results come from the same rows in memory, where Spark evaluates the conditions as
 * written.
 */
final class PushDownDirect {
  private static final int MOST = Integer.MAX_VALUE;
  private static final int GEOMETRY = MixedRows.ATTRIBUTES;

  private final Random random;
  private final MixedConditions conditions;
  private final Dataset<Row> read;
  private final DataSourceV2Relation relation;
  private final List<Attribute> attributes = new ArrayList<>();
  private final List<InternalRow> rows;
  private long pushed;

  /**
   * Creates queries.
   *
   * @param hasSedona whether some conditions are functions of Sedona
   * @param plain the rows in memory
   * @param read the dataset that has them
   */
  PushDownDirect(Random random, boolean hasSedona, Dataset<Row> plain, Dataset<Row> read) {
    this.random = random;
    conditions = new MixedConditions(random, hasSedona);
    this.read = read;
    relation = (DataSourceV2Relation) read.queryExecution().analyzed();
    attributes.addAll(CollectionConverters.asJava(relation.output()));
    LocalRelation local = (LocalRelation) plain.queryExecution().analyzed();
    rows = CollectionConverters.asJava(local.data());
  }

  /** Returns how many queries had all their conditions pushed down. */
  long pushed() {
    return pushed;
  }

  /** Runs queries of each kind. */
  void run(int count) throws IOException {
    Column[] columns = new Column[2 * count];
    for (int i = 0; i < count; i++) {
      Column condition = random.nextInt(8) == 0 ? lit(true) : conditions.condition(2);
      for (int j = random.nextInt(3); j > 0; j--) {
        condition = condition.and(conditions.condition(2));
      }
      columns[2 * i] = condition.as("holds" + i);
      columns[2 * i + 1] = conditions.distance().as("distance" + i);
    }
    Dataset<Row> asked = read.select(columns);
    List<Expression> written = expressions(asked.queryExecution().analyzed());
    List<Expression> simplified = expressions(asked.queryExecution().optimizedPlan());
    for (int i = 0; i < count; i++) {
      Query query = new Query(written.get(2 * i), simplified.get(2 * i), simplified.get(2 * i + 1));
      switch (random.nextInt(4)) {
        case 0 -> query.filters();
        case 1 -> query.limited();
        case 2 -> query.nearest();
        default -> query.aggregates();
      }
    }
  }

  private static List<Expression> expressions(LogicalPlan plan) {
    List<Expression> all = new ArrayList<>();
    CollectionConverters.asJava(((Project) plan).projectList())
        .forEach(each -> all.add(((Expression) each).children().head()));
    return all;
  }

  /** Returns an expression that takes the values of columns from rows by position. */
  private static Expression bound(Expression expression, List<Attribute> columns) {
    return expression.transform(
        new AbstractPartialFunction<>() {
          @Override
          public boolean isDefinedAt(Expression part) {
            return part instanceof AttributeReference;
          }

          @Override
          public Expression apply(Expression part) {
            int at = 0;
            while (!columns.get(at).exprId().equals(((Attribute) part).exprId())) {
              at++;
            }
            return new BoundReference(at, part.dataType(), true);
          }
        });
  }

  private static List<InternalRow> passing(
      List<InternalRow> rows, Expression condition, List<Attribute> columns) {
    InterpretedPredicate predicate = new InterpretedPredicate(bound(condition, columns));
    predicate.initialize(0);
    return rows.stream().filter(predicate::eval).toList();
  }

  private static List<Long> ids(List<InternalRow> rows) {
    return rows.stream().map(row -> row.getLong(0)).sorted().toList();
  }

  private int limit() {
    int count = rows.size();
    int[] limits = {0, 1, 2, 9, count / 2, count - 20, count - 1, count, count + 1, 1 << 28};
    return random.nextInt(8) == 0 ? MOST : Math.max(0, limits[random.nextInt(limits.length)]);
  }

  /** One query and its scan. */
  private final class Query {
    private final Expression written;
    private final Expression distance;
    private final ScanBuilder builder;
    private final List<Expression> left;
    private List<Attribute> columns = attributes;

    Query(Expression written, Expression simplified, Expression distance) {
      this.written = written;
      this.distance = distance;
      builder = ((SupportsRead) relation.table()).newScanBuilder(CaseInsensitiveStringMap.empty());
      LogicalPlan filter = new Filter(simplified, relation);
      Expression condition = ((Filter) new PredicateRule().apply(filter)).condition();
      List<Expression> conjuncts = new ArrayList<>();
      divide(condition, conjuncts);
      left =
          CollectionConverters.asJava(
              PushDownUtils.pushFilters(builder, CollectionConverters.asScala(conjuncts).toSeq())
                  ._2());
      pushed += left.isEmpty() ? 1 : 0;
    }

    private static void divide(Expression condition, List<Expression> into) {
      if (condition instanceof And and) {
        divide(and.left(), into);
        divide(and.right(), into);
      } else if (!condition.equals(Literal.TrueLiteral())) {
        into.add(condition);
      }
    }

    /** Asks for the columns alone that the query needs. */
    private void prune() {
      Set<String> needed = new HashSet<>(List.of("id", "geom"));
      for (Expression each : left) {
        CollectionConverters.asJava(each.references().toSeq())
            .forEach(attribute -> needed.add(attribute.name()));
      }
      columns = attributes.stream().filter(each -> needed.contains(each.name())).toList();
      StructType schema = new StructType();
      for (Attribute each : columns) {
        schema = schema.add(each.name(), each.dataType());
      }
      ((SupportsPushDownRequiredColumns) builder).pruneColumns(schema);
    }

    /** Returns the rows of the scan, those of each table in their order. */
    private List<InternalRow> scanned() throws IOException {
      PartitionReaderFactory factory = builder.build().toBatch().createReaderFactory();
      List<InternalRow> found = new ArrayList<>();
      for (InputPartition each : builder.build().toBatch().planInputPartitions()) {
        try (PartitionReader<InternalRow> reader = factory.createReader(each)) {
          while (reader.next()) {
            found.add(reader.get().copy());
          }
        }
      }
      return found;
    }

    private List<InternalRow> answers() throws IOException {
      List<InternalRow> found = scanned();
      for (Expression each : left) {
        found = passing(found, each, columns);
      }
      return found;
    }

    private List<InternalRow> expected() {
      return passing(rows, written, attributes);
    }

    void filters() throws IOException {
      if (random.nextBoolean()) {
        prune();
      }
      assertThat(ids(answers())).as(written.toString()).isEqualTo(ids(expected()));
    }

    void limited() throws IOException {
      int limit = limit();
      prune();
      if (left.isEmpty()) {
        assertThat((boolean) PushDownUtils.pushLimit(builder, limit)._1()).isTrue();
      }
      List<Long> all = ids(expected());
      List<Long> found = ids(answers().stream().limit(limit).toList());
      assertThat(found)
          .as("%s limit %d", written, limit)
          .hasSize(Math.min(limit, all.size()))
          .doesNotHaveDuplicates();
      assertThat(all).as("%s limit %d", written, limit).containsAll(found);
    }

    void nearest() throws IOException {
      int limit = limit();
      boolean isAscending = random.nextInt(5) > 0;
      boolean isLast = random.nextInt(3) > 0;
      SortOrder order =
          Expressions.sort(
              new V2ExpressionBuilder(distance, false).build().get(),
              isAscending ? SortDirection.ASCENDING : SortDirection.DESCENDING,
              isLast ? NullOrdering.NULLS_LAST : NullOrdering.NULLS_FIRST);
      if (left.isEmpty()) {
        PushDownUtils.pushTopN(builder, new SortOrder[] {order}, limit);
      }
      prune();
      assertThat(ordered(answers(), columns, isAscending, isLast, limit))
          .as("%s order by %s limit %d", written, order, limit)
          .isEqualTo(ordered(expected(), attributes, isAscending, isLast, limit));
    }

    private List<Object> ordered(
        List<InternalRow> from,
        List<Attribute> of,
        boolean isAscending,
        boolean isLast,
        int limit) {
      Expression measured = bound(distance, of);
      Comparator<Double> byValue =
          isAscending ? Comparator.naturalOrder() : Comparator.reverseOrder();
      List<Double> values = new ArrayList<>();
      from.forEach(row -> values.add((Double) measured.eval(row)));
      values.sort(isLast ? Comparator.nullsLast(byValue) : Comparator.nullsFirst(byValue));
      return new ArrayList<>(values.subList(0, Math.min(limit, values.size())));
    }

    void aggregates() throws IOException {
      AggregateFunc[] functions = new AggregateFunc[left.isEmpty() ? 1 + random.nextInt(3) : 1];
      int[] of = new int[functions.length];
      for (int i = 0; i < functions.length; i++) {
        of[i] = random.nextInt(GEOMETRY + 1);
        var column = Expressions.column(attributes.get(of[i]).name());
        functions[i] =
            switch (random.nextInt(5)) {
              case 0, 1 -> new CountStar();
              case 2 -> new Count(column, false);
              case 3 -> new Min(column);
              default -> new Max(column);
            };
      }
      Aggregation aggregation =
          new Aggregation(functions, new org.apache.spark.sql.connector.expressions.Expression[0]);
      if (!left.isEmpty() || !((SupportsPushDownAggregates) builder).pushAggregation(aggregation)) {
        filters();
        return;
      }
      List<InternalRow> parts = scanned();
      StructType schema = builder.build().readSchema();
      for (int i = 0; i < functions.length; i++) {
        DataType type = attributes.get(of[i]).dataType();
        int at = i;
        List<Object> values = new ArrayList<>();
        parts.forEach(part -> values.add(part.get(at, schema.apply(at).dataType())));
        Object found = merged(functions[i], values, type);
        Object expected = aggregate(functions[i], of[i], type);
        String name = functions[i] + " of " + written;
        if (found != null && expected != null && functions[i].children().length > 0) {
          DataType compared = schema.apply(i).dataType();
          assertThat(TypeUtils.getInterpretedOrdering(compared).compare(found, expected))
              .as("%s: %s, expected %s", name, found, expected)
              .isZero();
        } else {
          assertThat(found).as(name).isEqualTo(expected);
        }
      }
    }

    private Object aggregate(AggregateFunc function, int column, DataType type) {
      List<Object> values = new ArrayList<>();
      for (InternalRow row : expected()) {
        boolean isNull = row.isNullAt(column);
        values.add(
            function instanceof CountStar
                ? (Object) 1L
                : function instanceof Count
                    ? isNull ? 0L : 1L
                    : isNull ? null : row.get(column, type));
      }
      return merged(function, values, type);
    }

    private Object merged(AggregateFunc function, List<Object> values, DataType type) {
      if (function instanceof CountStar || function instanceof Count) {
        return values.stream().mapToLong(each -> (Long) each).sum();
      }
      Comparator<Object> order = TypeUtils.getInterpretedOrdering(type);
      return values.stream()
          .filter(each -> each != null)
          .min(function instanceof Min ? order : order.reversed())
          .orElse(null);
    }
  }
}

package org.flashgrove.spark;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Union;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Random queries of a dataset that run in one job of Spark, one query for each branch of a union.
 * Spark plans a branch as it plans the query alone; every batch compares the scans of one query.
 * The expected results come from the same rows in memory, of which Spark evaluates each condition,
 * distance and aggregate without any push-down.
 */
final class PushDownBatch {
  private static final int MOST = Integer.MAX_VALUE;
  private static final Column VALUE = col("id").as("value");

  private final Random random;
  private final MixedConditions conditions;
  private final Dataset<Row> plain;
  private final Dataset<Row> read;
  private final int rows;
  private final int size;

  /** Conditions of each query; those of a query must hold together. */
  private final List<List<Column>> asked = new ArrayList<>();

  /**
   * Creates a batch.
   *
   * @param hasSedona whether some conditions are functions of Sedona
   * @param plain the rows in memory
   * @param read the dataset that has them
   * @param size number of queries
   */
  PushDownBatch(Random random, boolean hasSedona, Dataset<Row> plain, Dataset<Row> read, int size) {
    this.random = random;
    conditions = new MixedConditions(random, hasSedona);
    this.plain = plain;
    this.read = read;
    this.size = size;
    rows = (int) plain.count();
  }

  private void askAll(int mostPlain) {
    for (int i = 0; i < size; i++) {
      List<Column> all = new ArrayList<>();
      boolean isPlain = random.nextInt(4) < mostPlain;
      for (int j = isPlain ? -1 : random.nextInt(3); j >= 0; j--) {
        all.add(conditions.condition(2));
      }
      asked.add(all);
    }
  }

  private static Dataset<Row> where(Dataset<Row> rows, List<Column> conditions) {
    return conditions.isEmpty() ? rows : rows.where(all(conditions));
  }

  private static Column all(List<Column> conditions) {
    return conditions.stream().reduce(Column::and).orElse(lit(true));
  }

  /** Makes the branch of a query, whose rows have a column {@code value}. */
  private interface Branch {
    Dataset<Row> of(Dataset<Row> rows, int query);
  }

  /** Runs all queries on the dataset; returns the values of each query in their order. */
  private List<List<Object>> answers(Branch branch) {
    Dataset<Row> union = union(read, branch);
    assertThat(scans(union)).containsAll(scans(branch.of(read, random.nextInt(size))));
    return answers(union);
  }

  /** Unites all queries at once: a union of two after the other analyses its parts every time. */
  private Dataset<Row> union(Dataset<Row> rows, Branch branch) {
    List<LogicalPlan> branches = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      branches.add(
          branch
              .of(rows, i)
              .select(lit(i).as("query"), col("value").as("answer"))
              .queryExecution()
              .analyzed());
    }
    return org.apache.spark.sql.classic.Dataset.ofRows(
        (SparkSession) Session.get(),
        new Union(CollectionConverters.asScala(branches).toSeq(), false, false));
  }

  private List<List<Object>> answers(Dataset<Row> union) {
    List<List<Object>> answers = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      answers.add(new ArrayList<>());
    }
    // a single task reads all branches, one after the other
    for (Row row : union.coalesce(1).collectAsList()) {
      answers.get(row.getInt(0)).add(row.get(1));
    }
    return answers;
  }

  /** Returns what a plan pushes down. */
  private static List<String> scans(Dataset<Row> rows) {
    return rows.queryExecution()
        .sparkPlan()
        .toString()
        .lines()
        .filter(line -> line.contains("[pushed: "))
        .map(line -> line.substring(line.indexOf("[pushed: ")))
        .toList();
  }

  /** Returns for each query the rows that Spark finds: each has an id and further values. */
  private List<List<Row>> found(List<Column> further) {
    List<Column> columns = new ArrayList<>();
    columns.add(col("id"));
    for (int i = 0; i < size; i++) {
      columns.add(all(asked.get(i)).as("holds" + i));
      if (!further.isEmpty()) {
        columns.add(further.get(i).as("further" + i));
      }
    }
    List<List<Row>> found = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      found.add(new ArrayList<>());
    }
    int step = further.isEmpty() ? 1 : 2;
    for (Row row : plain.select(columns.toArray(new Column[0])).collectAsList()) {
      for (int i = 0; i < size; i++) {
        if (Boolean.TRUE.equals(row.get(1 + step * i))) {
          Object value = further.isEmpty() ? null : row.get(2 + step * i);
          found.get(i).add(org.apache.spark.sql.RowFactory.create(row.get(0), value));
        }
      }
    }
    return found;
  }

  private static List<Object> ids(List<Row> rows) {
    return new ArrayList<>(rows.stream().map(row -> row.get(0)).toList());
  }

  /** Compares the rows that conditions let through. */
  void filters() {
    askAll(0);
    List<List<Object>> answers = answers((rows, i) -> where(rows, asked.get(i)).select(VALUE));
    List<List<Row>> found = found(List.of());
    for (int i = 0; i < size; i++) {
      assertThat(answers.get(i))
          .as("%s", asked.get(i))
          .containsExactlyInAnyOrderElementsOf(ids(found.get(i)));
    }
  }

  private int limit() {
    int[] limits = {0, 1, 2, 9, rows / 2, rows - 20, rows - 1, rows, rows + 1, 1 << 28, MOST - 1};
    return random.nextInt(8) == 0 ? MOST : Math.max(0, limits[random.nextInt(limits.length)]);
  }

  private int[] limits() {
    int[] limits = new int[size];
    for (int i = 0; i < size; i++) {
      limits[i] = limit();
    }
    return limits;
  }

  /** Compares limits: any of the rows, as many as there are. */
  void limited() {
    askAll(2);
    int[] limits = limits();
    List<List<Object>> answers =
        answers((rows, i) -> where(rows, asked.get(i)).select(VALUE).limit(limits[i]));
    List<List<Row>> found = found(List.of());
    for (int i = 0; i < size; i++) {
      List<Object> all = ids(found.get(i));
      assertThat(answers.get(i))
          .as("%s limit %d", asked.get(i), limits[i])
          .hasSize(Math.min(limits[i], all.size()))
          .doesNotHaveDuplicates();
      assertThat(all).as("%s limit %d", asked.get(i), limits[i]).containsAll(answers.get(i));
    }
  }

  private Column order(Column distance) {
    return switch (random.nextInt(5)) {
      case 0 -> distance.asc_nulls_first();
      case 1 -> distance.desc();
      case 2 -> distance.asc();
      default -> distance.asc_nulls_last();
    };
  }

  /** Compares orders by distance with limits: the distances of the rows. */
  void nearest() {
    askAll(2);
    int[] limits = limits();
    int[] skipped = new int[size];
    List<Column> distances = new ArrayList<>();
    List<Column> orders = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      distances.add(conditions.distance());
      orders.add(order(distances.get(i)));
      skipped[i] = random.nextInt(3) == 0 ? random.nextInt(30) : 0;
    }
    List<List<Object>> answers =
        answers(
            (rows, i) -> {
              Dataset<Row> ordered =
                  where(rows, asked.get(i)).orderBy(orders.get(i)).limit(limits[i]);
              return (skipped[i] == 0 ? ordered : ordered.offset(skipped[i]))
                  .select(distances.get(i).as("value"));
            });
    List<List<Row>> found = found(distances);
    for (int i = 0; i < size; i++) {
      String order = orders.get(i).toString();
      List<Object> expected = new ArrayList<>();
      found.get(i).forEach(row -> expected.add(row.get(1)));
      expected.sort(
          (one, other) -> {
            boolean isLast = order.contains("NULLS LAST");
            if (one == null || other == null) {
              return one == other ? 0 : one == null == isLast ? 1 : -1;
            }
            int compared = Double.compare((Double) one, (Double) other);
            return order.contains("DESC") ? -compared : compared;
          });
      assertThat(answers.get(i))
          .as("%s order by %s limit %d offset %d", asked.get(i), order, limits[i], skipped[i])
          .isEqualTo(expected.stream().limit(limits[i]).skip(skipped[i]).toList());
    }
  }

  /** Returns a value as text; Spark may find either zero first, and keeps it. */
  private static Column text(Column value, DataType type) {
    if (type instanceof BinaryType) {
      return functions.hex(value);
    }
    boolean hasTwoZeros = type instanceof DoubleType || type instanceof FloatType;
    return (hasTwoZeros ? value.plus(lit(0.0)) : value).cast("string");
  }

  private Column aggregate() {
    var field = MixedRows.COLUMNS.apply(random.nextInt(MixedRows.COLUMNS.size()));
    Column column = col(field.name());
    return switch (random.nextInt(6)) {
      case 0 -> text(functions.count(lit(1)), DataTypes.LongType);
      case 1 -> text(functions.count(column), DataTypes.LongType);
      case 2 -> text(functions.countDistinct(column), DataTypes.LongType);
      case 3, 4 -> text(functions.min(column), field.dataType());
      default -> text(functions.max(column), field.dataType());
    };
  }

  /** Compares aggregates of all rows or of some. */
  void aggregates() {
    askAll(2);
    List<Column> wanted = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      Column[] values = new Column[1 + random.nextInt(3)];
      for (int j = 0; j < values.length; j++) {
        values[j] = aggregate();
      }
      wanted.add(array(values).as("value"));
    }
    List<List<Object>> answers =
        answers((rows, i) -> where(rows, asked.get(i)).select(wanted.get(i)));
    Dataset<Row> one = plain.coalesce(1);
    List<List<Object>> found =
        answers(union(one, (rows, i) -> where(rows, asked.get(i)).select(wanted.get(i))));
    for (int i = 0; i < size; i++) {
      assertThat(answers.get(i))
          .as("%s of %s", wanted.get(i), asked.get(i))
          .isEqualTo(found.get(i));
    }
  }
}

package org.flashgrove.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.apache.spark.Partition;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.TaskContext$;
import org.apache.spark.TaskContextImpl;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.rdd.RDD;
import org.apache.spark.storage.BlockManager;
import scala.Option;
import scala.collection.Iterator;
import scala.collection.immutable.Map$;

/** Runs the tasks of a query in the calling thread as an executor does, without a scheduler. */
final class LocalTasks {
  /** Negative, so that no task of Spark has the same number. */
  private static final AtomicLong LAST = new AtomicLong(-1_000_000);

  private LocalTasks() {}

  /** Computes the partitions of an RDD, each as a task; returns values of all rows in order. */
  static <T> List<Object> run(RDD<T> rdd, Function<T, Object> value) {
    List<Object> values = new ArrayList<>();
    for (Partition each : rdd.partitions()) {
      run(rdd, each, row -> values.add(value.apply(row)));
    }
    return values;
  }

  private static <T> void run(RDD<T> rdd, Partition part, Function<T, Object> row) {
    long id = LAST.decrementAndGet();
    BlockManager blocks = SparkEnv.get().blockManager();
    blocks.registerTask(id);
    TaskContextImpl task =
        new TaskContextImpl(
            0,
            0,
            part.index(),
            id,
            0,
            1,
            null,
            new Properties(),
            null,
            TaskMetrics.empty(),
            1,
            Map$.MODULE$.empty());
    TaskContext$.MODULE$.setTaskContext(task);
    Throwable failure = null;
    try {
      Iterator<T> rows = rdd.iterator(part, task);
      while (rows.hasNext()) {
        row.apply(rows.next());
      }
    } catch (RuntimeException | Error e) {
      failure = e;
      task.markTaskFailed(e);
      throw e;
    } finally {
      task.markTaskCompleted(Option.apply(failure));
      blocks.releaseAllLocksForTask(id);
      TaskContext$.MODULE$.unset();
      Thread.interrupted();
    }
  }

  /** Cancels the task of the calling thread as an executor does. */
  static void cancel() {
    TaskContext task = TaskContext.get();
    if (task != null) {
      task.markInterrupted("cancelled");
      Thread.currentThread().interrupt();
    }
  }
}

package org.flashgrove.spark;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.spark.Partition;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.TaskContext$;
import org.apache.spark.TaskContextImpl;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.rdd.RDD;
import org.apache.spark.serializer.SerializerInstance;
import org.apache.spark.storage.BlockManager;
import scala.Option;
import scala.collection.Iterator;
import scala.collection.immutable.Map$;
import scala.reflect.ClassTag;

/**
 * The tasks of a query, which threads of a test run as executors do, without a scheduler: each task
 * works on its own copy of the query. Safe for use by several threads.
 */
final class LocalTasks<T> {
  /** Negative, so that no task of Spark has the same number. */
  private static final AtomicLong LAST = new AtomicLong(-1_000_000);

  private final List<ByteBuffer> parts = new ArrayList<>();
  private final ByteBuffer query;

  /** Keeps Spark from removing what it has sent to executors. */
  private final RDD<T> original;

  /** Keeps the tasks that compute an RDD. */
  LocalTasks(RDD<T> rdd) {
    original = rdd;
    for (Partition each : rdd.partitions()) {
      parts.add(serializer().serialize(each, ClassTag.apply(Partition.class)));
    }
    query = serializer().serialize(rdd, ClassTag.apply(RDD.class));
  }

  private static SerializerInstance serializer() {
    return SparkEnv.get().closureSerializer().newInstance();
  }

  private static <O> O copy(ByteBuffer bytes, Class<O> type) {
    return serializer().deserialize(bytes.duplicate(), ClassTag.apply(type));
  }

  /** Runs all tasks in this thread; returns values of all rows in order. */
  List<Object> run(Function<T, Object> value) {
    List<Object> values = new ArrayList<>();
    Reference.reachabilityFence(original);
    for (ByteBuffer each : parts) {
      run(copy(each, Partition.class), row -> values.add(value.apply(row)));
    }
    return values;
  }

  @SuppressWarnings("unchecked") // the copy has the type of the original
  private void run(Partition part, Consumer<T> row) {
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
      Iterator<T> rows = ((RDD<T>) copy(query, RDD.class)).iterator(part, task);
      while (rows.hasNext()) {
        row.accept(rows.next());
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

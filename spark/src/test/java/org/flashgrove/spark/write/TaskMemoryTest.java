package org.flashgrove.spark.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.memory.MemoryConsumer;
import org.apache.spark.memory.MemoryMode;
import org.apache.spark.memory.TaskMemoryManager;
import org.apache.spark.memory.UnifiedMemoryManager;
import org.flashgrove.spark.Session;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A task takes memory from Spark, and returns it. */
class TaskMemoryTest {
  private static final int MIB = 1 << 20;
  private static final int TASK = 1;

  /** Returns the memory of an executor with some execution memory. */
  private static UnifiedMemoryManager executor(long executionBytes) {
    return new UnifiedMemoryManager(new SparkConf(false), executionBytes, 0, 1);
  }

  /** Spark grants what it has, and a task takes at most 96 MiB at a time. */
  @ParameterizedTest
  @CsvSource({"10, 10", "96, 96", "500, 96"})
  void memoryIsTakenFromSparkAndReturned(int mib, int taken) {
    UnifiedMemoryManager executor = executor((long) mib * MIB + MIB / 2);
    TaskMemory memory = new TaskMemory(executor, TASK);
    for (int i = 0; i < 2 * mib; i++) {
      assertThat(memory.take(MIB)).as("MiB %d", i).isEqualTo(i < taken);
    }
    assertThat(executor.executionMemoryUsed()).isEqualTo((long) taken * MIB);
    memory.close();
    assertThat(executor.executionMemoryUsed()).isZero();
    memory.close();
    assertThat(executor.executionMemoryUsed()).isZero();
  }

  @Test
  void otherOperatorsOfTheTaskKeepTheirMemory() {
    UnifiedMemoryManager executor = executor(10 * MIB + MIB / 2);
    TaskMemoryManager task = new TaskMemoryManager(executor, TASK);
    Operator sort = new Operator(task);
    assertThat(sort.acquireMemory(8 * MIB)).isEqualTo(8 * MIB);
    try (TaskMemory memory = new TaskMemory(executor, TASK)) {
      assertThat(memory.take(MIB)).isTrue();
      assertThat(memory.take(MIB)).isTrue();
      assertThat(memory.take(MIB)).isFalse();
      assertThat(sort.getUsed()).isEqualTo(8 * MIB);
      assertThat(task.getMemoryConsumptionForThisTask()).isEqualTo(10 * MIB);
    }
    assertThat(task.getMemoryConsumptionForThisTask()).isEqualTo(8 * MIB);
    assertThat(task.cleanUpAllAllocatedMemory()).isEqualTo(8 * MIB);
  }

  /** Operator that frees all its memory when it spills. */
  private static final class Operator extends MemoryConsumer {
    Operator(TaskMemoryManager task) {
      super(task, MemoryMode.ON_HEAP);
    }

    @Override
    public long spill(long bytes, MemoryConsumer trigger) {
      long freed = getUsed();
      freeMemory(freed);
      return freed;
    }
  }

  @Test
  void memoryBelongsToTheCurrentTask() {
    JavaSparkContext spark = JavaSparkContext.fromSparkContext(Session.get().sparkContext());
    List<Long> taken =
        spark.parallelize(List.of(MIB, 3 * MIB), 2).map(TaskMemoryTest::take).collect();
    assertThat(taken).containsExactly((long) MIB, 3L * MIB);
  }

  /** Takes bytes. Returns by how many bytes the account of the current task in Spark grows. */
  private static long take(int bytes) {
    TaskMemoryManager task = TaskContext.get().taskMemoryManager();
    long before = task.getMemoryConsumptionForThisTask();
    try (TaskMemory memory = TaskMemory.ofThisTask()) {
      assertThat(memory.take(bytes)).isTrue();
      return task.getMemoryConsumptionForThisTask() - before;
    }
  }

  @Test
  void nothingIsGrantedOutsideOfATask() {
    try (TaskMemory memory = TaskMemory.ofThisTask()) {
      assertThat(memory.take(1)).isFalse();
    }
  }
}

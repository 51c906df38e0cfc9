package org.flashgrove.spark.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Properties;
import org.apache.spark.SparkConf;
import org.apache.spark.TaskContext$;
import org.apache.spark.TaskContextImpl;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.memory.TaskMemoryManager;
import org.apache.spark.memory.UnifiedMemoryManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import scala.collection.immutable.Map$;

/** A task takes memory from Spark, and returns it. */
class TaskMemoryTest {
  private static final int MIB = 1 << 20;

  @AfterEach
  void endTask() {
    TaskContext$.MODULE$.unset();
  }

  /** Begins a task in this thread, in an executor with some execution memory. */
  private static TaskMemoryManager beginTask(long executionBytes) {
    UnifiedMemoryManager executor =
        new UnifiedMemoryManager(new SparkConf(false), executionBytes, 0, 1);
    TaskMemoryManager manager = new TaskMemoryManager(executor, 1);
    TaskContext$.MODULE$.setTaskContext(
        new TaskContextImpl(
            0,
            0,
            0,
            1,
            0,
            1,
            manager,
            new Properties(),
            null,
            TaskMetrics.empty(),
            1,
            Map$.MODULE$.empty()));
    return manager;
  }

  /** Spark grants what it has, and a task takes at most 96 MiB at a time. */
  @ParameterizedTest
  @CsvSource({"10, 10", "96, 96", "500, 96"})
  void memoryIsTakenFromSparkAndReturned(int mib, int taken) {
    TaskMemoryManager manager = beginTask((long) mib * MIB + MIB / 2);
    TaskMemory memory = TaskMemory.ofThisTask();
    for (int i = 0; i < 2 * mib; i++) {
      assertThat(memory.take(MIB)).as("MiB %d", i).isEqualTo(i < taken);
    }
    assertThat(manager.getMemoryConsumptionForThisTask()).isEqualTo((long) taken * MIB);
    memory.close();
    assertThat(manager.getMemoryConsumptionForThisTask()).isZero();
    memory.close();
    assertThat(manager.getMemoryConsumptionForThisTask()).isZero();
  }

  @Test
  void nothingIsGrantedOutsideOfATask() {
    try (TaskMemory memory = TaskMemory.ofThisTask()) {
      assertThat(memory.take(1)).isFalse();
    }
  }
}

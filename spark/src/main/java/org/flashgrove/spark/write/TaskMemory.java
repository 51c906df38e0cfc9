package org.flashgrove.spark.write;

import org.apache.spark.TaskContext;
import org.apache.spark.memory.MemoryConsumer;
import org.apache.spark.memory.MemoryMode;
import org.apache.spark.memory.TaskMemoryManager;
import org.flashgrove.spark.remote.ScratchBytes;

/** Memory of a Spark task, which is a part of Spark's execution memory. */
final class TaskMemory implements ScratchBytes.Memory {
  /** Maximum number of bytes to take. */
  private static final long MOST = 96 << 20;

  private final Consumer consumer;

  private TaskMemory(Consumer consumer) {
    this.consumer = consumer;
  }

  /** Returns the memory of the current task, or memory that grants nothing outside of a task. */
  static TaskMemory ofThisTask() {
    TaskContext task = TaskContext.get();
    TaskMemoryManager manager = task == null ? null : task.taskMemoryManager();
    return new TaskMemory(manager == null ? null : new Consumer(manager));
  }

  @Override
  public boolean take(int bytes) {
    if (consumer == null || consumer.getUsed() + bytes > MOST) {
      return false;
    }
    long granted = consumer.acquireMemory(bytes);
    if (granted < bytes) {
      consumer.freeMemory(granted);
    }
    return granted >= bytes;
  }

  @Override
  public void close() {
    if (consumer != null) {
      consumer.freeMemory(consumer.getUsed());
    }
  }

  /** Account of the task's memory in Spark. */
  private static final class Consumer extends MemoryConsumer {
    Consumer(TaskMemoryManager manager) {
      super(manager, MemoryMode.ON_HEAP);
    }

    /** Frees nothing, because the bytes are needed until the table is written. */
    @Override
    public long spill(long bytes, MemoryConsumer trigger) {
      return 0;
    }
  }
}

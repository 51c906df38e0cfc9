package org.flashgrove.spark.write;

import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.memory.MemoryManager;
import org.apache.spark.memory.MemoryMode;
import org.flashgrove.spark.remote.ScratchBytes;

/**
 * Memory of a Spark task, which is a part of Spark's execution memory. Other operators of the task
 * never spill rows to make room for it. Spark may evict cached blocks from execution memory, and
 * may wait until other tasks free memory. Spark cannot take the memory back before it is closed.
 */
final class TaskMemory implements ScratchBytes.Memory {
  /** Maximum number of bytes to take. */
  private static final long MOST = 96 << 20;

  /** Memory of the process; null if it grants nothing. */
  private final MemoryManager manager;

  private final long task;
  private long taken;

  TaskMemory(MemoryManager manager, long task) {
    this.manager = manager;
    this.task = task;
  }

  /** Returns the memory of the current task, or memory that grants nothing outside of a task. */
  static TaskMemory ofThisTask() {
    TaskContext task = TaskContext.get();
    return task == null || task.taskMemoryManager() == null
        ? new TaskMemory(null, 0)
        : new TaskMemory(SparkEnv.get().memoryManager(), task.taskAttemptId());
  }

  @Override
  public boolean take(int bytes) {
    if (manager == null || taken + bytes > MOST) {
      return false;
    }
    // a MemoryConsumer would make other consumers of the task spill if too few bytes are free
    long granted = manager.acquireExecutionMemory(bytes, task, MemoryMode.ON_HEAP);
    taken += granted;
    if (granted < bytes) {
      release(granted);
    }
    return granted >= bytes;
  }

  private void release(long bytes) {
    manager.releaseExecutionMemory(bytes, task, MemoryMode.ON_HEAP);
    taken -= bytes;
  }

  @Override
  public void close() {
    if (taken > 0) {
      release(taken);
    }
  }
}

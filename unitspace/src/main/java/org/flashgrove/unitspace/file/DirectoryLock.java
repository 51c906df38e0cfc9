package org.flashgrove.unitspace.file;

import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/**
 * Lock of a directory in units. Changes run one at a time. Reads run concurrently with each other,
 * and with those parts of a change that do not modify the state in memory, such as a sync of the
 * device.
 */
final class DirectoryLock {
  private final ReentrantLock changes = new ReentrantLock();
  private final ReentrantReadWriteLock state = new ReentrantReadWriteLock();

  /** Runs a change. The parts that modify the state in memory must be run by {@link #alone}. */
  <T> T changing(Supplier<T> action) {
    changes.lock();
    try {
      return action.get();
    } finally {
      changes.unlock();
    }
  }

  /** Runs the part of a change that modifies the state in memory. No read runs meanwhile. */
  void alone(Runnable action) {
    state.writeLock().lock();
    try {
      action.run();
    } finally {
      state.writeLock().unlock();
    }
  }

  /** Runs a read. */
  <T> T reading(Supplier<T> action) {
    state.readLock().lock();
    try {
      return action.get();
    } finally {
      state.readLock().unlock();
    }
  }
}

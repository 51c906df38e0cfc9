package org.flashgrove.storage.node;

import org.flashgrove.core.log.AppendLog;

/** Syncs a log some milliseconds after the first commit that waits for it, on its own thread. */
final class GroupSync implements AutoCloseable {
  private final AppendLog log;
  private final int millis;
  private final Thread thread;
  private boolean pending;
  private boolean stopped;
  private RuntimeException failure;

  GroupSync(AppendLog log, int millis) {
    this.log = log;
    this.millis = millis;
    thread = new Thread(this::run, "flashgrove-group-sync");
    thread.setDaemon(true);
    thread.start();
  }

  /** Notes a commit to be made durable. */
  synchronized void committed() {
    if (failure != null) {
      throw failure;
    }
    if (!pending) {
      pending = true;
      notifyAll();
    }
  }

  private void run() {
    try {
      while (awaitWork()) {
        log.sync();
      }
    } catch (RuntimeException e) {
      synchronized (this) {
        failure = e;
      }
    }
  }

  private synchronized boolean awaitWork() {
    try {
      while (!pending && !stopped) {
        wait();
      }
      long end = System.nanoTime() + millis * 1_000_000L;
      long left = millis;
      while (!stopped && left > 0) {
        wait(left);
        left = (end - System.nanoTime() + 999_999) / 1_000_000;
      }
      pending = false;
      return !stopped;
    } catch (InterruptedException e) {
      return false;
    }
  }

  @Override
  public void close() {
    synchronized (this) {
      stopped = true;
      notifyAll();
    }
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

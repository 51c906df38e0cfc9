package org.flashgrove.cli.edit;

import java.io.PrintStream;
import java.util.ArrayDeque;
import org.flashgrove.access.Store;
import org.flashgrove.storage.log.SyncMode;

/**
 * Prints ids in order as soon as their operations are durable. A separate thread prints the ids of
 * operations that become durable later. So a program may wait for the id of a row before it sends
 * the next row.
 */
final class Acknowledgements implements AutoCloseable {
  private static final int LOOK_MILLIS = 1;

  private record Pending(long commit, long id) {}

  private final Store store;
  private final boolean simulated;
  private final PrintStream out;
  private final boolean durableOnlyAtClose;
  private final ArrayDeque<Pending> pending = new ArrayDeque<>();
  private Thread printer;
  private boolean closed;

  /** Creates the acknowledgements of changes to a store. */
  Acknowledgements(Store store, PrintStream out) {
    this.store = store;
    this.out = out;
    simulated = store.design().device().isSimulated();
    durableOnlyAtClose = store.design().sync() == SyncMode.CLOSE;
  }

  /**
   * Records that the newest operation belongs to {@code id}. Prints the ids whose operations are
   * durable.
   */
  synchronized void done(long id) {
    if (simulated && !durableOnlyAtClose) {
      store.sync(); // the clock of a simulated device stands still while a caller waits for the
      // answer
    }
    pending.add(new Pending(store.commitNumber(), id));
    if (durableOnlyAtClose) {
      return;
    }
    printDurable();
    if (!pending.isEmpty()) {
      watch();
    }
  }

  private void watch() {
    if (printer == null) {
      printer = new Thread(this::printLater, "flashgrove-acknowledgements");
      printer.setDaemon(true);
      printer.start();
    }
    notifyAll();
  }

  private synchronized void printLater() {
    try {
      while (!closed) {
        printDurable();
        if (pending.isEmpty()) {
          wait();
        } else {
          wait(LOOK_MILLIS);
        }
      }
    } catch (InterruptedException e) {
      // finish() prints the remaining ids
    }
  }

  private void printDurable() {
    boolean printed = false;
    while (!pending.isEmpty() && store.isDurable(pending.peek().commit())) {
      out.println(pending.remove().id());
      printed = true;
    }
    if (printed) {
      out.flush();
    }
  }

  /** Syncs the store and prints the remaining ids. Call this even after a failure. */
  void finish() {
    store.sync();
    synchronized (this) {
      printDurable();
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    notifyAll();
  }
}

package org.flashgrove.cli.edit;

import java.io.PrintStream;
import java.util.ArrayDeque;
import org.flashgrove.access.Store;
import org.flashgrove.storage.log.SyncMode;

/**
 * Prints the id of each changed row as soon as the change is durable, in the order of the changes.
 * A program that reads these ids can thus wait for the id of a row before it sends the next row. If
 * a change is not durable yet when {@link #done} is called, a background thread prints its id
 * later.
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

  /** Creates an object that prints the ids of changes to a store. */
  Acknowledgements(Store store, PrintStream out) {
    this.store = store;
    this.out = out;
    simulated = store.design().device().isSimulated();
    durableOnlyAtClose = store.design().sync() == SyncMode.CLOSE;
  }

  /**
   * Tells this object that the newest operation of the store changed the row {@code id}. Prints the
   * ids of all changes so far that have become durable and were not printed before. With {@code
   * --sync close}, prints nothing before {@link #finish}.
   */
  synchronized void done(long id) {
    if (simulated && !durableOnlyAtClose) {
      // Without this sync, a caller could wait for the id forever: the clock of a simulated device
      // stands still until the next operation.
      store.sync();
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

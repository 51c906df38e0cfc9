package org.flashgrove.cli.edit;

import java.io.PrintStream;
import java.util.ArrayDeque;
import org.flashgrove.access.Store;
import org.flashgrove.storage.log.SyncMode;

/**
 * Prints ids, in order, once their operations are durable. A thread of its own looks after those
 * that become durable later, so that a caller may wait for an id before it sends the next row.
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

  /** Notes that the newest operation was for {@code id}; prints what is durable by now. */
  synchronized void done(long id) {
    if (simulated && !durableOnlyAtClose) {
      store.sync(); // its clock stands still while a caller waits for the answer
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
      // finish() prints what is left
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

  /** Makes everything durable and prints the rest; to be called however the rows ended. */
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

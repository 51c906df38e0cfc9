package org.flashgrove.cli;

import java.io.PrintStream;
import java.util.ArrayDeque;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.table.Table;

/**
 * Prints ids, in order, once their operations are durable. A thread of its own looks after those
 * that become durable later, so that a caller may wait for an id before it sends the next row.
 */
final class Acknowledgements implements AutoCloseable {
  private static final int LOOK_MILLIS = 1;

  private record Pending(long commit, long id) {}

  /** What knows which commits are durable. */
  private interface Commits {
    long newest();

    boolean isDurable(long commit);

    void sync();
  }

  private final Commits store;
  private final boolean simulated;
  private final PrintStream out;
  private final boolean durableOnlyAtClose;
  private final ArrayDeque<Pending> pending = new ArrayDeque<>();
  private Thread printer;
  private boolean closed;

  private Acknowledgements(Commits store, String sync, boolean simulated, PrintStream out) {
    this.store = store;
    this.out = out;
    this.simulated = simulated;
    durableOnlyAtClose = sync.equals("close");
  }

  /** Of operations of a store. */
  static Acknowledgements of(SpatialStore store, PrintStream out) {
    Commits commits =
        new Commits() {
          @Override
          public long newest() {
            return store.commitNumber();
          }

          @Override
          public boolean isDurable(long commit) {
            return store.isDurable(commit);
          }

          @Override
          public void sync() {
            store.sync();
          }
        };
    boolean simulated = store.simulatedDevice() != null;
    return new Acknowledgements(commits, store.options().sync(), simulated, out);
  }

  /** Of changes of a table. */
  static Acknowledgements of(Table table, PrintStream out) {
    Commits commits =
        new Commits() {
          @Override
          public long newest() {
            return table.commitNumber();
          }

          @Override
          public boolean isDurable(long commit) {
            return table.isDurable(commit);
          }

          @Override
          public void sync() {
            table.sync();
          }
        };
    boolean simulated = table.simulatedDevice() != null;
    return new Acknowledgements(commits, table.options().sync(), simulated, out);
  }

  /** Notes that the newest operation was for {@code id}; prints what is durable by now. */
  synchronized void done(long id) {
    if (simulated && !durableOnlyAtClose) {
      store.sync(); // its clock stands still while somebody waits for the answer
    }
    pending.add(new Pending(store.newest(), id));
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

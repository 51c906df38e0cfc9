package org.flashgrove.cli;

import java.io.PrintStream;
import java.util.ArrayDeque;
import org.flashgrove.access.SpatialStore;

/** Prints ids, in order, once their operations are durable. */
final class Acknowledgements {
  private record Pending(long commit, long id) {}

  private final SpatialStore store;
  private final PrintStream out;
  private final ArrayDeque<Pending> pending = new ArrayDeque<>();

  Acknowledgements(SpatialStore store, PrintStream out) {
    this.store = store;
    this.out = out;
  }

  /** Notes that the newest operation was for {@code id}; prints what is durable by now. */
  void done(long id) {
    pending.add(new Pending(store.commitNumber(), id));
    printDurable();
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

  /** Makes everything durable and prints the rest. */
  void finish() {
    store.sync();
    printDurable();
  }
}

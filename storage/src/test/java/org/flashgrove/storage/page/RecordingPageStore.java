package org.flashgrove.storage.page;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.flashgrove.core.page.PageStore;

/** Keeps a list of the operations on a page store, up to a bound; later ones are only counted. */
public final class RecordingPageStore extends ForwardingPageStore {
  private final int bound;
  private final List<Operation> operations = new ArrayList<>();
  private long unrecorded;

  /** What was done. */
  public enum Kind {
    /** A run of slots read. */
    READ,
    /** A run of slots written. */
    WRITE,
    /** The store grown; slot is the number of slots asked for. */
    EXTEND,
    /** Slots given up. */
    TRIM,
    /** A sync. */
    SYNC
  }

  /**
   * One operation that succeeded; of a batch, one run of neighbours.
   *
   * @param kind what was done
   * @param slot the first slot
   * @param count number of slots
   */
  public record Operation(Kind kind, long slot, long count) {}

  /** Records up to {@code bound} operations on {@code store}, which it closes. */
  public RecordingPageStore(PageStore store, int bound) {
    super(store);
    this.bound = bound;
  }

  /** Returns the operations so far, oldest first. */
  public synchronized List<Operation> operations() {
    return List.copyOf(operations);
  }

  /** Returns the number of operations that the bound kept out of the list. */
  public synchronized long unrecorded() {
    return unrecorded;
  }

  /** Forgets the operations so far. */
  public synchronized void clear() {
    operations.clear();
    unrecorded = 0;
  }

  private synchronized void note(Kind kind, long slot, long count) {
    if (operations.size() < bound) {
      operations.add(new Operation(kind, slot, count));
    } else {
      unrecorded++;
    }
  }

  private void noteRuns(Kind kind, long[] slots, int count) {
    int start = 0;
    for (int i = 1; i <= count; i++) {
      if (i == count || slots[i] != slots[i - 1] + 1) {
        note(kind, slots[start], i - start);
        start = i;
      }
    }
  }

  @Override
  public void read(long[] slots, int count, ByteBuffer into) {
    store.read(slots, count, into);
    noteRuns(Kind.READ, slots, count);
  }

  @Override
  public void readEach(long[] slots, int count, ByteBuffer into, PageVisitor visitor) {
    store.readEach(
        slots,
        count,
        into,
        (index, at) -> {
          note(Kind.READ, slots[index], 1);
          visitor.page(index, at);
        });
  }

  @Override
  public void write(long[] slots, int count, ByteBuffer from) {
    store.write(slots, count, from);
    noteRuns(Kind.WRITE, slots, count);
  }

  @Override
  public void extend(long pageCount) {
    store.extend(pageCount);
    note(Kind.EXTEND, pageCount, 0);
  }

  @Override
  public void trim(long first, long count) {
    store.trim(first, count);
    note(Kind.TRIM, first, count);
  }

  @Override
  public boolean discard(long first, long count) {
    boolean taken = store.discard(first, count);
    if (taken) {
      note(Kind.TRIM, first, count);
    }
    return taken;
  }

  @Override
  public void sync() {
    store.sync();
    note(Kind.SYNC, 0, 0);
  }
}

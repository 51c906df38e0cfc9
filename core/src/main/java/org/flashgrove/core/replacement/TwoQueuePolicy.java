package org.flashgrove.core.replacement;

/**
 * Full 2Q (Johnson and Shasha 1994). A1in is a FIFO of pages that were used for the first time.
 * A1out contains the identifiers of pages that left A1in. Am is an LRU list of pages that were used
 * again while their identifier was in A1out.
 *
 * <p>As in the paper, both page queues share the frames, and A1in evicts when it exceeds its share
 * (Kin). Alternatively, as in the C implementation FESTIval, each queue has a fixed share and
 * evicts only its own pages. This policy differs from the C implementation, and follows the paper,
 * in two points. It adds the evicted page to A1out, not the incoming page. It removes the
 * identifier of a promoted page from A1out.
 */
final class TwoQueuePolicy extends SingleVictimPolicy {
  private static final int A1_IN = 0;
  private static final int AM = 1;

  private final long a1InCapacity;
  private final boolean shared;
  private final IdentifierQueue a1Out;

  /**
   * Creates empty queues.
   *
   * @param a1InCapacity capacity of A1in: Kin if the queues share the capacity, otherwise the part
   *     of the capacity that only A1in uses
   * @param shared whether the queues share the capacity
   */
  TwoQueuePolicy(
      long capacity, long a1InCapacity, boolean shared, IdentifierQueue a1Out, CachedPages pages) {
    super(2, capacity, pages);
    this.a1InCapacity = a1InCapacity;
    this.shared = shared;
    this.a1Out = a1Out;
  }

  @Override
  public void access(int position, boolean write) {
    if (queues.queue(position) == AM) {
      queues.move(AM, position);
    }
    if (write) {
      markDirty(position);
    }
  }

  @Override
  public int admit(long key, int level, long cost, boolean write) {
    int queue = A1_IN;
    if (a1Out.remove(key)) {
      ghostHits++;
      queue = AM;
    }
    if (cost > (shared ? capacity() : part(queue)) || !makeRoomIn(queue, cost, NONE)) {
      return NONE;
    }
    return enter(queue, key, cost, write);
  }

  private long part(int queue) {
    return queue == A1_IN ? a1InCapacity : capacity() - a1InCapacity;
  }

  @Override
  protected boolean makeRoom(long cost, int spared) {
    return makeRoomIn(queues.queue(spared), cost, spared);
  }

  private boolean makeRoomIn(int queue, long cost, int spared) {
    if (shared) {
      return super.makeRoom(cost, spared);
    }
    while (queues.cost(queue) + cost > part(queue)) {
      int position = oldest(queue, spared);
      if (position == NONE) {
        return false;
      }
      evict(position);
    }
    return true;
  }

  @Override
  protected int victim(int spared) {
    int preferred = queues.cost(A1_IN) > a1InCapacity ? A1_IN : AM;
    int position = oldest(preferred, spared);
    // Am is empty at first, or every page of a queue is pinned
    return position != NONE ? position : oldest(A1_IN + AM - preferred, spared);
  }

  @Override
  protected void evict(int position) {
    long key = queues.key(position);
    boolean fromA1In = queues.queue(position) == A1_IN;
    super.evict(position);
    if (fromA1In) {
      a1Out.add(key);
    }
  }

  @Override
  protected void forgetIdentifier(long key) {
    a1Out.remove(key);
  }

  @Override
  public boolean mayRefuse() {
    return !shared;
  }
}

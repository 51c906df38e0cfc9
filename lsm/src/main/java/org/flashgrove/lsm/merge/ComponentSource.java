package org.flashgrove.lsm.merge;

import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.component.PageRequests;
import org.flashgrove.core.component.PageSink;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.grove.block.EntryKey;
import org.flashgrove.grove.fence.BlockFences;
import org.flashgrove.grove.fence.StoredBlock;
import org.flashgrove.grove.packed.PackedPage;

/**
 * Reads the records of a component for a merge, page by page. Pages whose boxes lie outside the
 * current region are skipped.
 */
public final class ComponentSource extends MergeSource implements PageSink {
  private static final int OBJECT_BYTES = 512;

  private final ComponentStore store;
  private final StoredComponent component;
  private final PackedPage page;
  private final PageRequests request = new PageRequests();
  private final double[] pageBox = new double[4];
  private byte[] bytes;
  private CentreRegion region;
  private int block;
  private int nextPage;
  private int at;
  private int count;
  private boolean pending;
  private long read;

  public ComponentSource(ComponentStore store, StoredComponent component, EntryKey ordering) {
    super(ordering);
    this.store = store;
    page = new PackedPage(store.name());
    this.component = component;
  }

  @Override
  void begin(CentreRegion only) {
    region = only;
    block = 0;
    nextPage = 0;
    ended = false;
    findPage();
    if (!ended) {
      key = component.blocks()[block].fences().lowKey();
    }
  }

  /** Finds the next page that may hold records of the current region. */
  private void findPage() {
    pending = true;
    while (block < component.blocks().length) {
      BlockFences fences = component.blocks()[block].fences();
      for (; nextPage < fences.pages(); nextPage++) {
        fences.pageBox(nextPage, pageBox);
        if (region == CentreRegion.ALL || region.mayHold(pageBox)) {
          return;
        }
      }
      block++;
      nextPage = 0;
    }
    ended = true;
    pending = false;
    bytes = null;
  }

  @Override
  boolean needsPage() {
    return pending;
  }

  @Override
  void load() {
    StoredBlock stored = component.blocks()[block];
    int index = stored.fences().indexOf(nextPage++);
    request.clear();
    request.add(stored.block(), index);
    store.read(request, this);
    page.reset(
        bytes, ComponentStore.ENVELOPE_BYTES, store.pageSize(), stored.block().number(), index);
    if (page.residualPages() > 0) {
      throw new DamagedStoreException(
          store.name(), "block " + stored.block().number() + ", page " + index, "is split");
    }
    read++;
    pending = false;
    at = -1;
    count = page.count();
    advance();
  }

  @Override
  public byte[] frame(int index) {
    if (bytes == null) {
      bytes = new byte[store.pageSize()];
    }
    return bytes;
  }

  @Override
  public void loaded(int index) {
    // the requested page, the only one in the batch
  }

  @Override
  void advance() {
    do {
      at++;
      if (at >= count) {
        findPage(); // the key of this page is at least the last key
        return;
      }
      page.rectangle(at, box);
    } while (!region.holds(box));
    key = ordering.of(box[0], box[1], box[2], box[3]);
    id = page.id(at);
    deletion = page.isDeletion(at);
  }

  /** Returns the number of bytes of memory that a source uses with a given page size. */
  public static long bytes(int pageSize) {
    return OBJECT_BYTES + pageSize;
  }

  @Override
  public long bytes() {
    return OBJECT_BYTES + (bytes == null ? 0 : bytes.length);
  }

  @Override
  long pages() {
    long pages = 0;
    for (StoredBlock stored : component.blocks()) {
      pages += stored.fences().pages();
    }
    return pages;
  }
}

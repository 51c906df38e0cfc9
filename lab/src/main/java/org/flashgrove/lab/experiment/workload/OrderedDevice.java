package org.flashgrove.lab.experiment.workload;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.LongSupplier;
import org.flashgrove.core.component.BlockSpace;
import org.flashgrove.core.metrics.IoCounters;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.lab.experiment.PageOrder;
import org.flashgrove.storage.device.DeviceConfig;
import org.flashgrove.storage.device.DeviceContext;
import org.flashgrove.storage.device.FileDevice;
import org.flashgrove.storage.device.StoreDevice;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.page.ForwardingPageStore;
import org.flashgrove.storage.placement.Placement;

/**
 * Wrapper of a device that records the page reads and writes of its store in their order.
 *
 * @param config settings of the device
 * @param order receives the pages
 */
record OrderedDevice(DeviceConfig config, PageOrder order) implements DeviceConfig {
  @Override
  public String kindName() {
    return config.kindName();
  }

  @Override
  public Placement placement() {
    return config.placement();
  }

  @Override
  public boolean isForgotten() {
    return config.isForgotten();
  }

  @Override
  public boolean isSimulated() {
    return config.isSimulated();
  }

  @Override
  public long blockBytes() {
    return config.blockBytes();
  }

  @Override
  public StoreDevice create(DeviceContext site) {
    return new Ordered(config.create(site), order);
  }

  @Override
  public StoreDevice open(DeviceContext site) {
    return new Ordered(config.open(site), order);
  }

  @Override
  public StoreDevice openReadOnly(DeviceContext site) {
    return new Ordered(config.openReadOnly(site), order);
  }

  @Override
  public String toString() {
    return config.toString();
  }

  /** The opened device, which records page reads and writes. */
  private static final class Ordered implements StoreDevice {
    private final StoreDevice device;
    private final FileDevice files;
    private final PageOrder order;
    private final LongSupplier clock;

    Ordered(StoreDevice device, PageOrder order) {
      this.device = device;
      this.order = order;
      LongSupplier own = device.clock();
      clock = own == null ? System::nanoTime : own;
      files = device.files().decorating(pages -> new OrderedPages(pages, order, clock));
    }

    @Override
    public FileDevice files() {
      return files;
    }

    @Override
    public BlockSpace blocks(int pageSize, IoCounters counters) {
      BlockSpace blocks = device.blocks(pageSize, counters);
      return blocks == null ? null : new OrderedBlocks(blocks, order, clock);
    }

    @Override
    public List<String> ownFiles() {
      return device.ownFiles();
    }

    @Override
    public StoreDirectory descriptions() {
      return device.descriptions();
    }

    @Override
    public int mediumPageBytes() {
      return device.mediumPageBytes();
    }

    @Override
    public LongSupplier clock() {
      return device.clock();
    }

    @Override
    public <T> T extension(Class<T> type) {
      return device.extension(type);
    }

    @Override
    public void close() {
      device.close();
    }
  }

  /** Records pages before the device reads or writes them. */
  private static final class OrderedPages extends ForwardingPageStore {
    private final PageOrder order;
    private final LongSupplier clock;

    OrderedPages(PageStore store, PageOrder order, LongSupplier clock) {
      super(store);
      this.order = order;
      this.clock = clock;
    }

    private void note(boolean isWrite, long[] slots, int count) {
      long now = clock.getAsLong();
      synchronized (order) {
        for (int i = 0; i < count; i++) {
          order.add(isWrite, slots[i], now);
        }
      }
    }

    @Override
    public void read(long[] slots, int count, ByteBuffer into) {
      note(false, slots, count);
      super.read(slots, count, into);
    }

    @Override
    public void readEach(long[] slots, int count, ByteBuffer into, PageVisitor visitor) {
      note(false, slots, count);
      super.readEach(slots, count, into, visitor);
    }

    @Override
    public void write(long[] slots, int count, ByteBuffer from) {
      note(true, slots, count);
      super.write(slots, count, from);
    }
  }
}

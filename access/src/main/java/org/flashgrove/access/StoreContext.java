package org.flashgrove.access;

import java.util.concurrent.locks.ReentrantLock;
import org.flashgrove.access.design.StoreMemory;
import org.flashgrove.access.kind.HeapDivision;
import org.flashgrove.access.kind.MemoryRequest;
import org.flashgrove.access.kind.ProcessMemory;
import org.flashgrove.access.kind.StoreShares;
import org.flashgrove.access.kind.StructureContext;
import org.flashgrove.access.settings.BufferConfig;
import org.flashgrove.core.component.BlockSpace;
import org.flashgrove.core.flash.RawFlash;
import org.flashgrove.core.memory.MemoryUser;
import org.flashgrove.core.metrics.IoCounters;
import org.flashgrove.core.page.BufferMemories;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.core.replacement.SharedFrames;
import org.flashgrove.storage.device.CountingFlash;
import org.flashgrove.storage.log.LoggedStore;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.node.device.FreeNodeDevice;
import org.flashgrove.storage.node.device.HomeNodeDevice;
import org.flashgrove.storage.node.device.NodeDevice;
import org.jspecify.annotations.Nullable;

/**
 * Connects a structure with the files, the log and the memory of its store.
 *
 * @param files the files of the store
 * @param log the log of the store
 * @param number number that identifies the structure in the store
 * @param counters counters of the structure's page transfers
 */
record StoreContext(StoreFiles files, LoggedStore log, int number, IoCounters counters)
    implements StructureContext {
  private static final int LEAST_FRAMES = 16;

  @Override
  public BufferConfig buffer() {
    BufferConfig buffer = files.design().flash();
    long asked = buffer.memoryBytes(pageSize());
    long share = buffer.isOnHeap() ? heapBytes(asked) : poolBytes(asked);
    return share < asked ? buffer.withMemory(share) : buffer;
  }

  @Override
  public StoreLog frames() {
    return files.frames();
  }

  @Override
  public boolean hasBlocks() {
    return files.design().device().blockBytes() > 0;
  }

  @Override
  public int pageSize() {
    return files.design().pageSize();
  }

  @Override
  public long tag() {
    return files.design().tag(files.tag(), number);
  }

  @Override
  public PageStore slots() {
    return files.pages().slots(counters);
  }

  @Override
  public @Nullable BlockSpace blocks(IoCounters traffic) {
    return files.device().blocks(pageSize(), traffic);
  }

  @Override
  public RawFlash flash() {
    return new CountingFlash(files.device().flash(), counters);
  }

  @Override
  public PageStore blockFile() {
    return files.openBlocks(number);
  }

  @Override
  public HeapDivision division(String name, long asked) {
    return ProcessMemory.ofThisProcess().blocks(asked, files.design().memory()).noted(name, asked);
  }

  @Override
  public long poolBytes(long asked) {
    return StoreMemory.pool(files.design(), asked);
  }

  @Override
  public long heapBytes(long asked) {
    return ProcessMemory.ofThisProcess().onHeap(asked, files.design().memory());
  }

  @Override
  public void share(SharedFrames frames) {
    if (files.isReal() && frames.isResizable()) {
      frames.stopGrowthWhen(BufferMemories.chosen()::isShort);
    }
    if (shares().isAdaptive() && frames.isResizable()) {
      ReentrantLock lock = log.lock();
      MemoryUser user =
          () -> {
            lock.lock();
            try {
              if (log.recovery() == null) {
                return; // the replay changes the cache without the lock; it gives back at a miss
              }
              frames.giveBack();
            } finally {
              lock.unlock();
            }
          };
      long asked = frames.bytes();
      long most =
          ProcessMemory.ofThisProcess().pool(Long.MAX_VALUE, MemoryRequest.NONE, pageSize());
      long least = (long) frames.frameBytes() * LEAST_FRAMES;
      frames.join(shares().open(user, asked, least, most, frames.frameBytes()), user);
    }
  }

  @Override
  public StoreShares shares() {
    return files.shares();
  }

  @Override
  public NodeDevice nodes() {
    return files.slots() == null
        ? new HomeNodeDevice(slots(), files.log(), tag(), counters)
        : new FreeNodeDevice(slots(), files.slots(), number, files.frames(), tag(), counters);
  }
}

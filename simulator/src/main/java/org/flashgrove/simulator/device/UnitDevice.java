package org.flashgrove.simulator.device;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.LongFunction;
import java.util.function.LongToIntFunction;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.page.PageUnits;
import org.flashgrove.simulator.chip.PowerLossException;
import org.flashgrove.simulator.figures.Cause;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.unitspace.UnitConfig;
import org.flashgrove.unitspace.UnitSpace;
import org.flashgrove.unitspace.UnitStats;

/**
 * A device that places its pages in the units of another device with a {@link UnitSpace}. Times,
 * latencies and counts are those of the other device. As host requests, they also include the
 * summary pages of units and the live pages that the {@link UnitSpace} moves. Written pages wait in
 * memory until a batch is full or the device is flushed.
 */
public final class UnitDevice extends ForwardingDevice {
  private final UnitConfig config;
  private final int unitPages;
  private final ByteBuffer zeros;
  private UnitSpace space;
  private LongFunction<Cause> causes = page -> Cause.CHANGE;
  private LongToIntFunction levels = page -> PageClasses.UNKNOWN;
  private boolean on = true;

  /**
   * Opens a device whose pages are placed in units of {@code device}.
   *
   * @throws IllegalArgumentException if {@code device} has too few units for the settings
   */
  UnitDevice(SimulatedDevice device, int unitPages, UnitConfig config) {
    super(device);
    this.unitPages = unitPages;
    this.config = config;
    zeros = AlignedBuffers.allocate(device.pageBytes());
    space = mount();
  }

  private UnitSpace mount() {
    return UnitSpace.mount(DeviceUnits.of(device, unitPages), config);
  }

  /** Returns the device that contains the units. */
  public SimulatedDevice medium() {
    return device;
  }

  /** Returns the counters of the {@link UnitSpace} since the device was opened or restarted. */
  public UnitStats units() {
    return space.stats();
  }

  @Override
  public long pageCount() {
    return space.pageCount();
  }

  @Override
  public long capacityPages() {
    return space.capacity();
  }

  @Override
  public long roomPages() {
    return space.room();
  }

  @Override
  public PageUnits pageUnits() {
    return space.pageUnits();
  }

  private void require(long first, long count, Origin origin) {
    HostRequests.require(this, on, first, count, origin);
  }

  /** Runs a request. A power loss during the request also loses the pages that wait in memory. */
  private void run(Runnable request) {
    try {
      request.run();
    } catch (PowerLossException e) {
      on = false;
      throw e;
    }
  }

  private static ByteBuffer whole(ByteBuffer buffer) {
    return buffer.duplicate().clear().order(ByteOrder.LITTLE_ENDIAN);
  }

  @Override
  public int readQueueOf(long page) {
    return 0; // the space reads the pages of a request one after the other
  }

  @Override
  public void read(long first, int count, Origin origin, ByteBuffer into) {
    require(first, count, origin);
    int tag = DeviceUnits.tag(origin, Cause.CHANGE);
    ByteBuffer target = into == null ? AlignedBuffers.allocate(count * pageBytes()) : whole(into);
    run(() -> space.read((int) first, count, tag, target, 0));
  }

  @Override
  public void write(long first, int count, Origin origin, ByteBuffer from) {
    require(first, count, origin);
    ByteBuffer source = from == null ? zeros : whole(from);
    run(
        () -> {
          space.requireRoom((int) first, count); // so that all pages are written or none
          for (int i = 0; i < count; i++) {
            int page = (int) first + i;
            int level = levels.applyAsInt(page);
            int tag = DeviceUnits.tag(PageClasses.part(origin, level), causes.apply(page));
            int deathClass = PageClasses.of(origin, level, config.survivors());
            space.write(page, deathClass, tag, source, from == null ? 0 : i * pageBytes());
          }
        });
  }

  @Override
  public void causes(LongFunction<Cause> newCauses) {
    causes = newCauses;
  }

  @Override
  public void levels(LongToIntFunction newLevels) {
    levels = newLevels;
  }

  @Override
  public void trim(long first, long count, Origin origin) {
    require(first, count, origin);
    run(() -> space.trim((int) first, (int) count)); // can write records of earlier trims
  }

  @Override
  public void flush(Origin origin) {
    require(0, 0, origin);
    run(space::flush);
  }

  /**
   * Makes the log durable, and all trims of pages that were not written since. Leaves pages of
   * other classes in memory. A truncation of the log file within a chunk is only a trim.
   */
  @Override
  public void flushLog() {
    require(0, 0, Origin.LOG);
    int ofLog = PageClasses.of(Origin.LOG, PageClasses.UNKNOWN, config.survivors());
    run(() -> space.flush(ofLog));
  }

  @Override
  public void cutPower() {
    on = false;
    device.cutPower();
  }

  @Override
  public void save(OutputStream out) throws IOException {
    if (on) {
      flush(Origin.MAP);
    }
    device.save(out);
  }

  @Override
  public void restart() {
    device.restart();
    space = mount();
    on = true;
  }
}

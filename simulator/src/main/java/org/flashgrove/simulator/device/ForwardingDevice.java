package org.flashgrove.simulator.device;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.function.LongFunction;
import java.util.function.LongToIntFunction;
import org.flashgrove.core.page.PageUnits;
import org.flashgrove.simulator.figures.Cause;
import org.flashgrove.simulator.figures.DeviceStats;
import org.flashgrove.simulator.figures.LatencyStats;
import org.flashgrove.simulator.figures.OperationKind;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.simulator.figures.WearStats;
import org.flashgrove.simulator.figures.WriteMatrix;

/** Base class of devices that forward calls to another device. Subclasses override some methods. */
public abstract class ForwardingDevice implements SimulatedDevice {
  /** The decorated device. */
  protected final SimulatedDevice device;

  /** Creates a decorator of {@code device}. */
  protected ForwardingDevice(SimulatedDevice device) {
    this.device = device;
  }

  @Override
  public int pageBytes() {
    return device.pageBytes();
  }

  @Override
  public long pageCount() {
    return device.pageCount();
  }

  @Override
  public long capacityPages() {
    return device.capacityPages();
  }

  @Override
  public long roomPages() {
    return device.roomPages();
  }

  @Override
  public boolean keepsContent() {
    return device.keepsContent();
  }

  @Override
  public void read(long first, int count, Origin origin, ByteBuffer into) {
    device.read(first, count, origin, into);
  }

  @Override
  public int readQueueOf(long page) {
    return device.readQueueOf(page);
  }

  @Override
  public void write(long first, int count, Origin origin, ByteBuffer from) {
    device.write(first, count, origin, from);
  }

  @Override
  public void causes(LongFunction<Cause> causes) {
    device.causes(causes);
  }

  @Override
  public void levels(LongToIntFunction levels) {
    device.levels(levels);
  }

  @Override
  public PageUnits pageUnits() {
    return device.pageUnits();
  }

  @Override
  public void trim(long first, long count, Origin origin) {
    device.trim(first, count, origin);
  }

  @Override
  public void flush(Origin origin) {
    device.flush(origin);
  }

  @Override
  public void flushLog() {
    device.flushLog();
  }

  @Override
  public long nowNanos() {
    return device.nowNanos();
  }

  @Override
  public long completionNanos() {
    return device.completionNanos();
  }

  @Override
  public void arriveAt(long nanos) {
    device.arriveAt(nanos);
  }

  @Override
  public void queueDepth(int depth) {
    device.queueDepth(depth);
  }

  @Override
  public void drain() {
    device.drain();
  }

  @Override
  public DeviceStats figures() {
    return device.figures();
  }

  @Override
  public WriteMatrix writesSinceNew() {
    return device.writesSinceNew();
  }

  @Override
  public LatencyStats latency(OperationKind kind, Origin origin) {
    return device.latency(kind, origin);
  }

  @Override
  public LatencyStats latency(OperationKind kind) {
    return device.latency(kind);
  }

  @Override
  public WearStats wear() {
    return device.wear();
  }

  @Override
  public void resetFigures() {
    device.resetFigures();
  }

  @Override
  public void cutPower() {
    device.cutPower();
  }

  @Override
  public void cutPowerAt(long operations) {
    device.cutPowerAt(operations);
  }

  @Override
  public boolean canBeSaved() {
    return device.canBeSaved();
  }

  @Override
  public void save(OutputStream out) throws IOException {
    device.save(out);
  }

  @Override
  public void restart() {
    device.restart();
  }
}

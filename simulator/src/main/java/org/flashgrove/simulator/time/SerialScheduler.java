package org.flashgrove.simulator.time;

import org.flashgrove.simulator.chip.NandTiming;
import org.flashgrove.simulator.figures.BusyTime;

/**
 * Scheduler that runs one operation at a time: virtual time is the sum of the operations' times, as
 * in Flash-DBSim (Su et al., ICCSIT 2009). Transfers over the bus take no time.
 */
public final class SerialScheduler implements OperationScheduler {
  private final NandTiming timing;
  private final int pagesPerBlock;
  private long idleNanos;
  private long readNanos;
  private long programNanos;
  private long eraseNanos;

  /** Creates a scheduler for chips with the given times. */
  public SerialScheduler(NandTiming timing, int pagesPerBlock) {
    this.timing = timing;
    this.pagesPerBlock = pagesPerBlock;
  }

  private long place(long durationNanos, long readyNanos) {
    idleNanos = Math.max(idleNanos, readyNanos) + durationNanos;
    return idleNanos;
  }

  @Override
  public void advanceTo(long nanos) {
    // operations follow each other anyway
  }

  @Override
  public long read(int page, int senses, long readyNanos) {
    long duration = timing.readNanos() * senses;
    readNanos += duration;
    return place(duration, readyNanos);
  }

  @Override
  public long program(int page, long readyNanos) {
    long duration = timing.programNanos(page % pagesPerBlock);
    programNanos += duration;
    return place(duration, readyNanos);
  }

  @Override
  public long copyBack(int from, int to, int senses, long readyNanos) {
    return program(to, read(from, senses, readyNanos));
  }

  @Override
  public long erase(int block, long readyNanos) {
    eraseNanos += timing.eraseNanos();
    return place(timing.eraseNanos(), readyNanos);
  }

  @Override
  public long idleNanos() {
    return idleNanos;
  }

  @Override
  public BusyTime busy() {
    return new BusyTime(readNanos, programNanos, eraseNanos);
  }

  @Override
  public void clear(long nowNanos) {
    idleNanos = nowNanos;
  }
}

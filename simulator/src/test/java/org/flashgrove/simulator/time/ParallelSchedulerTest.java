package org.flashgrove.simulator.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.flash.FlashGeometry;
import org.flashgrove.simulator.chip.NandTiming;
import org.junit.jupiter.api.Test;

/** Places in time by hand: 30, 300 and 2,500 µs, 52.8 µs for 2,112 bytes on the bus. */
class ParallelSchedulerTest {
  private static final long READ = 30_000;
  private static final long PROGRAM = 300_000;
  private static final long ERASE = 2_500_000;
  private static final long MOVE = 52_800;
  private static final long SUSPEND = 20_000;
  private static final int PAGES_PER_BLOCK = 4;
  private static final int BLOCKS_PER_PLANE = 8;

  private final List<String> delays = new ArrayList<>();

  private OperationScheduler scheduler(
      int channels, int ways, int planes, boolean suspension, boolean multiPlane) {
    FlashGeometry geometry =
        new FlashGeometry(channels, ways, planes, BLOCKS_PER_PLANE, PAGES_PER_BLOCK, 2048, 64);
    NandTiming timing = new NandTiming(READ, PROGRAM, PROGRAM, 1, ERASE, 40, SUSPEND);
    return new ParallelScheduler(
        geometry,
        timing,
        suspension,
        multiPlane,
        (die, from, by) -> delays.add(die + " " + from + " " + by));
  }

  private static int page(int plane, int block, int index) {
    return (plane * BLOCKS_PER_PLANE + block) * PAGES_PER_BLOCK + index;
  }

  @Test
  void channelsWorkSideBySide() {
    OperationScheduler scheduler = scheduler(2, 1, 1, false, false);
    assertThat(scheduler.read(page(0, 0, 0), 1, 0)).isEqualTo(READ + MOVE);
    assertThat(scheduler.read(page(1, 0, 0), 1, 0)).isEqualTo(READ + MOVE);
    assertThat(scheduler.busy().totalNanos()).isEqualTo(2 * (READ + MOVE));
    assertThat(scheduler.idleNanos()).isEqualTo(READ + MOVE);
  }

  @Test
  void diesShareTheirChannel() {
    OperationScheduler scheduler = scheduler(1, 2, 1, false, false);
    assertThat(scheduler.read(page(0, 0, 0), 1, 0)).isEqualTo(READ + MOVE);
    assertThat(scheduler.read(page(1, 0, 0), 1, 0)).isEqualTo(READ + 2 * MOVE);
    // the die is free only when its page has left it
    assertThat(scheduler.read(page(1, 0, 1), 1, 0)).isEqualTo(2 * READ + 3 * MOVE);
  }

  @Test
  void retriesSenseAgain() {
    OperationScheduler scheduler = scheduler(1, 1, 1, false, false);
    assertThat(scheduler.read(page(0, 0, 0), 3, 0)).isEqualTo(3 * READ + MOVE);
  }

  @Test
  void readsWaitBehindProgramsAndErases() {
    OperationScheduler scheduler = scheduler(1, 1, 1, false, false);
    assertThat(scheduler.program(page(0, 0, 0), 0)).isEqualTo(MOVE + PROGRAM);
    assertThat(scheduler.read(page(0, 1, 0), 1, 100_000)).isEqualTo(MOVE + PROGRAM + READ + MOVE);
    assertThat(scheduler.erase(2, 0)).isEqualTo(MOVE + PROGRAM + READ + MOVE + ERASE);
    assertThat(delays).isEmpty();
  }

  @Test
  void readsSuspendPrograms() {
    OperationScheduler scheduler = scheduler(1, 1, 1, true, false);
    long programmed = scheduler.program(page(0, 0, 0), 0);
    long read = scheduler.read(page(0, 1, 0), 1, 100_000);
    assertThat(read).isEqualTo(100_000 + SUSPEND + READ + MOVE);
    long delay = 2 * SUSPEND + READ + MOVE;
    assertThat(delays).containsExactly("0 100000 " + delay);
    // one that comes while the first is being read need not stop it again
    assertThat(scheduler.read(page(0, 1, 1), 1, 150_000)).isEqualTo(read + READ + MOVE);
    assertThat(delays).hasSize(2).last().isEqualTo("0 " + read + " " + (READ + MOVE));
    assertThat(scheduler.idleNanos()).isEqualTo(programmed + delay + READ + MOVE);
  }

  @Test
  void readsDoNotSuspendReads() {
    OperationScheduler scheduler = scheduler(1, 1, 1, true, false);
    assertThat(scheduler.read(page(0, 0, 0), 1, 0)).isEqualTo(READ + MOVE);
    assertThat(scheduler.read(page(0, 0, 1), 1, 10_000)).isEqualTo(2 * (READ + MOVE));
    assertThat(delays).isEmpty();
  }

  @Test
  void planesProgramTogether() {
    OperationScheduler scheduler = scheduler(1, 1, 2, false, true);
    assertThat(scheduler.program(page(0, 3, 1), 0)).isEqualTo(MOVE + PROGRAM);
    // the second page moves while the first waits; both are programmed at once
    assertThat(scheduler.program(page(1, 5, 1), 0)).isEqualTo(2 * MOVE + PROGRAM);
    assertThat(delays).containsExactly("0 " + MOVE + " " + MOVE);
    // the same plane, or another page of the block, is another program
    assertThat(scheduler.program(page(0, 3, 2), 0)).isEqualTo(3 * MOVE + 2 * PROGRAM);
    assertThat(scheduler.program(page(1, 5, 3), 0)).isEqualTo(4 * MOVE + 3 * PROGRAM);
  }

  @Test
  void joinedProgramsWaitForTheirDie() {
    OperationScheduler scheduler = scheduler(1, 1, 2, false, true);
    scheduler.erase(0, 0);
    assertThat(scheduler.program(page(0, 3, 0), 0)).isEqualTo(ERASE + MOVE + PROGRAM);
    assertThat(scheduler.program(page(1, 3, 0), 0)).isEqualTo(ERASE + 2 * MOVE + PROGRAM);
  }

  @Test
  void planesEraseTogether() {
    OperationScheduler scheduler = scheduler(1, 1, 2, false, true);
    assertThat(scheduler.erase(3, 0)).isEqualTo(ERASE);
    assertThat(scheduler.erase(BLOCKS_PER_PLANE + 7, 0)).isEqualTo(ERASE);
    assertThat(scheduler.erase(4, 0)).isEqualTo(2 * ERASE);
    assertThat(scheduler.busy().totalNanos()).isEqualTo(2 * ERASE);
  }

  @Test
  void planesReadTogether() {
    OperationScheduler scheduler = scheduler(1, 1, 2, false, true);
    assertThat(scheduler.read(page(0, 3, 1), 1, 0)).isEqualTo(READ + MOVE);
    assertThat(scheduler.read(page(1, 3, 1), 1, 0)).isEqualTo(READ + 2 * MOVE);
  }

  @Test
  void copyBackLeavesTheChannelAlone() {
    OperationScheduler scheduler = scheduler(1, 2, 1, false, false);
    assertThat(scheduler.copyBack(page(0, 0, 0), page(0, 1, 0), 1, 0)).isEqualTo(READ + PROGRAM);
    assertThat(scheduler.read(page(1, 0, 0), 1, 0)).isEqualTo(READ + MOVE);
  }

  @Test
  void transfersGoIntoGaps() {
    OperationScheduler scheduler = scheduler(1, 2, 1, false, false);
    scheduler.erase(0, 0);
    // planned behind the erase of its die, far ahead
    assertThat(scheduler.program(page(0, 1, 0), 0)).isEqualTo(ERASE + MOVE + PROGRAM);
    assertThat(scheduler.read(page(1, 0, 0), 1, 0)).isEqualTo(READ + MOVE);
  }

  /** Many dies on channels of their own are that many queues. */
  @Test
  void diesAreQueues() {
    Random random = Seeds.random();
    int dies = 8;
    OperationScheduler scheduler = scheduler(dies, 1, 1, false, false);
    long[] free = new long[dies];
    long now = 0;
    for (int i = 0; i < 10_000; i++) {
      now += random.nextInt(200_000);
      scheduler.advanceTo(now);
      int die = random.nextInt(dies);
      long ready = now + random.nextInt(100_000);
      long start = Math.max(ready, free[die]);
      int block = random.nextInt(BLOCKS_PER_PLANE);
      switch (random.nextInt(3)) {
        case 0:
          free[die] = start + READ + MOVE;
          assertThat(scheduler.read(page(die, block, 0), 1, ready)).isEqualTo(free[die]);
          break;
        case 1:
          free[die] = start + MOVE + PROGRAM;
          assertThat(scheduler.program(page(die, block, 0), ready)).isEqualTo(free[die]);
          break;
        default:
          free[die] = start + ERASE;
          assertThat(scheduler.erase(die * BLOCKS_PER_PLANE + block, ready)).isEqualTo(free[die]);
          break;
      }
    }
    assertThat(scheduler.idleNanos()).isEqualTo(Arrays.stream(free).max().getAsLong());
  }

  @Test
  void serialTimeIsThePlainSum() {
    OperationScheduler scheduler =
        new SerialScheduler(NandTiming.ofMicros(30, 300, 2500), PAGES_PER_BLOCK);
    assertThat(scheduler.read(page(0, 0, 0), 1, 0)).isEqualTo(READ);
    assertThat(scheduler.program(page(0, 1, 0), 0)).isEqualTo(READ + PROGRAM);
    assertThat(scheduler.erase(5, 0)).isEqualTo(READ + PROGRAM + ERASE);
    assertThat(scheduler.busy().totalNanos()).isEqualTo(scheduler.idleNanos());
  }
}

package org.flashgrove.simulator.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.simulator.device.NandSpec;
import org.flashgrove.simulator.device.SimulatedDevice;
import org.flashgrove.simulator.figures.Origin;
import org.junit.jupiter.api.Test;

/** Calls on two dies of a channel: 25 µs to sense a page, 50 to move it (2000 bytes, 40 a µs). */
class ClosedLoopTest {
  private static final String TWO_DIES =
      "nand:channels=1,ways=2,planes=1,page=1984,oob=16,block=8,blocks=64,op=100%,read=25,bus=40,"
          + "timing=parallel";

  /** Two pages of one die, then two of the other. */
  private static long[] byDie() {
    SimulatedDevice picking = open(TWO_DIES + ",reorder=on");
    List<Long> first = new ArrayList<>();
    List<Long> second = new ArrayList<>();
    for (long page = 0; page < 4; page++) {
      (picking.readQueueOf(page) == 0 ? first : second).add(page);
    }
    assertThat(first).hasSize(2);
    assertThat(second).hasSize(2);
    return new long[] {first.get(0), first.get(1), second.get(0), second.get(1)};
  }

  private static SimulatedDevice open(String spec) {
    SimulatedDevice device = NandSpec.parse(spec).open();
    device.write(0, 4, Origin.HEAP, null);
    device.drain();
    return device;
  }

  private static long nanosOfOneCall(SimulatedDevice device) {
    long[] pages = byDie();
    boolean[] done = {false};
    ClosedLoop.Client client =
        call -> {
          boolean first = !done[0];
          for (int i = 0; first && i < pages.length; i++) {
            call.read(device, pages[i], 1, Origin.HEAP);
          }
          done[0] = true;
          return first;
        };
    return ClosedLoop.run(List.of(device), List.of(client));
  }

  @Test
  void readsAreTakenAsTheyCome() {
    // the second page of the first die leaves a gap of 25 µs on the channel, too short for a page
    assertThat(nanosOfOneCall(open(TWO_DIES))).isEqualTo(275_000);
  }

  @Test
  void orOneOfEachDieInTurn() {
    // one sensing, then the channel is never idle
    assertThat(nanosOfOneCall(open(TWO_DIES + ",reorder=on"))).isEqualTo(225_000);
  }

  @Test
  void aWriteIsNotOvertaken() {
    SimulatedDevice device = open(TWO_DIES + ",reorder=on");
    List<String> order = new ArrayList<>();
    ClosedLoop.Client client =
        call -> {
          if (!order.isEmpty()) {
            return false;
          }
          call.read(device, 0, 1, Origin.HEAP);
          call.write(device, 1, 1, Origin.HEAP);
          order.add(device.figures().hostPageReads() + " " + device.figures().hostPageWrites());
          call.read(device, 2, 1, Origin.HEAP);
          return true;
        };
    device.resetFigures();
    ClosedLoop.run(List.of(device), List.of(client));
    assertThat(order).containsExactly("1 1");
    assertThat(device.figures().hostPageReads()).isEqualTo(2);
  }

  @Test
  void pickingNeedsDiesThatAreKnown() {
    for (String spec :
        new String[] {"nand:reorder=on", "nand:timing=parallel,ftl=dftl,reorder=on"}) {
      assertThatThrownBy(() -> NandSpec.parse(spec))
          .isInstanceOf(SpecException.class)
          .hasMessage(
              "nand: reorder=on without its settings (allowed: timing=parallel with ftl=page)");
    }
  }
}

package org.flashgrove.simulator.zns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.flashgrove.core.Repetitions;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.flash.UncorrectablePageException;
import org.flashgrove.simulator.chip.PowerLossException;
import org.flashgrove.simulator.figures.Cause;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.simulator.figures.WriteMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ZnsDeviceTest {
  private static final int ZONE = 8;
  private static final int CAPACITY = 6;
  private static final int APPEND = 4;

  private static ZnsConfig small(int mostOpen, int mostActive) {
    return new ZnsConfig(12, ZONE, CAPACITY, mostOpen, mostActive, APPEND, false, false);
  }

  private static ZnsConfig padding() {
    return new ZnsConfig(12, ZONE, CAPACITY, 2, 2, APPEND, true, false);
  }

  /** Brings zone 0 into a state; zones that hold data have two pages. */
  private static ZnsDevice in(ZoneState state) {
    ZnsDevice device = new ZnsDevice(small(0, 0));
    if (state != ZoneState.EMPTY) {
      device.write(0, 2);
    }
    switch (state) {
      case EMPTY, IMPLICITLY_OPEN -> {
        // nothing more to do
      }
      case EXPLICITLY_OPEN -> device.open(0);
      case CLOSED -> device.close(0);
      case FULL -> device.finish(0);
      case READ_ONLY -> device.fail(0);
      case OFFLINE -> {
        device.fail(0);
        device.fail(0);
      }
    }
    assertThat(device.state(0)).isEqualTo(state);
    return device;
  }

  private static Consumer<ZnsDevice> command(String name) {
    return switch (name) {
      case "write" -> device -> device.write(device.writePointer(0), 1);
      case "fill" -> device -> device.write(device.writePointer(0), device.remaining(0));
      case "writeBehind" -> device -> device.write(device.writePointer(0) + 1, 1);
      case "writePast" -> device -> device.write(device.writePointer(0), CAPACITY + 1);
      case "append" -> device -> device.append(0, 1);
      case "appendNone" -> device -> device.append(0, 0);
      case "appendLarge" -> device -> device.append(0, APPEND + 1);
      case "open" -> device -> device.open(0);
      case "close" -> device -> device.close(0);
      case "finish" -> device -> device.finish(0);
      case "reset" -> device -> device.reset(0);
      case "fail" -> device -> device.fail(0);
      case "read" -> device -> device.read(0, CAPACITY);
      case "readAcross" -> device -> device.read(ZONE - 1, 2);
      case "restart" -> ZnsDevice::restart;
      default -> throw new IllegalArgumentException(name);
    };
  }

  /** Each cell is the state after the command, or the error, which leaves the zone alone. */
  @ParameterizedTest
  @CsvSource(
      useHeadersInDisplayName = true,
      value = {
        "command, EMPTY, IMPLICITLY_OPEN, EXPLICITLY_OPEN, CLOSED, FULL, READ_ONLY, OFFLINE",
        "write, IMPLICITLY_OPEN, IMPLICITLY_OPEN, EXPLICITLY_OPEN, IMPLICITLY_OPEN, 1B9, 1BA, 1BB",
        "fill, FULL, FULL, FULL, FULL, 1B9, 1BA, 1BB",
        "writeBehind, 1BC, 1BC, 1BC, 1BC, 1B9, 1BA, 1BB",
        "writePast, 1B8, 1B8, 1B8, 1B8, 1B9, 1BA, 1BB",
        "append, IMPLICITLY_OPEN, IMPLICITLY_OPEN, EXPLICITLY_OPEN, IMPLICITLY_OPEN, 1B9, 1BA, 1BB",
        "appendNone, 2, 2, 2, 2, 2, 2, 2",
        "appendLarge, 2, 2, 2, 2, 2, 2, 2",
        "open, EXPLICITLY_OPEN, EXPLICITLY_OPEN, EXPLICITLY_OPEN, EXPLICITLY_OPEN, 1BF, 1BF, 1BF",
        "close, 1BF, CLOSED, CLOSED, CLOSED, 1BF, 1BF, 1BF",
        "finish, FULL, FULL, FULL, FULL, FULL, 1BF, 1BF",
        "reset, EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, 1BF, 1BF",
        "fail, READ_ONLY, READ_ONLY, READ_ONLY, READ_ONLY, READ_ONLY, OFFLINE, OFFLINE",
        "read, EMPTY, IMPLICITLY_OPEN, EXPLICITLY_OPEN, CLOSED, FULL, READ_ONLY, 1BB",
        "readAcross, 1B8, 1B8, 1B8, 1B8, 1B8, 1B8, 1B8",
        "restart, EMPTY, CLOSED, CLOSED, CLOSED, FULL, READ_ONLY, OFFLINE"
      })
  void everyCommandInEveryStateEndsAsTheStandardSays(
      String name,
      String empty,
      String implicit,
      String explicit,
      String closed,
      String full,
      String readOnly,
      String offline) {
    List<String> cells = List.of(empty, implicit, explicit, closed, full, readOnly, offline);
    for (ZoneState state : ZoneState.values()) {
      ZnsDevice device = in(state);
      ZnsStats before = device.stats();
      int pointer = device.writePointer(0);
      String cell = cells.get(state.ordinal());
      if (Arrays.stream(ZoneState.values()).anyMatch(after -> after.name().equals(cell))) {
        command(name).accept(device);
        assertThat(device.state(0)).as("%s of %s", name, state).hasToString(cell);
      } else {
        ZoneException error = refused(() -> command(name).accept(device));
        assertThat(Integer.toHexString(error.status().code()))
            .as("%s of %s", name, state)
            .isEqualToIgnoringCase(cell);
        assertThat(device.state(0)).isEqualTo(state);
        assertThat(device.stats()).isEqualTo(before);
        assertThat(device.writePointer(0)).isEqualTo(pointer);
      }
    }
  }

  private static ZoneException refused(Runnable command) {
    ZoneException error = catchThrowableOfType(ZoneException.class, command::run);
    assertThat(error).isNotNull();
    return error;
  }

  @Test
  void anOpenZoneWithoutDataBecomesEmptyWhenItIsClosed() {
    ZnsDevice device = new ZnsDevice(small(0, 0));
    device.open(3);
    device.close(3);
    assertThat(device.state(3)).isEqualTo(ZoneState.EMPTY);
    device.open(3);
    device.restart();
    assertThat(device.state(3)).isEqualTo(ZoneState.EMPTY);
    assertThat(device.activeZones()).isZero();
  }

  @Test
  void theZoneThatWasOpenedImplicitlyFirstIsClosedForAnother() {
    ZnsDevice device = new ZnsDevice(small(3, 5));
    device.append(4, 1);
    device.open(0);
    device.append(2, 1);
    device.append(4, 1);
    device.append(7, 1);
    assertThat(device.state(4)).isEqualTo(ZoneState.CLOSED);
    assertThat(device.state(2)).isEqualTo(ZoneState.IMPLICITLY_OPEN);
    device.append(4, 1);
    assertThat(device.state(2)).isEqualTo(ZoneState.CLOSED);
    assertThat(
            IntStream.range(0, device.config().zones())
                .filter(zone -> device.state(zone) == ZoneState.IMPLICITLY_OPEN))
        .containsExactly(4, 7);
    assertThat(device.openZones()).isEqualTo(3);
    assertThat(device.activeZones()).isEqualTo(4);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 2", "2, 2", "2, 3", "3, 0", "0, 0"})
  void moreZonesThanTheLimitsAllowAreNotOpened(int mostOpen, int mostActive) {
    ZnsDevice device = new ZnsDevice(small(mostOpen, mostActive));
    int limit = mostOpen == 0 ? device.config().zones() : mostOpen;
    for (int zone = 0; zone < limit; zone++) {
      device.open(zone);
      device.append(zone, 1);
    }
    if (limit < device.config().zones()) {
      ZoneStatus first =
          mostActive == mostOpen ? ZoneStatus.TOO_MANY_ACTIVE : ZoneStatus.TOO_MANY_OPEN;
      assertThat(refused(() -> device.open(limit)).status()).isEqualTo(first);
      assertThat(refused(() -> device.append(limit, 1)).status()).isEqualTo(first);
      assertThat(refused(() -> device.write(limit * ZONE, 1)).status()).isEqualTo(first);
      device.close(0); // frees an open zone, not an active one
      if (mostActive == mostOpen) {
        assertThat(refused(() -> device.append(limit, 1)).status()).isEqualTo(first);
        device.finish(0);
      }
      device.append(limit, 1);
    }
    assertThat(device.openZones()).isEqualTo(limit);
  }

  @Test
  void appendsReturnTheirPlacesWithoutGaps() {
    ZnsDevice device = new ZnsDevice(ZnsConfig.of(4, 64, 0));
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < 32; i++) {
      places.add(device.append(2, 1 + i % 3));
    }
    int expected = 2 * 64;
    for (int i = 0; i < 32; i++) {
      assertThat(places.get(i)).isEqualTo(expected);
      expected += 1 + i % 3;
    }
    assertThat(device.writePointer(2)).isEqualTo(expected);
    assertThat(refused(() -> device.append(2, 2)).status()).isEqualTo(ZoneStatus.BOUNDARY);
    device.append(2, 1);
    assertThat(device.state(2)).isEqualTo(ZoneState.FULL);
  }

  @Test
  void readsCountThePagesThatWereWritten() {
    ZnsConfig crossing = new ZnsConfig(3, ZONE, CAPACITY, 0, 0, APPEND, false, true);
    ZnsDevice device = new ZnsDevice(crossing);
    device.append(0, 4);
    device.write(ZONE, CAPACITY);
    assertThat(device.read(0, ZONE)).isEqualTo(4);
    assertThat(device.read(2, ZONE)).isEqualTo(4);
    assertThat(device.read(5, 2 * ZONE)).isEqualTo(CAPACITY);
    assertThat(device.read(0, 3 * ZONE)).isEqualTo(4 + CAPACITY);
    assertThat(device.stats().reads()).isEqualTo(4 + 4 + 6 + 10);
    device.fail(1);
    assertThat(device.read(ZONE, CAPACITY)).isEqualTo(CAPACITY);
    device.fail(1);
    assertThat(refused(() -> device.read(0, 2 * ZONE)).status()).isEqualTo(ZoneStatus.OFFLINE);
  }

  private static ZnsStats stats(long host, long padding, long reads, long erases) {
    WriteMatrix.Counter writes = new WriteMatrix.Counter();
    writes.add(Origin.HOST, Cause.CHANGE, host);
    writes.add(Origin.HOST, Cause.PADDING, padding);
    return new ZnsStats(host, writes.matrix(), reads, erases);
  }

  @Test
  void pagesAreCountedByPartAndCause() {
    ZnsDevice device = new ZnsDevice(padding());
    device.append(0, 3, Origin.LOG, Cause.CHANGE);
    device.write(3, 1, Origin.MAP, Cause.CHECKPOINT);
    device.append(1, 2, Origin.LEAF, Cause.COLLECTION);
    device.finish(0);
    WriteMatrix writes = device.stats().writes();
    assertThat(writes)
        .hasToString("leaf.collection=2 log.change=3 map.checkpoint=1 host.padding=2");
    assertThat(writes.total()).isEqualTo(device.stats().mediaPages());
    assertThat(writes.hostAmplification()).isEqualTo(8.0 / 3);
  }

  @Test
  void finishingProgramsTheRestOnlyIfTheDriveDoesThat() {
    ZnsDevice skips = new ZnsDevice(small(2, 2));
    skips.append(0, 2);
    skips.finish(0);
    assertThat(skips.stats()).isEqualTo(stats(2, 0, 0, 0));
    assertThat(skips.read(0, CAPACITY)).isEqualTo(2);
    skips.reset(0);
    assertThat(skips.stats()).isEqualTo(stats(2, 0, 2, 1));

    ZnsDevice pads = new ZnsDevice(padding());
    pads.append(0, 2);
    pads.finish(0);
    pads.finish(0);
    assertThat(pads.stats()).isEqualTo(stats(2, CAPACITY - 2, 0, 0));
    assertThat(pads.stats().writeAmplification()).isEqualTo(3);
    pads.open(1);
    pads.open(2);
    assertThat(refused(() -> pads.finish(3)).status()).isEqualTo(ZoneStatus.TOO_MANY_ACTIVE);
  }

  /** Cuts the power during each program and erase of a few commands, and compares the pages. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aPowerCutLeavesThePointerBehindTheLastProgrammedPage(boolean pads) {
    int operations = pads ? CAPACITY + 1 : CAPACITY - 2;
    for (int cut = 1; cut <= operations; cut++) {
      ZnsDevice device = new ZnsDevice(pads ? padding() : small(2, 2));
      device.cutPowerAt(cut);
      assertThatThrownBy(
              () -> {
                device.append(5, 3);
                device.finish(5);
                device.reset(5);
              })
          .isInstanceOf(PowerLossException.class);
      assertThatThrownBy(() -> device.append(5, 1)).isInstanceOf(PowerLossException.class);
      device.restart();
      if (cut == operations) {
        assertThat(device.state(5)).isEqualTo(ZoneState.EMPTY);
        assertThat(device.stats().erases()).isEqualTo(2);
        continue;
      }
      int pointer = 5 * ZONE + cut;
      assertThat(device.writePointer(5)).isEqualTo(pointer);
      assertThat(device.state(5)).isEqualTo(cut == CAPACITY ? ZoneState.FULL : ZoneState.CLOSED);
      assertThat(device.stats().mediaPages()).isEqualTo(cut);
      assertThat(cut == 1 ? 0 : device.read(5 * ZONE, cut - 1)).isEqualTo(cut - 1);
      int torn = pointer - 1;
      assertThatThrownBy(() -> device.read(torn, 1)).isInstanceOf(UncorrectablePageException.class);
      device.reset(5);
      device.append(5, 4);
      assertThat(device.read(5 * ZONE, 4)).isEqualTo(4);
    }
  }

  /** Random commands; the drive may answer only what a plain account of zones allows. */
  @ParameterizedTest
  @CsvSource({"0, 0", "1, 1", "2, 3", "4, 4", "3, 0"})
  void countsAreConservedAndNothingIsCopied(int mostOpen, int mostActive) {
    Random random = Seeds.random();
    ZnsDevice device = new ZnsDevice(small(mostOpen, mostActive));
    int[] pages = new int[device.config().zones()];
    long host = 0;
    long erases = 0;
    int operations = Repetitions.of(40_000, 1_000_000);
    for (int i = 0; i < operations; i++) {
      int zone = random.nextInt(pages.length);
      try {
        switch (random.nextInt(8)) {
          case 0 -> device.open(zone);
          case 1 -> device.close(zone);
          case 2 -> device.finish(zone);
          case 3 -> {
            device.reset(zone);
            erases += pages[zone] > 0 ? 1 : 0;
            pages[zone] = 0;
          }
          default -> {
            int count = 1 + random.nextInt(APPEND);
            if (random.nextBoolean()) {
              assertThat(device.append(zone, count)).isEqualTo(zone * ZONE + pages[zone]);
            } else {
              device.write(zone * ZONE + pages[zone], count);
            }
            pages[zone] += count;
            host += count;
          }
        }
      } catch (ZoneException e) {
        assertThat(e.status()).isNotEqualTo(ZoneStatus.INVALID_WRITE);
      }
      check(device, zone, pages[zone]);
    }
    assertThat(device.stats()).isEqualTo(stats(host, 0, 0, erases));
    assertThat(device.stats().writeAmplification()).isEqualTo(1);
    assertThat(host).isGreaterThan(operations / 20);
  }

  private static void check(ZnsDevice device, int zone, int pages) {
    assertThat(device.writePointer(zone)).isEqualTo(zone * ZONE + pages);
    int active = 0;
    int open = 0;
    for (int i = 0; i < device.config().zones(); i++) {
      ZoneState state = device.state(i);
      active += state.isActive() ? 1 : 0;
      open += state.isOpen() ? 1 : 0;
      int written = device.writePointer(i) - i * ZONE;
      switch (state) {
        case EMPTY -> assertThat(written).isZero();
        case CLOSED, IMPLICITLY_OPEN -> assertThat(written).isBetween(1, CAPACITY - 1);
        default -> assertThat(written).isBetween(0, CAPACITY);
      }
    }
    assertThat(device.activeZones()).isEqualTo(active);
    assertThat(device.openZones()).isEqualTo(open);
    ZnsConfig config = device.config();
    assertThat(config.mostOpen() == 0 || open <= config.mostOpen()).isTrue();
    assertThat(config.mostActive() == 0 || active <= config.mostActive()).isTrue();
  }

  @Test
  void refusesWhatADriveCannotBe() {
    assertThatThrownBy(() -> new ZnsConfig(4, 8, 9, 0, 0, 1, false, false))
        .hasMessage("capacityPages 9 (allowed: 1 to 8)");
    assertThatThrownBy(() -> new ZnsConfig(4, 8, 8, 3, 2, 1, false, false))
        .hasMessage("mostOpen 3 (allowed: 0 to 2)");
    ZnsDevice device = new ZnsDevice(small(2, 2));
    assertThatThrownBy(() -> device.reset(12)).hasMessage("zone 12 (allowed: 0 to 11)");
    assertThat(refused(() -> device.write(12 * ZONE, 1)).status()).isEqualTo(ZoneStatus.BOUNDARY);
    assertThatThrownBy(() -> device.write(3, 1))
        .hasMessage("INVALID_WRITE: page 3: the write pointer of zone 0 is at page 0; write there");
  }
}

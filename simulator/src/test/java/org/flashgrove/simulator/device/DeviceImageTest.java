package org.flashgrove.simulator.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.simulator.chip.PowerLossException;
import org.flashgrove.simulator.figures.Cause;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.simulator.figures.WearStats;
import org.flashgrove.simulator.figures.WriteMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Devices that are saved and opened again: content, wear and clock, after a power loss, too. */
class DeviceImageTest {
  private static byte[] save(SimulatedDevice device) throws IOException {
    assertThat(device.canBeSaved()).isTrue();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    device.save(bytes);
    return bytes.toByteArray();
  }

  private static SimulatedDevice load(String spec, byte[] image) throws IOException {
    return SimulatedDevices.of(Spec.parse(spec)).open(new ByteArrayInputStream(image));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nand:block=8,blocks=64,op=28%",
        "nand:block=8,blocks=64,op=130%,wear=static,wearthreshold=4,streams=origin",
        "nand:block=8,blocks=64,op=28%,buffer=16K",
        "nand:block=8,blocks=64,op=28%,buffer=16K,capacitor=on",
        "nand:block=8,blocks=64,op=40%,factorybad=3,programfail=0.001,erasefail=0.001",
        "nand:ftl=block,block=8,blocks=64",
        "nand:ftl=bast,block=8,blocks=64,op=40%",
        "nand:ftl=fast,block=8,blocks=64,op=40%",
        "nand:ftl=dftl,block=8,blocks=64,op=90%",
        "nand:block=8,blocks=64,op=90%,timing=parallel,channels=2,depth=4",
        "nand:block=8,blocks=128,op=50%,unit=16K,open=2",
        "fdp:chip=thesis,size=1M,ru=16K,op=40%,handles=3",
        "fdp:chip=thesis,size=1M,ru=16K,op=40%,handles=3,unit=16K",
        "zns:chip=thesis,size=1M,zone=16K,open=2"
      })
  void whatWasThereIsThereAgain(String spec) throws IOException {
    Random random = Seeds.random();
    SimulatedDevice device = SimulatedDevices.of(Spec.parse(spec)).open();
    int pages = (int) device.capacityPages();
    long[] newest = new long[pages];
    boolean[] open = new boolean[pages];
    ByteBuffer bytes = ByteBuffer.allocateDirect(device.pageBytes());
    for (int round = 0; round < 8; round++) {
      boolean cut = random.nextBoolean();
      if (cut) {
        device.cutPowerAt(1 + random.nextInt(600));
      }
      Arrays.fill(open, false);
      try {
        for (int i = 0; i < 500; i++) {
          int page = random.nextInt(pages);
          boolean trimming = random.nextInt(10) == 0;
          open[page] = true;
          newest[page] = trimming ? 0 : random.nextLong();
          bytes.putLong(0, newest[page]);
          if (trimming) {
            device.trim(page, 1, Origin.HOST);
          } else {
            device.write(page, 1, Origin.HOST, bytes);
          }
        }
      } catch (PowerLossException e) {
        assertThat(cut).isTrue();
      }
      boolean powered = isPowered(device);
      WearStats wear = device.wear();
      long nanos = device.nowNanos();
      byte[] image;
      try {
        image = save(device);
      } catch (PowerLossException e) { // saving programs what is pending
        assertThat(cut).isTrue();
        powered = false;
        image = save(device);
      }
      SimulatedDevice again = load(spec, image);
      assertThat(again.nowNanos()).isGreaterThanOrEqualTo(nanos);
      assertThat(again.wear().mean()).isGreaterThanOrEqualTo(wear.mean());
      assertThat(again.wear().badBlocks()).isGreaterThanOrEqualTo(wear.badBlocks());
      assertThat(again.figures().pagePrograms()).isZero();
      for (int page = 0; page < pages; page++) {
        again.read(page, 1, Origin.HOST, bytes);
        if (powered || !open[page]) {
          assertThat(bytes.getLong(0)).as("page %d", page).isEqualTo(newest[page]);
        }
        newest[page] = bytes.getLong(0);
      }
      device = again;
    }
  }

  private static boolean isPowered(SimulatedDevice device) {
    try {
      device.read(0, 1, Origin.HOST, null);
      return true;
    } catch (PowerLossException e) {
      return false;
    }
  }

  @Test
  void whatIsNoImageIsRefused() throws IOException {
    String spec = "nand:block=8,blocks=64,op=28%";
    byte[] image = save(SimulatedDevices.of(Spec.parse(spec)).open());
    assertThatThrownBy(() -> load("nand:block=8,blocks=128,op=28%", image))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("not an image of this device");
    assertThatThrownBy(() -> load(spec, Arrays.copyOf(image, image.length - 1)))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(() -> load(spec, Arrays.copyOf(image, image.length + 1)))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(() -> load(spec, new byte[4])).isInstanceOf(IOException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nand:block=8,blocks=64,op=28%",
        "nand:ftl=fast,block=8,blocks=64,op=40%",
        "nand:ftl=dftl,block=8,blocks=64,op=90%"
      })
  void writesAreCountedFromTheFirstAndKeepTheirPart(String spec) throws IOException {
    SimulatedDevice device = SimulatedDevices.of(Spec.parse(spec)).open();
    int pages = (int) device.capacityPages();
    for (int page = 0; page < pages; page++) {
      device.write(page, 1, page % 2 == 0 ? Origin.LEAF : Origin.HEAP, null);
    }
    byte[] image = save(device);
    WriteMatrix before = device.writesSinceNew();
    SimulatedDevice again = load(spec, image);
    WriteMatrix loaded = again.writesSinceNew();
    assertThat(loaded.ofHost()).isEqualTo(before.ofHost()).isEqualTo(pages);
    assertThat(loaded.of(Origin.LEAF, Cause.CHANGE)).isEqualTo((pages + 1) / 2);
    Random random = Seeds.random();
    for (int i = 0; i < 4 * pages; i++) {
      again.write(random.nextInt(pages), 1, Origin.LOG, null);
    }
    WriteMatrix writes = again.writesSinceNew();
    assertThat(writes.of(Origin.HEAP, Cause.GC)).isPositive();
    assertThat(writes.ofPart(Origin.HOST)).isZero();
    assertThat(writes.since(loaded)).isEqualTo(again.figures().writes());
    WriteMatrix saved = load(spec, save(again)).writesSinceNew();
    assertThat(saved.of(Origin.HEAP, Cause.GC))
        .isGreaterThanOrEqualTo(writes.of(Origin.HEAP, Cause.GC));
    assertThat(saved.ofHost()).isEqualTo(writes.ofHost());
  }

  /** Disks and drives with handles, zones or units keep their counts, too. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "fdp:size=4M,ru=64K,handles=1",
        "zns:size=4M,zone=64K",
        "hdd:size=4M",
        "fdp:size=16M,ru=64K,unit=64K",
        "nand:block=8,blocks=512,op=28%,unit=64K"
      })
  void countsOutliveTheProcess(String spec) throws IOException {
    SimulatedDevice device = SimulatedDevices.of(Spec.parse(spec)).open();
    for (int page = 0; page < 100; page++) {
      device.write(page, 1, Origin.LEAF, null);
    }
    byte[] image = save(device);
    WriteMatrix before = device.writesSinceNew();
    assertThat(before.ofPart(Origin.LEAF)).isEqualTo(100);
    SimulatedDevice again = load(spec, image);
    WriteMatrix loaded = again.writesSinceNew();
    assertThat(loaded.ofPart(Origin.LEAF)).isEqualTo(100);
    assertThat(loaded.since(before).ofPart(Origin.LEAF)).isZero();
    assertThat(again.figures().writes().ofPart(Origin.LEAF)).isZero();
  }

  /** A method with a default in the interface would be answered without the decorated device. */
  @Test
  void decoratorsForwardEveryMethod() {
    for (Method method : SimulatedDevice.class.getMethods()) {
      assertThat(ForwardingDevice.class.getMethods())
          .filteredOn(each -> each.getDeclaringClass() == ForwardingDevice.class)
          .anyMatch(
              each ->
                  each.getName().equals(method.getName())
                      && Arrays.equals(each.getParameterTypes(), method.getParameterTypes()));
    }
  }

  @Test
  void imagesWithoutCountsCanBeOpened() throws IOException {
    String spec = "nand:block=8,blocks=64,op=28%";
    byte[] image = save(SimulatedDevices.of(Spec.parse(spec)).open());
    int counts = 3 + 64 * 8;
    for (Origin part : Origin.values()) {
      counts += 2 + part.label().length();
    }
    int end = image.length - counts;
    assertThat(load(spec, Arrays.copyOf(image, end)).writesSinceNew().total()).isZero();
    for (int length : new int[] {end - 1, end + 1, image.length - 1}) {
      byte[] part = Arrays.copyOf(image, length);
      assertThatThrownBy(() -> load(spec, part)).isInstanceOf(IOException.class);
    }
    image[end]++;
    assertThatThrownBy(() -> load(spec, image)).hasMessageContaining("write history");
  }
}

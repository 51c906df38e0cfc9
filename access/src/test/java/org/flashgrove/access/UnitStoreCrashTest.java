package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.zip.CRC32C;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.flash.UncorrectablePageException;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.simulator.chip.PowerLossException;
import org.flashgrove.simulator.device.FileDevice;
import org.flashgrove.simulator.device.SimulatedDevice;
import org.flashgrove.simulator.device.SimulatedDevices;
import org.flashgrove.simulator.device.UnitDevice;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.simulator.store.PageOrigins;
import org.flashgrove.simulator.store.SimulatedDirectory;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.crash.CrashExplorer;
import org.flashgrove.storage.crash.CrashPlan;
import org.flashgrove.storage.crash.CrashReport;
import org.flashgrove.storage.crash.DiskState;
import org.flashgrove.storage.crash.StoreUnderTest;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.unitspace.UnitConfig;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Cuts the power of stores in units at every write, reset and sync of the device, and while it
 * recovers. The index and the rectangles by id must always have the entries of the same commit.
 */
class UnitStoreCrashTest {
  private static final int UNIT_PAGES = 16;

  /** Devices without zones. The device does not know how many pages of a unit were written. */
  enum Device {
    PLAIN(UnitConfig.plain(3, 12)),
    HANDLES(UnitConfig.streams(4));

    private final UnitConfig config;

    Device(UnitConfig config) {
      this.config = config.withSpare(0);
    }
  }

  private static SimulatedDirectory formatted(UnitDevice device) {
    return SimulatedDirectory.format(device, true, 1, UnitStoreCrashTest::origins);
  }

  private static SimulatedDirectory mounted(UnitDevice device) {
    return SimulatedDirectory.mount(device, 1, UnitStoreCrashTest::origins);
  }

  private static PageOrigins origins(String file) {
    return PageOrigins.always(file.contains("log") ? Origin.LOG : Origin.LEAF);
  }

  /** A store in units of a device in a file. */
  private static final class OfFile extends ChangedIds {
    private final Device device;

    OfFile(Device device, long seed) {
      super(seed);
      this.device = device;
    }

    @Override
    public String name() {
      return "units, " + device;
    }

    private UnitDevice device(StoreDirectory directory) {
      return FileDevice.inUnits(directory, 100, UNIT_PAGES, device.config);
    }

    @Override
    public DiskState initial() {
      CrashDisk disk = new CrashDisk();
      UnitDevice units = device(disk);
      SpatialStore.create(formatted(units), options(512)).close();
      // pages outside of the files, so that units contain live pages when they are collected
      int ballast = (int) (units.capacityPages() * 7 / 10);
      long first = units.pageCount() - ballast;
      Random random = new Random(ballast);
      for (int i = 0; i < ballast || units.units().resets() < 30; i++) {
        long page = first + (i < ballast ? i : random.nextInt(ballast));
        ByteBuffer bytes = AlignedBuffers.allocate(512).putLong(0, 1).putLong(504, i);
        units.write(page, 1, Origin.LEAF, bytes);
      }
      units.flush(Origin.LEAF);
      return disk.everything();
    }

    @Override
    public StoreUnderTest open(StoreDirectory directory) {
      return opened(mounted(device(directory)));
    }
  }

  /**
   * Runs a workload on a zoned device. Each power cut interrupts the write of a page or a reset.
   */
  private static final class InZones extends ChangedIds {
    private final UnitDevice device =
        (UnitDevice)
            SimulatedDevices.of(Spec.parse("zns:chip=thesis,size=2M,zone=32K,open=4,spare=0"))
                .open();
    private final Random random;
    private final Set<Long> states = new HashSet<>();
    private final ByteBuffer content;
    private int promised;
    private int begun;

    InZones(long seed) {
      super(seed);
      random = new Random(seed);
      SpatialStore.create(formatted(device), options(device.pageBytes())).close();
      content = AlignedBuffers.allocate(device.pageBytes());
    }

    @Override
    public String name() {
      return "zones";
    }

    @Override
    public StoreUnderTest open(StoreDirectory directory) {
      return opened(directory);
    }

    /** Cuts the power until the given number of different states was checked. */
    void cut(int most) {
      while (states.size() < most) {
        device.cutPowerAt(1 + random.nextInt(30));
        try {
          StoreUnderTest store = open(mounted(device));
          int held = held(store.digest());
          assertThat(store.problems()).isEmpty();
          promised = held;
          begun = held;
          while (true) {
            begun++;
            store.step(promised);
            promised++;
          }
        } catch (StoreException e) {
          assertThat(e).hasMessageContaining("power");
        }
        restart();
      }
    }

    private void restart() {
      while (true) {
        try {
          noteState();
          device.cutPowerAt(random.nextInt(4) == 0 ? 1 : 1_000_000);
          device.restart();
          return;
        } catch (PowerLossException e) {
          // the device lost power while it mounted the units
        }
      }
    }

    private void noteState() {
      SimulatedDevice zones = device.medium();
      zones.restart();
      CRC32C crc = new CRC32C();
      for (int page = 0; page < zones.pageCount(); page++) {
        try {
          zones.read(page, 1, Origin.LEAF, content.clear());
          crc.update(content);
        } catch (UncorrectablePageException e) {
          crc.update(1);
        }
      }
      states.add(crc.getValue());
    }

    /** Returns the number of steps that the store holds. */
    private int held(long digest) {
      for (int steps = begun; steps >= promised; steps--) {
        if (expected(steps) == digest) {
          return steps;
        }
      }
      throw new AssertionError(promised + " steps are durable, " + begun + " were begun");
    }
  }

  @ParameterizedTest
  @EnumSource(Device.class)
  void storesSurvivePowerCuts(Device device) {
    cut(device, 600);
  }

  @Tag("long")
  @ParameterizedTest
  @EnumSource(Device.class)
  void storesSurviveManyPowerCuts(Device device) {
    cut(device, 50_000);
  }

  private static void cut(Device device, int states) {
    long seed = Seeds.random().nextLong();
    CrashPlan plan = new CrashPlan(seed, CrashPlan.Cuts.POWER_ALONE, 1, 128, 37, states);
    CrashReport report = CrashExplorer.explore(new OfFile(device, seed), plan);
    System.out.println("UnitStoreCrashTest: " + report);
    assertThat(report.violations()).isEmpty();
    assertThat(report.distinctStates()).isGreaterThanOrEqualTo(states);
  }

  @Test
  void storesInZonesSurvivePowerCuts() {
    cutZones(300);
  }

  @Tag("long")
  @Test
  void storesInZonesSurviveManyPowerCuts() {
    cutZones(20_000);
  }

  private static void cutZones(int states) {
    InZones zones = new InZones(Seeds.random().nextLong());
    zones.cut(states);
    System.out.printf(
        "UnitStoreCrashTest: zones, %d states, %d steps%n", zones.states.size(), zones.promised);
    assertThat(zones.promised).isGreaterThan(states);
  }
}

package org.flashgrove.simulator.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.simulator.device.NandSpec;
import org.flashgrove.simulator.device.SimulatedDevice;
import org.flashgrove.simulator.figures.DeviceStats;
import org.flashgrove.simulator.figures.OperationKind;
import org.flashgrove.simulator.figures.Origin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceReplayTest {
  private static final String SMALL = "nand:block=16,blocks=128";

  @TempDir private Path directory;

  /** Requests as text, such as {@code w 100 0 0 4096}: kind, arrival µs, unit, offset, length. */
  private static TraceSource trace(boolean timed, String... lines) {
    return new TraceSource() {
      private int next;

      @Override
      public boolean isTimed() {
        return timed;
      }

      @Override
      public boolean next(TraceRequest into) {
        if (next == lines.length) {
          return false;
        }
        String[] parts = lines[next++].split(" ");
        OperationKind kind =
            switch (parts[0]) {
              case "r" -> OperationKind.READ;
              case "w" -> OperationKind.WRITE;
              case "t" -> OperationKind.TRIM;
              default -> OperationKind.FLUSH;
            };
        into.set(kind, Origin.HOST)
            .arriveAt(Long.parseLong(parts[1]) * 1000)
            .cover(Integer.parseInt(parts[2]), Long.parseLong(parts[3]), Long.parseLong(parts[4]));
        return true;
      }
    };
  }

  private static ReplayStats replay(SimulatedDevice device, TraceSource trace) {
    return new TraceReplay(device, AddressSpace.single(), true).run(trace);
  }

  @Test
  void requestsAreForThePagesTheirBytesTouch() {
    SimulatedDevice device = NandSpec.parse(SMALL).open();
    ReplayStats figures =
        replay(
            device,
            trace(
                false,
                "w 0 0 0 8192", // pages 0 to 3
                "w 0 0 2048 1", // page 1, read first
                "w 0 0 4095 2", // pages 1 and 2, both read first
                "w 0 0 1024 4096", // pages 0 to 2, the outer ones read first
                "r 0 0 2047 2", // pages 0 and 1
                "w 0 0 0 0", // nothing
                "t 0 0 0 2048",
                "f 0 0 0 0",
                "r 0 0 0 2048")); // trimmed: no read of the medium
    assertThat(figures.requests()).isEqualTo(9);
    assertThat(figures.readModifyWrites()).isEqualTo(5);
    assertThat(figures.bytesWritten()).isEqualTo(8192 + 1 + 2 + 4096);
    assertThat(figures.bytesRead()).isEqualTo(2 + 2048);
    assertThat(figures.foldedRequests()).isZero();
    DeviceStats device1 = device.figures();
    assertThat(device1.hostPageWrites()).isEqualTo(4 + 1 + 2 + 3);
    assertThat(device1.hostPageReads()).isEqualTo(5 + 2 + 1);
    assertThat(device1.reads().of(Origin.HOST)).isEqualTo(5 + 2);
    assertThat(device1.hostPageTrims()).isEqualTo(1);
    assertThat(device1.flushes()).isEqualTo(1);
  }

  @Test
  void unitsLieOneBehindTheOtherAndTheEndIsFolded() {
    String[] lines = {"w 0 7 0 2048", "w 0 3 2048 2048", "w 0 7 2097152 2048"};
    AddressSpace space = AddressSpace.of(trace(false, lines));
    assertThat(space.unitCount()).isEqualTo(2);
    assertThat(space.base(3)).isZero();
    assertThat(space.base(7)).isEqualTo(1 << 20);
    assertThat(space.sizeBytes()).isEqualTo(4 << 20);
    // 1,024 of them: 2 MiB, less over-provisioning
    SimulatedDevice device = NandSpec.parse("nand:block=16,blocks=64,op=14%").open();
    Recorded recorded = record(device, space, trace(false, lines));
    assertThat(recorded.figures().foldedRequests()).isEqualTo(1);
    long third = ((1 << 20) + 2097152) / 2048 % device.pageCount();
    assertThat(recorded.offsets()).isEqualTo((512L + 1 + third) * 2048);
  }

  private record Recorded(ReplayStats figures, long offsets) {}

  private Recorded record(SimulatedDevice device, AddressSpace space, TraceSource trace) {
    Path file = directory.resolve("recorded");
    ReplayStats figures;
    try (TraceWriter writer = TraceWriter.create(file, true)) {
      figures = new TraceReplay(new RecordingDevice(device, writer), space, true).run(trace);
    }
    long offsets = 0;
    TraceRequest request = new TraceRequest();
    try (TraceReader reader = TraceReader.open(file)) {
      while (reader.next(request)) {
        offsets += request.offsetBytes();
      }
    }
    return new Recorded(figures, offsets);
  }

  @Test
  void aTimedTraceSetsThePace() {
    String[] lines = {"w 500 0 0 2048", "w 600 0 2048 2048", "w 2500 0 4096 2048"};
    SimulatedDevice device = NandSpec.parse(SMALL + ",depth=4").open();
    replay(device, trace(true, lines));
    // 300 µs each: the second waits 200 for the first, the third finds an idle device
    assertThat(device.figures().virtualNanos()).isEqualTo(2_300_000);
    assertThat(device.latency(OperationKind.WRITE).maxNanos()).isEqualTo(500_000);
    assertThat(device.latency(OperationKind.WRITE).meanNanos()).isEqualTo(1_100_000 / 3.0);
    SimulatedDevice closed = NandSpec.parse(SMALL).open();
    new TraceReplay(closed, AddressSpace.single(), false).run(trace(true, lines));
    assertThat(closed.figures().virtualNanos()).isEqualTo(900_000);
    assertThat(closed.latency(OperationKind.WRITE).maxNanos()).isEqualTo(300_000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        SMALL,
        SMALL + ",buffer=64K",
        SMALL + ",timing=parallel,channels=2,ways=2,depth=8,op=20%",
        SMALL + ",streams=origin,op=60%"
      })
  void aRecordedTraceGivesTheSameFiguresAgain(String spec) {
    Random random = Seeds.random();
    SimulatedDevice device = NandSpec.parse(spec).open();
    Path file = directory.resolve("trace.gz");
    ByteBuffer bytes = ByteBuffer.allocateDirect(8 * device.pageBytes());
    Origin[] origins = {Origin.LEAF, Origin.INTERNAL, Origin.LOG, Origin.MAP, Origin.INDEX};
    try (TraceWriter writer = TraceWriter.create(file, true)) {
      SimulatedDevice recording = new RecordingDevice(device, writer);
      for (int i = 0; i < 20_000; i++) {
        int count = 1 + random.nextInt(8);
        long first = random.nextInt((int) device.pageCount() - count);
        Origin origin = origins[random.nextInt(origins.length)];
        switch (random.nextInt(12)) {
          case 0 -> recording.trim(first, count, origin);
          case 1 -> recording.flush(origin);
          case 2, 3, 4 -> recording.read(first, count, origin, bytes);
          case 5 -> recording.arriveAt(device.nowNanos() + random.nextInt(1_000_000));
          default -> recording.write(first, count, origin, bytes);
        }
      }
      recording.drain();
    }
    SimulatedDevice again = NandSpec.parse(spec + ",content=off").open();
    try (TraceReader reader = TraceReader.open(file)) {
      ReplayStats figures = replay(again, reader);
      assertThat(figures.readModifyWrites()).isZero();
      assertThat(figures.foldedRequests()).isZero();
    }
    DeviceStats figures = device.figures();
    assertThat(again.figures().reads()).isEqualTo(figures.reads());
    assertThat(again.figures().programs()).isEqualTo(figures.programs());
    assertThat(again.figures().erases()).isEqualTo(figures.erases());
    assertThat(again.figures().busy()).isEqualTo(figures.busy());
  }
}

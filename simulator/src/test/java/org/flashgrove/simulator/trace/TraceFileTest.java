package org.flashgrove.simulator.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.simulator.figures.OperationKind;
import org.flashgrove.simulator.figures.Origin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceFileTest {
  @TempDir private Path directory;

  private static List<String> all(TraceSource trace) {
    List<String> lines = new ArrayList<>();
    TraceRequest request = new TraceRequest();
    while (trace.next(request)) {
      lines.add(line(request));
    }
    return lines;
  }

  private static String line(TraceRequest request) {
    return String.join(
        " ",
        request.kind().label(),
        request.origin().label(),
        Long.toString(request.arrivalNanos()),
        Integer.toString(request.unit()),
        Long.toString(request.offsetBytes()),
        Long.toString(request.lengthBytes()));
  }

  private List<String> write(Path file, int count) {
    Random random = Seeds.random();
    List<String> lines = new ArrayList<>();
    TraceRequest request = new TraceRequest();
    try (TraceWriter writer = TraceWriter.create(file, true)) {
      for (int i = 0; i < count; i++) {
        OperationKind kind = TraceFormat.KINDS[random.nextInt(TraceFormat.KINDS.length)];
        Origin origin = TraceFormat.ORIGINS[random.nextInt(TraceFormat.ORIGINS.length)];
        request
            .set(kind, origin)
            .arriveAt(random.nextLong())
            .cover(random.nextInt(1 << 16), random.nextLong() >>> 2, random.nextLong() >>> 2);
        writer.write(request);
        lines.add(line(request));
      }
      assertThat(writer.count()).isEqualTo(count);
    }
    return lines;
  }

  @Test
  void whatIsWrittenIsRead() throws IOException {
    for (String name : new String[] {"plain.trace", "packed.trace.gz"}) {
      Path file = directory.resolve(name);
      List<String> lines = write(file, 5_000);
      try (TraceReader reader = TraceReader.open(file)) {
        assertThat(reader.isTimed()).isTrue();
        assertThat(all(reader)).isEqualTo(lines);
      }
    }
    assertThat(Files.size(directory.resolve("plain.trace"))).isEqualTo(32 * 5_001);
  }

  @Test
  void everyOriginOfTheHostHasANumber() {
    for (Origin origin : Origin.values()) {
      assertThat(Arrays.asList(TraceFormat.ORIGINS).contains(origin)).isEqualTo(origin.isHost());
    }
    try (TraceWriter writer = TraceWriter.create(directory.resolve("t"), false)) {
      TraceRequest request = new TraceRequest().set(OperationKind.ERASE, Origin.HOST);
      assertThatThrownBy(() -> writer.write(request)).isInstanceOf(IllegalArgumentException.class);
      request.set(OperationKind.READ, Origin.GC);
      assertThatThrownBy(() -> writer.write(request)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void everyDamageIsNoticed() throws IOException {
    Path file = directory.resolve("t.trace");
    write(file, 20);
    byte[] right = Files.readAllBytes(file);
    Path wrong = directory.resolve("wrong.trace");
    for (int at = 0; at < right.length; at += 3) {
      byte[] bytes = right.clone();
      bytes[at] ^= 0x10;
      Files.write(wrong, bytes);
      assertThatThrownBy(() -> readAll(wrong))
          .as("byte %d", at)
          .isInstanceOf(TraceException.class)
          .hasMessageContaining("wrong.trace");
    }
    Files.write(wrong, Arrays.copyOf(right, right.length - 7));
    assertThatThrownBy(() -> readAll(wrong))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("record 20");
    write(directory.resolve("t.gz"), 2_000);
    byte[] packed = Files.readAllBytes(directory.resolve("t.gz"));
    Files.write(wrong, Arrays.copyOf(packed, packed.length / 2));
    assertThatThrownBy(() -> readAll(wrong)).isInstanceOf(TraceException.class);
    assertThatThrownBy(() -> readAll(directory.resolve("none")))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("no such file");
  }

  private static void readAll(Path file) {
    try (TraceReader reader = TraceReader.open(file)) {
      all(reader);
    }
  }
}

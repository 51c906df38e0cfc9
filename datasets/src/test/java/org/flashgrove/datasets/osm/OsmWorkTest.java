package org.flashgrove.datasets.osm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.format.DataFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Small files that ask for much memory or work. */
@Timeout(60)
class OsmWorkTest {
  private static final int CONTENT_BYTES = 1 << 19;

  /** Bytes of memory for a byte of the file: buffers, the block, and the file once a pass. */
  private static final long MOST_BYTES_A_BYTE = 24;

  private static final long BUFFERS = 8 << 20;

  @TempDir private Path folder;

  private static long allocatedBytes() {
    return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
        .getThreadAllocatedBytes(Thread.currentThread().getId());
  }

  private long read(byte[] bytes, String layer) throws IOException {
    String file = Files.write(folder.resolve("a.osm.pbf"), bytes).toString();
    FormatOptions options = FormatOptions.named("osm").withLayer(layer);
    try (FeatureCursor cursor = DataFiles.open(file, options, BadRowPolicy.STOP)) {
      return cursor.forEach((id, minX, minY, maxX, maxY) -> {});
    }
  }

  private static byte[] nested(int field, byte[] content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    out.writeByteArray(field, content);
    out.flush();
    return bytes.toByteArray();
  }

  private static byte[] repeated(int... pattern) {
    byte[] bytes = new byte[CONTENT_BYTES / pattern.length * pattern.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) pattern[i % pattern.length];
    }
    return bytes;
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  /** A group within a block, by the kind of what repeats itself in it. */
  private static byte[] block(String kind) throws IOException {
    byte[] ones = repeated(1);
    byte[] unknown = repeated(0xc0, 0x3e, 1); // field 1000, a number
    return switch (kind) {
      case "dense nodes" ->
          nested(2, nested(2, joined(nested(1, ones), nested(8, ones), nested(9, ones))));
      case "tags of dense nodes" -> nested(2, nested(2, nested(10, ones)));
      case "unknown fields" -> unknown;
      case "unknown fields of a group" -> nested(2, unknown);
      case "unknown fields of a way" -> nested(2, nested(3, unknown));
      case "unknown fields of strings" -> nested(1, unknown);
      case "unknown fields of dense nodes" -> nested(2, nested(2, unknown));
      case "keys of a way" -> nested(2, nested(3, joined(nested(2, ones), nested(3, ones))));
      case "empty ways" -> nested(2, repeated(0x1a, 0));
      case "empty nodes" -> nested(2, repeated(0x0a, 0));
      case "empty relations" -> nested(2, repeated(0x22, 0));
      case "single references" -> nested(2, nested(3, repeated(0x40, 1)));
      default -> throw new IllegalArgumentException(kind);
    };
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dense nodes",
        "tags of dense nodes",
        "unknown fields",
        "unknown fields of a group",
        "unknown fields of a way",
        "unknown fields of strings",
        "unknown fields of dense nodes",
        "keys of a way",
        "empty ways",
        "empty nodes",
        "empty relations",
        "single references"
      })
  void repetitionTakesMemoryInProportion(String kind) throws IOException {
    byte[] file = OsmBytes.file("OSMData", OsmBytes.raw(block(kind)));
    for (String layer : new String[] {"buildings", "highways", "pois"}) {
      long before = allocatedBytes();
      try {
        read(file, layer);
      } catch (InputException e) {
        assertThat(e.getMessage()).doesNotContain("\n");
      }
      assertThat(allocatedBytes() - before)
          .as(kind + " in " + layer)
          .isLessThan(BUFFERS + MOST_BYTES_A_BYTE * file.length);
    }
  }

  @Test
  void headersTakeMemoryInProportion() throws IOException {
    byte[] known = nested(4, "DenseNodes".getBytes());
    byte[] features = new byte[CONTENT_BYTES / known.length * known.length];
    for (int i = 0; i < features.length; i++) {
      features[i] = known[i % known.length];
    }
    for (byte[] content : new byte[][] {repeated(0xc0, 0x3e, 1), repeated(0x82, 1, 0), features}) {
      byte[] file = OsmBytes.file("OSMHeader", OsmBytes.raw(content));
      long before = allocatedBytes();
      assertThat(read(file, "highways")).isZero();
      assertThat(allocatedBytes() - before).isLessThan(BUFFERS + MOST_BYTES_A_BYTE * file.length);
    }
  }

  @Test
  void aPackedBlockIsNotBelievedToBeLargerThanItCanBe() throws IOException {
    byte[] claims =
        OsmBytes.packed(new byte[0]).toBuilder().setRawSize(1 << 25).build().toByteArray();
    byte[] file = OsmBytes.file("OSMData", crosby.binary.Fileformat.Blob.parseFrom(claims));
    long before = allocatedBytes();
    assertThatThrownBy(() -> read(file, "highways"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("a block of another size than it says");
    assertThat(allocatedBytes() - before).isLessThan(BUFFERS);
  }

  /** Rows of lines side by side, whose boxes all meet: too many pairs to compare. */
  @Test
  void linesSideBySideDoNotTakeSquareWork() throws IOException {
    int lines = 20_000;
    OsmBytes made = new OsmBytes();
    long[] refs = new long[2 * lines + 1];
    for (int i = 0; i < lines; i++) {
      double step = i * 1e-3;
      made.node(2 * i + 1, step, 0).node(2 * i + 2, step + 50, 50);
      refs[2 * i] = 2 * i + 1;
      refs[2 * i + 1] = 2 * i + 2;
    }
    refs[2 * lines] = 1;
    made.way(1, refs).multipolygon(2, 1);
    String file = made.write(folder.resolve("made.osm.pbf"));
    assertThat(read(Files.readAllBytes(Path.of(file)), "buildings")).isZero();
  }

  @Test
  void relationsThatShareALongWayAskForTooMuch() throws IOException {
    OsmBytes made = new OsmBytes();
    int nodes = 1_200;
    for (int i = 0; i < nodes; i++) {
      made.node(i + 1, Math.cos(i * 2 * Math.PI / nodes), Math.sin(i * 2 * Math.PI / nodes));
    }
    long[] refs = LongStream.rangeClosed(1, nodes + 1).toArray();
    refs[nodes] = 1;
    made.way(1, refs);
    for (int i = 0; i < 2_000; i++) {
      made.multipolygon(i + 10, 1);
    }
    byte[] file = Files.readAllBytes(Path.of(made.write(folder.resolve("made.osm.pbf"))));
    assertThatThrownBy(() -> read(file, "buildings"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("asks for far more work than its size explains")
        .hasMessageContaining("; allowed: ");
  }

  @Test
  void aWayOfTooManyNodesIsRefused() throws IOException {
    byte[] ones = new byte[(1 << 18) + 1];
    Arrays.fill(ones, (byte) 1);
    byte[] way = joined(new byte[] {0x12, 1, 1, 0x1a, 1, 1}, nested(8, ones));
    byte[] content =
        joined(nested(1, nested(1, "".getBytes())), nested(1, nested(1, "highway".getBytes())));
    byte[] file =
        OsmBytes.file("OSMData", OsmBytes.packed(joined(content, nested(2, nested(3, way)))));
    assertThatThrownBy(() -> read(file, "highways"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("a way of 262145 members");
  }
}

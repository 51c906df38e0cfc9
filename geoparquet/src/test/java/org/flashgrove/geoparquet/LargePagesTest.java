package org.flashgrove.geoparquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.flashgrove.geoparquet.EventWriter.field;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.row.RowFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages that unpack to 8 MiB are read in a heap of 52 MiB, and larger ones are named. */
class LargePagesTest {
  private static final int POINT_BYTES = 21;
  private static final int CHOSEN = 16;
  private static final int VALUES_A_MIB = (1 << 20) / Double.BYTES;

  @TempDir private Path folder;

  /** Row i is the point (i, -i) with two numbers that do not compress. */
  private static Consumer<RecordConsumer> row(long number, Random random) {
    byte[] point =
        ByteBuffer.allocate(POINT_BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .put((byte) 1)
            .putInt(1)
            .putDouble(number)
            .putDouble(-number)
            .array();
    double first = random.nextDouble();
    return out -> {
      field(out, "geometry", 0, () -> out.addBinary(Binary.fromConstantByteArray(point)));
      field(out, "first", 1, () -> out.addDouble(first));
      field(out, "second", 2, () -> out.addDouble(number * first));
    };
  }

  private Path write(int pageBytes, int rows, boolean isPacked) throws IOException {
    Path file = folder.resolve("large.parquet");
    String schema =
        "message m { required binary geometry; required double first; required double second; }";
    Random random = new Random(rows);
    try (var writer =
        EventWriter.to(file, schema, null)
            .withCompressionCodec(
                isPacked ? CompressionCodecName.ZSTD : CompressionCodecName.UNCOMPRESSED)
            .withDictionaryEncoding(false)
            .withPageRowCountLimit(Integer.MAX_VALUE)
            .withMinRowCountForPageSizeCheck(1)
            .withPageSize(pageBytes)
            .build()) {
      for (int i = 0; i < rows; i++) {
        writer.write(row(i, random));
      }
    }
    return file;
  }

  /** Prints sums of the points and numbers of a file: of all rows, then of 16 rows. */
  public static void main(String[] arguments) {
    Path file = Path.of(arguments[0]);
    try (FeatureCursor all = GeoParquetFiles.open(file, FormatOptions.BY_ENDING)) {
      System.out.println(sum(all));
    } catch (InputException e) {
      System.out.println(e.getMessage());
      return;
    }
    try (RowFile rows = new GeoParquetFormat().openRows(file, arguments[0], null, null)) {
      long step = rows.rowCount() / CHOSEN;
      try (FeatureCursor chosen =
          rows.rows(LongStream.range(0, CHOSEN).map(each -> each * step).toArray())) {
        System.out.println(sum(chosen));
      }
    }
  }

  private static double sum(FeatureCursor features) {
    double sum = 0;
    while (features.next()) {
      sum += features.geometry().getCoordinate().x - features.geometry().getCoordinate().y;
      sum += (double) features.attribute(0) + (double) features.attribute(1);
    }
    return sum;
  }

  private static List<String> expected(int rows) {
    Random random = new Random(rows);
    double[] sums = new double[2];
    for (int i = 0; i < rows; i++) {
      double first = random.nextDouble();
      for (int k = 0; k < sums.length; k++) {
        if (k == 0 || i % (rows / CHOSEN) == 0) {
          sums[k] += i + (double) i;
          sums[k] += first + i * first;
        }
      }
    }
    return Arrays.stream(sums).mapToObj(Double::toString).toList();
  }

  /** Reads the file in a JVM with a heap of 52 MiB; copies of pages would need 60. */
  private static List<String> readInASmallHeap(Path file, String... options) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx52m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(List.of(options));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(LargePagesTest.class.getName(), file.toString()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return output.lines().toList();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void threePagesOfEightMebibytesFitASmallHeap(boolean isPacked) throws Exception {
    int rows = 20 * VALUES_A_MIB; // two and a half pages of numbers, more of points
    Path file = write((8 << 20) - 1_024, rows, isPacked);
    assertThat(readInASmallHeap(file)).isEqualTo(expected(rows));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aLargerPageIsNamedInOneLine(boolean isPacked) throws Exception {
    Path file = write(9 << 20, 10 * VALUES_A_MIB, isPacked);
    assertThat(readInASmallHeap(file))
        .singleElement()
        .asString()
        .contains("column geometry: a page of 8")
        .contains("at most 8388608, more with a larger heap, -Xmx");
  }

  @Test
  void aMissingLibraryOfZstandardIsNamedInOneLine() throws Exception {
    Path file = write(1 << 16, 1 << 10, true);
    assertThat(readInASmallHeap(file, "-DZstdNativePath=" + folder.resolve("none.so")))
        .singleElement()
        .asString()
        .contains("pages of Zstandard, whose library zstd-jni cannot be loaded on this machine");
  }
}

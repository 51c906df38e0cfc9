package org.flashgrove.geoparquet.page;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import org.apache.parquet.bytes.BytesUtils;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.values.ValuesWriter;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesWriterForLong;
import org.apache.parquet.column.values.deltastrings.DeltaByteArrayWriter;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridEncoder;
import org.apache.parquet.io.api.Binary;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Counts of Parquet's own encoders pass; false counts are refused before memory is allocated. */
class StatedCountsTest {
  private static final HeapByteBufferAllocator HEAP = new HeapByteBufferAllocator();

  private static byte[] bytes(long... numbers) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (long each : numbers) {
      BytesUtils.writeUnsignedVarLong(each, out);
    }
    return out.toByteArray();
  }

  private static void refused(byte[] data, int values, Encoding encoding, String problem) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> StatedCounts.requireValues(ByteBuffer.wrap(data), values, encoding))
        .withMessageContaining(problem);
  }

  @RepeatedTest(20)
  void countsOfEncodersPass() throws IOException {
    Random random = Seeds.random();
    int count = 1 + random.nextInt(5_000);
    int width = random.nextInt(13);
    int repeats = 1 + random.nextInt(30);
    RunLengthBitPackingHybridEncoder runs =
        new RunLengthBitPackingHybridEncoder(width, 64, 1 << 20, HEAP);
    ValuesWriter deltas = new DeltaBinaryPackingValuesWriterForLong(64, 1 << 20, HEAP);
    ValuesWriter texts = new DeltaByteArrayWriter(64, 1 << 20, HEAP);
    int value = 0;
    for (int i = 0; i < count; i++) {
      if (random.nextInt(repeats) == 0) {
        value = random.nextInt(1 << width);
      }
      runs.writeInt(value);
      deltas.writeLong((long) value * random.nextInt(1 << random.nextInt(20)));
      texts.writeBytes(Binary.fromString("text " + value));
    }
    ByteArrayOutputStream indices = new ByteArrayOutputStream();
    indices.write(width);
    indices.write(runs.toBytes().toByteArray());
    byte[] deltaBytes = deltas.getBytes().toByteArray();
    byte[] textBytes = texts.getBytes().toByteArray();
    assertThatCode(
            () -> {
              StatedCounts.requireValues(
                  ByteBuffer.wrap(indices.toByteArray()), count, Encoding.RLE_DICTIONARY);
              StatedCounts.requireValues(
                  ByteBuffer.wrap(deltaBytes), count, Encoding.DELTA_BINARY_PACKED);
              StatedCounts.requireValues(
                  ByteBuffer.wrap(textBytes), count, Encoding.DELTA_BYTE_ARRAY);
            })
        .doesNotThrowAnyException();
    refused(deltaBytes, count - 1, Encoding.DELTA_BINARY_PACKED, "deltas of " + count);
    refused(textBytes, count - 1, Encoding.DELTA_BYTE_ARRAY, "deltas of " + count);
  }

  @Test
  void falseRunsAreRefused() throws IOException {
    byte[] run = bytes(3, (1L << 30) | 1); // width 3, then 2^29 groups of eight packed values
    refused(run, 100, Encoding.RLE_DICTIONARY, "a run of " + (1L << 32));
    refused(run, Integer.MAX_VALUE, Encoding.RLE_DICTIONARY, "a run of " + (1L << 32));
    byte[] empty = bytes(0, (1L << 27) | 1); // of no bits, so that any count fits
    refused(empty, Integer.MAX_VALUE, Encoding.RLE_DICTIONARY, "a run of " + (1L << 29));
    byte[] levels = bytes((1L << 30) | 1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> StatedCounts.requireLevels(ByteBuffer.wrap(levels), 100, 3));
    byte[] lengths = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putInt(100).array();
    refused(lengths, 100, Encoding.RLE, "longer than their page");
  }

  @Test
  void falseDeltasAreRefused() throws IOException {
    refused(bytes(128, 4, 1 << 30, 0), 1 << 30, Encoding.DELTA_BINARY_PACKED, "deltas of");
    refused(bytes(1 << 30, 4, 100, 0), 100, Encoding.DELTA_LENGTH_BYTE_ARRAY, "deltas of");
    refused(bytes(128, 0, 100, 0), 100, Encoding.DELTA_BYTE_ARRAY, "deltas of");
    refused(bytes(128, 4, 1_000, 0), 1_000, Encoding.DELTA_BINARY_PACKED, "longer than");
  }

  @Test
  void textsThatUnpackToMoreThanAPageAreRefused() throws IOException {
    int most = ParquetFile.mostPageBytes();
    int length = most / 16;
    byte[] allowed = texts(length, 16, most - 16 * length);
    StatedCounts.requireValues(ByteBuffer.wrap(allowed), 17, Encoding.DELTA_BYTE_ARRAY);
    byte[] larger = texts(length, 16, most - 16 * length + 1);
    refused(larger, 17, Encoding.DELTA_BYTE_ARRAY, "values unpack to " + (most + 1L) + " bytes");
    byte[] many = texts(length, 3_000, 5); // in many blocks
    refused(many, 3_001, Encoding.DELTA_BYTE_ARRAY, "unpack to " + (3_000L * length + 5));
  }

  /** Encodes equal texts and, as the first value, one other text. */
  private static byte[] texts(int length, int count, int firstLength) throws IOException {
    ValuesWriter texts = new DeltaByteArrayWriter(64, 1 << 27, HEAP);
    texts.writeBytes(Binary.fromConstantByteArray(new byte[firstLength]));
    Binary text = Binary.fromConstantByteArray(new byte[length]);
    for (int i = 0; i < count; i++) {
      texts.writeBytes(text);
    }
    return texts.getBytes().toByteArray();
  }

  @Test
  void falseLengthsOfDictionariesAreRefused() {
    for (int length : new int[] {5, -1, Integer.MAX_VALUE}) {
      ByteBuffer page =
          ByteBuffer.allocate(12)
              .order(ByteOrder.LITTLE_ENDIAN)
              .putInt(2)
              .putShort((short) 0)
              .putInt(length)
              .rewind();
      StatedCounts.requireLengths(page, 1);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> StatedCounts.requireLengths(page, 2))
          .withMessageContaining("longer than its page");
    }
  }
}

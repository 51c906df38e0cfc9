package org.flashgrove.geoparquet.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.flashgrove.core.Seeds;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.EntryKind;
import org.flashgrove.datasets.feature.FeatureSchema;
import org.flashgrove.datasets.feature.FeatureWriter;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.feature.GeometryFacts;
import org.flashgrove.datasets.format.DataFormats;
import org.flashgrove.datasets.source.ByteSource;
import org.flashgrove.datasets.source.DiskSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.GeometryFactory;

/** Headers and pages are read as the Parquet library wrote them, wherever the buffer ends. */
class ColumnBytesTest {
  private static final int PAGES = 60;
  private static final int LONGEST_STATISTICS = 30_000;
  private static final int LONGEST_PAGE = 150_000;
  private static final FeatureSchema SCHEMA =
      new FeatureSchema(
          GeometryFacts.planar(EntryKind.GEOMETRIES, null, 0, Optional.empty()),
          List.of(),
          List.of(),
          List.of(),
          0,
          List.of());

  @TempDir private Path folder;
  private final Random random = Seeds.random();
  private final List<PageHeader> headers = new ArrayList<>();
  private final List<byte[]> pages = new ArrayList<>();
  private final ByteArrayOutputStream column = new ByteArrayOutputStream();
  private ParquetFile any;

  @BeforeEach
  void write() throws IOException {
    for (int i = 0; i < PAGES; i++) {
      byte[] page = bytes(1 + random.nextInt(random.nextBoolean() ? 300 : LONGEST_PAGE));
      PageHeader header = header(page.length);
      Util.writePageHeader(header, column);
      column.write(page);
      headers.add(header);
      pages.add(page);
    }
    Path file = folder.resolve("any.parquet");
    try (FeatureWriter writer =
        DataFormats.of("any.parquet", FormatOptions.BY_ENDING).create(file.toString(), SCHEMA)) {
      writer.write(1, new GeometryFactory().createPoint(new Coordinate(0, 0)), new Object[0]);
    }
    any = new ParquetFile(new DiskSource(file, "any.parquet"));
  }

  @AfterEach
  void close() {
    any.close();
  }

  private byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }

  private PageHeader header(int size) {
    DataPageHeader data =
        new DataPageHeader(random.nextInt(9), Encoding.PLAIN, Encoding.RLE, Encoding.RLE);
    if (random.nextInt(3) > 0) {
      Statistics statistics = new Statistics();
      statistics.setMin_value(bytes(random.nextInt(LONGEST_STATISTICS)));
      statistics.setMax_value(bytes(random.nextInt(LONGEST_STATISTICS)));
      data.setStatistics(statistics);
    }
    PageHeader header = new PageHeader(PageType.DATA_PAGE, random.nextInt(1 << 20), size);
    header.setData_page_header(data);
    return header;
  }

  /** Returns the first bytes of the column. A read returns some of the bytes that it asks for. */
  private ColumnBytes opened(int length) {
    byte[] all = Arrays.copyOf(column.toByteArray(), length);
    return new ColumnBytes(
        new ByteSource() {
          @Override
          public String name() {
            return "memory";
          }

          @Override
          public long size() {
            return all.length;
          }

          @Override
          public int read(long at, byte[] into, int offset, int count) {
            if (at >= all.length) {
              return -1;
            }
            int most = Math.min(count, all.length - (int) at);
            int found = random.nextBoolean() ? most : 1 + random.nextInt(most);
            System.arraycopy(all, (int) at, into, offset, found);
            return found;
          }

          @Override
          public void close() {}
        },
        new Footer.Column(
            List.of("a"), CompressionCodecName.UNCOMPRESSED, PAGES, 0, column.size()));
  }

  private PageDecoder decoder() {
    return new PageDecoder(
        any, any.schema().getColumns().get(0), CompressionCodecName.UNCOMPRESSED, new PageBuffer());
  }

  @Test
  void headersAndPagesAreThoseThatWereWritten() {
    ColumnBytes bytes = opened(column.size());
    PageDecoder decoder = decoder();
    for (int i = 0; i < PAGES; i++) {
      assertThat(bytes.header(decoder)).isEqualTo(headers.get(i));
      byte[] page = new byte[pages.get(i).length];
      assertThat(bytes.read(page, page.length)).isTrue();
      assertThat(page).isEqualTo(pages.get(i));
    }
    assertThat(bytes.header(decoder)).isNull();
    assertThat(bytes.read(new byte[1], 1)).isFalse();
  }

  @Test
  void aPageThatEndsEarlyIsRefused() {
    ColumnBytes bytes = opened(column.size() - 1);
    PageDecoder decoder = decoder();
    boolean isWhole = true;
    for (int i = 0; i < PAGES; i++) {
      assertThat(isWhole).isTrue();
      int size = bytes.header(decoder).getCompressed_page_size();
      isWhole = bytes.read(new byte[size], size);
    }
    assertThat(isWhole).isFalse();
  }

  @Test
  void aHeaderThatEndsEarlyIsRefused() throws IOException {
    ByteArrayOutputStream first = new ByteArrayOutputStream();
    Util.writePageHeader(headers.get(0), first);
    ColumnBytes bytes = opened(1 + random.nextInt(first.size() - 1));
    PageDecoder decoder = decoder();
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> bytes.header(decoder))
        .withMessageContaining("a page header that cannot be read");
  }

  @Test
  void aHeaderMayBeLongerThanTheBuffer() throws IOException {
    PageHeader longest = header(5);
    Statistics statistics = new Statistics();
    statistics.setMin_value(bytes(1 + random.nextInt(PageDecoder.MOST_HEADER_BYTES - 1_000)));
    longest.getData_page_header().setStatistics(statistics);
    column.reset();
    Util.writePageHeader(longest, column);
    column.write(pages.get(0));
    ColumnBytes bytes = opened(column.size());
    assertThat(bytes.header(decoder())).isEqualTo(longest);
    byte[] page = new byte[pages.get(0).length];
    assertThat(bytes.read(page, page.length)).isTrue();
    assertThat(page).isEqualTo(pages.get(0));
  }

  @Test
  void aHeaderAboveTheLimitIsRefused() throws IOException {
    PageHeader header = header(5);
    Statistics statistics = new Statistics();
    statistics.setMin_value(bytes(PageDecoder.MOST_HEADER_BYTES));
    header.getData_page_header().setStatistics(statistics);
    column.reset();
    Util.writePageHeader(header, column);
    column.write(new byte[PageDecoder.MOST_HEADER_BYTES]);
    ColumnBytes bytes = opened(column.size());
    PageDecoder decoder = decoder();
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> bytes.header(decoder))
        .withMessageContaining(
            "a page header that cannot be read in " + PageDecoder.MOST_HEADER_BYTES + " bytes");
  }

  @Test
  void unknownFieldsInEachOtherDoNotOverflowTheStack() {
    byte[] structs = new byte[PageDecoder.USUAL_HEADER_BYTES];
    Arrays.fill(structs, (byte) 0x1c); // each byte begins a struct, the next field of the last one
    PageDecoder decoder = decoder();
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> decoder.header(ByteBuffer.wrap(structs)))
        .withMessageContaining("a page header that cannot be read");
  }

  @Test
  void aNegativeSizeIsRefused() throws IOException {
    ByteArrayOutputStream wrong = new ByteArrayOutputStream();
    PageHeader header = header(7);
    header.setCompressed_page_size(-1);
    Util.writePageHeader(header, wrong);
    PageDecoder decoder = decoder();
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> decoder.header(ByteBuffer.wrap(wrong.toByteArray())))
        .withMessageContaining("a page of 4294967295 bytes");
  }
}

package org.flashgrove.geoparquet;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.flashgrove.datasets.feature.FeatureSchema;
import org.flashgrove.datasets.feature.FeatureWriter;
import org.flashgrove.datasets.file.OutputFile;
import org.flashgrove.geoparquet.page.PageCodec;
import org.locationtech.jts.geom.Geometry;

/**
 * Writes features as GeoParquet 1.1, in the given order. The columns are {@code id}, the
 * attributes, {@code geometry}, and {@code bbox} with the bounding box of each geometry. The column
 * {@code geometry} has Parquet's native type GEOMETRY, whose values are WKB. Pages have about 64
 * KiB, so that readers can skip pages, and are compressed by Zstandard.
 */
final class GeoParquetWriter implements FeatureWriter {
  /** Name of the column of ids. */
  static final String ID = "id";

  /** Name of the geometry column. */
  static final String GEOMETRY = "geometry";

  /** Name of the column of bounding boxes. */
  static final String BOX = "bbox";

  private static final int PAGE_BYTES = 1 << 16;

  /**
   * Maximum number of bytes of values in memory. When it is reached, the writer writes a row group.
   */
  private static final long GROUP_BYTES = 1L << 25;

  /**
   * Number of rows after which the writer checks the bytes in memory for the first time. It is
   * small because rows may be large.
   */
  private static final int ROWS_BEFORE_CHECK = 8;

  private final OutputFile file;
  private final ParquetWriter<Row> rows;

  /** Feature that becomes a row. */
  record Row(long id, Geometry geometry, Object[] attributes) {}

  GeoParquetWriter(OutputFile file, FeatureSchema schema) {
    this.file = file;
    try {
      rows =
          new Builder(new LocalOutputFile(file.path()), new RowSupport(schema))
              .withConf(new PlainParquetConfiguration())
              .withCodecFactory(new PageCodec())
              .withCompressionCodec(CompressionCodecName.ZSTD)
              .withWriteMode(ParquetFileWriter.Mode.OVERWRITE)
              .withWriterVersion(ParquetProperties.WriterVersion.PARQUET_1_0)
              .withPageSize(PAGE_BYTES)
              .withRowGroupSize(GROUP_BYTES)
              .withMinRowCountForPageSizeCheck(ROWS_BEFORE_CHECK)
              .withDictionaryEncoding(ID, false)
              .withDictionaryEncoding(GEOMETRY, false)
              .build();
    } catch (IOException e) {
      throw new UncheckedIOException(file.name() + ": cannot be created", e);
    }
  }

  private static final class Builder extends ParquetWriter.Builder<Row, Builder> {
    private final RowSupport support;

    Builder(LocalOutputFile file, RowSupport support) {
      super(file);
      this.support = support;
    }

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    protected WriteSupport<Row> getWriteSupport(ParquetConfiguration configuration) {
      return support;
    }

    @Override
    protected WriteSupport<Row> getWriteSupport(Configuration configuration) {
      throw new UnsupportedOperationException("a configuration of Hadoop is not used");
    }
  }

  @Override
  public void write(long id, Geometry geometry, Object[] attributes) {
    try {
      rows.write(new Row(id, geometry, attributes));
    } catch (IOException e) {
      throw new UncheckedIOException(file.name() + ": cannot be written", e);
    }
  }

  @Override
  public void close() {
    try {
      rows.close();
    } catch (IOException e) {
      throw new UncheckedIOException(file.name() + ": cannot be written", e);
    }
  }
}

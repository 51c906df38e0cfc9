package org.flashgrove.geoparquet;

import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.flashgrove.geoparquet.page.PageCodec;

/** Builder of a writer of Parquet whose rows are events of Parquet. */
final class EventWriter extends ParquetWriter.Builder<Consumer<RecordConsumer>, EventWriter> {
  private final Events events;

  private EventWriter(Path file, Events events) {
    super(new LocalOutputFile(file));
    this.events = events;
  }

  /**
   * Returns a builder, which compresses pages of 256 bytes by Zstandard.
   *
   * @param geo metadata of GeoParquet, or null
   */
  static EventWriter to(Path file, String schema, String geo) {
    Map<String, String> texts = geo == null ? Map.of() : Map.of("geo", geo);
    return new EventWriter(file, new Events(MessageTypeParser.parseMessageType(schema), texts))
        .withConf(new PlainParquetConfiguration())
        .withCodecFactory(new Codecs())
        .withCompressionCodec(CompressionCodecName.ZSTD)
        .withPageSize(256)
        .withWriteMode(ParquetFileWriter.Mode.OVERWRITE);
  }

  /** Writes a field of one value or group. */
  static void field(RecordConsumer out, String name, int at, Runnable content) {
    out.startField(name, at);
    content.run();
    out.endField(name, at);
  }

  @Override
  protected EventWriter self() {
    return this;
  }

  @Override
  protected Events getWriteSupport(Configuration configuration) {
    throw new UnsupportedOperationException();
  }

  @Override
  protected Events getWriteSupport(ParquetConfiguration configuration) {
    return events;
  }

  /** Codecs of our writer, and none. */
  private static final class Codecs implements CompressionCodecFactory {
    private final PageCodec packed = new PageCodec();

    @Override
    public BytesInputCompressor getCompressor(CompressionCodecName codec) {
      return codec == CompressionCodecName.UNCOMPRESSED
          ? new NoCompressor()
          : packed.getCompressor(codec);
    }

    @Override
    public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
      return packed.getDecompressor(codec);
    }

    @Override
    public void release() {
      packed.release();
    }
  }

  private static final class NoCompressor implements BytesInputCompressor {
    @Override
    public BytesInput compress(BytesInput page) {
      return page;
    }

    @Override
    public CompressionCodecName getCodecName() {
      return CompressionCodecName.UNCOMPRESSED;
    }

    @Override
    public void release() {
      // holds no resources
    }
  }

  private static final class Events extends WriteSupport<Consumer<RecordConsumer>> {
    private final MessageType schema;
    private final Map<String, String> texts;
    private RecordConsumer out;

    Events(MessageType schema, Map<String, String> texts) {
      this.schema = schema;
      this.texts = texts;
    }

    @Override
    public WriteContext init(Configuration configuration) {
      throw new UnsupportedOperationException();
    }

    @Override
    public WriteContext init(ParquetConfiguration configuration) {
      return new WriteContext(schema, texts);
    }

    @Override
    public void prepareForWrite(RecordConsumer consumer) {
      out = consumer;
    }

    @Override
    public void write(Consumer<RecordConsumer> row) {
      out.startMessage();
      row.accept(out);
      out.endMessage();
    }
  }
}

package org.flashgrove.geoparquet.page;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import io.airlift.compress.Decompressor;
import io.airlift.compress.lz4.Lz4Decompressor;
import io.airlift.compress.snappy.SnappyDecompressor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Compresses and decompresses pages. Decompresses Snappy, Gzip, Zstandard and raw LZ4, and accepts
 * uncompressed pages. Compresses only by Zstandard, whose library has native code. Safe for use by
 * several threads.
 */
public final class PageCodec implements CompressionCodecFactory {
  private static final List<CompressionCodecName> KNOWN =
      List.of(
          CompressionCodecName.UNCOMPRESSED,
          CompressionCodecName.SNAPPY,
          CompressionCodecName.GZIP,
          CompressionCodecName.ZSTD,
          CompressionCodecName.LZ4_RAW);

  private static final int ZSTD_LEVEL = 3;

  /** Creates a codec for the pages of one file. */
  public PageCodec() {}

  /** Returns whether this class can decompress pages of a codec. */
  static boolean isKnown(CompressionCodecName codec) {
    return KNOWN.contains(codec);
  }

  /** Returns the names of the codecs that this class can decompress, for messages. */
  static String knownNames() {
    return String.join(
        ", ", KNOWN.stream().map(codec -> codec.name().toLowerCase(Locale.ROOT)).toList());
  }

  /**
   * Decompresses a page.
   *
   * @param codec any known codec but {@code UNCOMPRESSED}
   * @param packed compressed bytes, in a buffer over an array
   * @param page buffer over an array for the result, with as many bytes as the page header states
   * @throws IOException if the bytes are damaged, or decompress to another number of bytes
   */
  void decompress(CompressionCodecName codec, ByteBuffer packed, ByteBuffer page)
      throws IOException {
    int found =
        switch (codec) {
          case GZIP -> inflate(packed, page);
          case ZSTD -> unpackZstd(packed, page);
          default -> unpack(codec, packed, page);
        };
    if (found != page.remaining()) {
      throw new IOException("a page that unpacks to another size than it states");
    }
  }

  private static int inflate(ByteBuffer packed, ByteBuffer page) throws IOException {
    try (InputStream bytes =
        new GZIPInputStream(
            new ByteArrayInputStream(packed.array(), packed.position(), packed.remaining()))) {
      int found = bytes.readNBytes(page.array(), page.position(), page.remaining());
      return bytes.read() < 0 ? found : -1;
    }
  }

  private static int unpackZstd(ByteBuffer packed, ByteBuffer page) throws IOException {
    try {
      return (int)
          Zstd.decompressByteArray(
              page.array(),
              page.position(),
              page.remaining(),
              packed.array(),
              packed.position(),
              packed.remaining());
    } catch (ZstdException e) { // malformed input, or an array that is too short
      throw new IOException("a page that cannot be unpacked", e);
    } catch (LinkageError e) {
      throw missing(e);
    }
  }

  private static IOException missing(LinkageError cause) {
    return new IOException(
        "pages of Zstandard, whose library zstd-jni cannot be loaded on this machine", cause);
  }

  private static int unpack(CompressionCodecName codec, ByteBuffer packed, ByteBuffer page)
      throws IOException {
    Decompressor decompressor =
        switch (codec) {
          case SNAPPY -> new SnappyDecompressor();
          case LZ4_RAW -> new Lz4Decompressor();
          default -> throw new IOException("codec " + codec);
        };
    try {
      return decompressor.decompress(
          packed.array(),
          packed.position(),
          packed.remaining(),
          page.array(),
          page.position(),
          page.remaining());
    } catch (RuntimeException e) { // malformed input, or an index beyond the arrays
      throw new IOException("a page that cannot be unpacked", e);
    }
  }

  @Override
  public BytesInputCompressor getCompressor(CompressionCodecName codec) {
    if (codec != CompressionCodecName.ZSTD) {
      throw new IllegalArgumentException("codec " + codec + " (allowed: zstd)");
    }
    return new ZstdPages();
  }

  @Override
  public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
    throw new UnsupportedOperationException("pages are read by ColumnPages");
  }

  @Override
  public void release() {
    // holds no resources
  }

  /** Compresses pages by Zstandard. */
  private static final class ZstdPages implements BytesInputCompressor {
    private byte[] packed = new byte[0];

    @Override
    public BytesInput compress(BytesInput page) throws IOException {
      byte[] bytes = page.toByteArray();
      int length;
      try {
        int most = (int) Zstd.compressBound(bytes.length);
        if (packed.length < most) {
          packed = new byte[most];
        }
        length =
            (int)
                Zstd.compressByteArray(
                    packed, 0, packed.length, bytes, 0, bytes.length, ZSTD_LEVEL);
      } catch (LinkageError e) {
        throw missing(e);
      }
      return BytesInput.from(Arrays.copyOf(packed, length));
    }

    @Override
    public CompressionCodecName getCodecName() {
      return CompressionCodecName.ZSTD;
    }

    @Override
    public void release() {
      // holds no resources
    }
  }
}

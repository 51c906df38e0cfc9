package org.flashgrove.datasets.file;

import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/** Opens text files for writing in UTF-8, with gzip if the name ends in {@code .gz}. */
public final class TextOutput {
  private static final int BUFFER = 1 << 16;

  private TextOutput() {}

  /**
   * Opens a file for text.
   *
   * @throws UncheckedIOException if it cannot be opened
   */
  public static Writer create(OutputFile file) {
    try {
      OutputStream bytes = file.open();
      if (file.name().toLowerCase(Locale.ROOT).endsWith(".gz")) {
        bytes = new FastGzip(bytes);
      }
      bytes = new BufferedOutputStream(bytes, BUFFER);
      return new BufferedWriter(new OutputStreamWriter(bytes, StandardCharsets.UTF_8), BUFFER);
    } catch (IOException e) {
      throw new UncheckedIOException(file.name() + ": cannot be created", e);
    }
  }

  /**
   * Gzip stream with the fastest level. The default level compresses random digits hardly better,
   * and takes far longer.
   */
  private static final class FastGzip extends GZIPOutputStream {
    FastGzip(OutputStream bytes) throws IOException {
      super(bytes, BUFFER);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }
}

package org.flashgrove.datasets.feature;

import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/** Files of text to be written: UTF-8, gzip if the name ends in {@code .gz}. */
public final class TextOutput {
  private static final int BUFFER = 1 << 16;

  private TextOutput() {}

  /** Returns what messages call a file. */
  public static String nameOf(String path) {
    return path.equals(InputFile.STANDARD_STREAM) ? "standard output" : path;
  }

  /**
   * Creates the file, or empties it.
   *
   * @param path the file, or {@code -} for standard output, which stays open
   * @throws UncheckedIOException if it cannot be created
   */
  public static Writer create(String path) {
    boolean standard = path.equals(InputFile.STANDARD_STREAM);
    try {
      OutputStream bytes = standard ? new Unclosed() : Files.newOutputStream(Path.of(path));
      if (path.toLowerCase(Locale.ROOT).endsWith(".gz")) {
        bytes = new FastGzip(bytes);
      }
      bytes = new BufferedOutputStream(bytes, BUFFER);
      return new BufferedWriter(new OutputStreamWriter(bytes, StandardCharsets.UTF_8), BUFFER);
    } catch (IOException e) {
      throw new UncheckedIOException(nameOf(path) + ": cannot be created", e);
    }
  }

  /** Digits of random numbers hardly pack better at the normal level, which takes far longer. */
  private static final class FastGzip extends GZIPOutputStream {
    FastGzip(OutputStream bytes) throws IOException {
      super(bytes, BUFFER);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }

  /** Keeps standard output open when the file is closed. */
  private static final class Unclosed extends OutputStream {
    @Override
    public void write(int octet) {
      System.out.write(octet);
    }

    @Override
    public void write(byte[] octets, int from, int length) {
      System.out.write(octets, from, length);
    }

    @Override
    public void flush() {
      System.out.flush();
    }
  }
}

package org.flashgrove.datasets.csv;

import java.io.BufferedOutputStream;
import java.io.Closeable;
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
import org.flashgrove.datasets.feature.InputFile;

/** Rows of numbers on their way to a file: UTF-8, LF, gzip if the name ends in {@code .gz}. */
final class CsvOutput implements Closeable {
  private static final int BUFFER_CHARS = 1 << 16;

  private final String name;
  private final Writer writer;
  private final StringBuilder text = new StringBuilder(BUFFER_CHARS + 256);

  private CsvOutput(String name, Writer writer) {
    this.name = name;
    this.writer = writer;
  }

  /** Creates the file, or empties it, and writes its header. */
  static CsvOutput create(String path, HeaderForm form) {
    CsvOutput output = create(path);
    output.text.append(form.text()).append('\n');
    return output;
  }

  /** Creates the file, or empties it; it has no header. */
  static CsvOutput create(String path) {
    boolean standard = path.equals(InputFile.STANDARD_STREAM);
    String name = standard ? "standard output" : path;
    try {
      OutputStream bytes = standard ? new Unclosed() : Files.newOutputStream(Path.of(path));
      if (path.toLowerCase(Locale.ROOT).endsWith(".gz")) {
        bytes = new FastGzip(bytes);
      }
      bytes = new BufferedOutputStream(bytes, BUFFER_CHARS);
      return new CsvOutput(name, new OutputStreamWriter(bytes, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(name + ": cannot be created", e);
    }
  }

  CsvOutput field(long value) {
    text.append(value).append(',');
    return this;
  }

  CsvOutput field(double value) {
    text.append(value).append(',');
    return this;
  }

  /** Returns a word without commas and quotation marks. */
  CsvOutput field(String word) {
    text.append(word).append(',');
    return this;
  }

  void endRow() {
    text.setCharAt(text.length() - 1, '\n');
    if (text.length() >= BUFFER_CHARS) {
      drain();
    }
  }

  private void drain() {
    try {
      writer.append(text);
      text.setLength(0);
    } catch (IOException e) {
      throw new UncheckedIOException(name + ": cannot be written", e);
    }
  }

  @Override
  public void close() {
    try (writer) {
      drain();
    } catch (IOException e) {
      throw new UncheckedIOException(name + ": cannot be closed", e);
    }
  }

  /** Digits of random numbers hardly pack better at the normal level, which takes far longer. */
  private static final class FastGzip extends GZIPOutputStream {
    FastGzip(OutputStream bytes) throws IOException {
      super(bytes, BUFFER_CHARS);
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

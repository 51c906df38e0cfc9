package org.flashgrove.datasets.csv;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import org.flashgrove.datasets.file.OutputFile;
import org.flashgrove.datasets.file.TextOutput;

/**
 * Writes rows of numbers to a file in UTF-8 with LF, and with gzip if its name ends in {@code .gz}.
 */
final class CsvOutput implements Closeable {
  private static final int BUFFER_CHARS = 1 << 16;

  private final String name;
  private final Writer writer;
  private final StringBuilder text = new StringBuilder(BUFFER_CHARS + 256);

  private final char delimiter;

  private CsvOutput(OutputFile file, char delimiter) {
    this.name = file.name();
    this.delimiter = delimiter;
    this.writer = TextOutput.create(file);
  }

  /** Creates a file and writes its header. */
  static CsvOutput create(OutputFile file, HeaderForm form) {
    CsvOutput output = new CsvOutput(file, FirstLine.delimiterOf(file.name()));
    output.text.append(form.text().replace(',', output.delimiter)).append('\n');
    return output;
  }

  /** Creates a file without a header. */
  static CsvOutput create(OutputFile file) {
    return new CsvOutput(file, ',');
  }

  CsvOutput field(long value) {
    text.append(value).append(delimiter);
    return this;
  }

  CsvOutput field(double value) {
    text.append(value).append(delimiter);
    return this;
  }

  /** Appends a word, which must not contain commas or quotation marks. */
  CsvOutput field(String word) {
    text.append(word).append(delimiter);
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
}

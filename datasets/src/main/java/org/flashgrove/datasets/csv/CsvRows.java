package org.flashgrove.datasets.csv;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.feature.RowForms;
import org.flashgrove.datasets.file.TextSource;
import org.flashgrove.datasets.row.TextFacts;
import org.flashgrove.datasets.row.TextRowCursor;
import org.flashgrove.datasets.row.TextRowReader;

/** Reads rows from parts of one CSV file. */
final class CsvRows implements TextRowReader {
  private final FormatOptions options;
  private CsvFeatures header;

  /**
   * Creates a reader.
   *
   * @param options delimiter, and roles of columns
   */
  CsvRows(FormatOptions options) {
    this.options = options;
  }

  @Override
  public TextRowCursor open(Supplier<TextSource> text, BadRowPolicy policy) {
    return CsvFeatures.open(text, policy, RowForms.RECORDS, options, true);
  }

  @Override
  public TextRowCursor openPart(
      TextSource part, TextFacts facts, long rowsBefore, boolean isArray) {
    return header(part, facts).part(part, facts, rowsBefore);
  }

  @Override
  public TextRowCursor openRest(
      TextSource rest,
      Supplier<TextSource> text,
      TextFacts facts,
      long rowsBefore,
      BadRowPolicy policy) {
    return header(rest, facts).rest(rest, text, facts, rowsBefore, policy);
  }

  private CsvFeatures header(TextSource part, TextFacts facts) {
    if (header == null) {
      byte[] head = facts.head().getBytes(StandardCharsets.UTF_8);
      TextSource text = TextSource.of(new ByteArrayInputStream(head), part.name());
      header = CsvFeatures.open(() -> text, BadRowPolicy.STOP, RowForms.RECORDS, options, false);
    }
    return header;
  }
}

package org.flashgrove.datasets.row;

import java.util.function.Supplier;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.file.TextSource;

/** Reader of a text format whose rows can be read from parts of a file. */
public interface TextRowReader {
  /**
   * Opens a whole file.
   *
   * @param text opens the text; called again if the file has to be read twice
   * @param policy decides about bad rows
   */
  TextRowCursor open(Supplier<TextSource> text, BadRowPolicy policy);

  /**
   * Opens the rest of a file.
   *
   * @param rest text from the beginning of a row to the end of the file
   * @param text opens the whole text
   * @param facts facts about the rows before
   * @param rowsBefore number of rows before the rest
   * @param policy decides about bad rows
   */
  TextRowCursor openRest(
      TextSource rest,
      Supplier<TextSource> text,
      TextFacts facts,
      long rowsBefore,
      BadRowPolicy policy);

  /**
   * Opens a part of a file. A row without an id may get any id.
   *
   * @param part text from the beginning of a row; empty for a cursor without rows
   * @param facts facts about the whole file
   * @param rowsBefore number of rows before the part
   * @param isArray whether the rows have commas between them; see {@link TextRowCursor#series}
   */
  TextRowCursor openPart(TextSource part, TextFacts facts, long rowsBefore, boolean isArray);
}

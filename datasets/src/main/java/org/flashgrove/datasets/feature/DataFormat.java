package org.flashgrove.datasets.feature;

import java.util.List;
import org.flashgrove.datasets.file.InputFile;
import org.flashgrove.datasets.file.OutputFile;

/** File format for features. */
public interface DataFormat {
  /** Returns the name of the format in options and messages. */
  String name();

  /** Returns the file extensions in lower case, without {@code .gz}. */
  List<String> endings();

  /**
   * Returns whether this is a text format. Text files may be compressed and may be read from a
   * stream.
   */
  boolean isText();

  /**
   * Opens a file.
   *
   * @param policy decides about bad features
   * @param forms allowed forms of features
   * @param options options of the user
   * @return a cursor before the first feature
   * @throws org.flashgrove.datasets.InputException if the file is missing or has another format
   * @throws IllegalArgumentException if the format does not support an option
   * @throws java.io.UncheckedIOException if reading fails
   */
  FeatureCursor open(InputFile file, BadRowPolicy policy, RowForms forms, FormatOptions options);

  /** Returns whether the format can store a fact about features. */
  boolean carries(Fact fact);

  /**
   * Returns whether readers of the format interpret coordinates as longitude and latitude in WGS
   * 84.
   *
   * @param schema schema of the features to write
   */
  default boolean isWgs84(FeatureSchema schema) {
    return false;
  }

  /**
   * Returns a message for each property of a file with this schema that only some programs can
   * read.
   */
  default List<String> notes(FeatureSchema schema) {
    return List.of();
  }

  /**
   * Returns a copy of {@code schema} whose attributes have names and types that the format allows.
   * A file in this format gets the returned schema.
   */
  default FeatureSchema written(FeatureSchema schema) {
    return schema;
  }

  /**
   * Creates a file.
   *
   * @param file the file, or standard output for text formats. The output is compressed if the name
   *     ends in {@code .gz}. The caller completes the file after the writer is closed.
   * @param schema schema of all features
   * @return a writer, which the caller closes
   * @throws IllegalArgumentException if the format is read-only
   * @throws java.io.UncheckedIOException if the file cannot be created
   */
  FeatureWriter create(OutputFile file, FeatureSchema schema);

  /**
   * Creates a file that is complete once the writer is closed. The caller need not complete it.
   *
   * @param path a file, or {@code -} for standard output with text formats
   */
  default FeatureWriter create(String path, FeatureSchema schema) {
    return CompletedWriter.of(this, path, schema);
  }
}

package org.flashgrove.datasets.feature;

import java.util.List;
import org.flashgrove.datasets.file.InputFile;
import org.flashgrove.datasets.file.OutputFile;

/** A form of files of features. */
public interface DataFormat {
  /** Returns the word that asks for it. */
  String name();

  /** Returns how names of its files end, without the {@code .gz} of packed ones, lower case. */
  List<String> endings();

  /** Returns whether it is text, which may be packed and may come from a stream. */
  boolean isText();

  /**
   * Opens a file.
   *
   * @param policy what to do with bad features
   * @param forms what features may be
   * @param options what the user says about the file
   * @return a cursor before the first feature
   * @throws org.flashgrove.datasets.InputException if the file is not there or not of this format
   * @throws IllegalArgumentException if an option is not one of this format
   * @throws java.io.UncheckedIOException if reading fails
   */
  FeatureCursor open(InputFile file, BadRowPolicy policy, RowForms forms, FormatOptions options);

  /** Returns whether the format can store a fact about features. */
  boolean carries(Fact fact);

  /**
   * Returns whether readers of the format interpret coordinates as longitude and latitude of WGS
   * 84.
   *
   * @param schema the features to be written
   */
  default boolean isWgs84(FeatureSchema schema) {
    return false;
  }

  /** Returns a message for each fact that only some readers of a written file find. */
  default List<String> notes(FeatureSchema schema) {
    return List.of();
  }

  /** Returns the attributes with names and types that the format allows. */
  default FeatureSchema written(FeatureSchema schema) {
    return schema;
  }

  /**
   * Writes a file.
   *
   * @param file the file, or standard output for text formats. A name that ends in {@code .gz}
   *     makes the output compressed. The caller completes the file after the writer is closed.
   * @param schema what all features have in common
   * @return a writer to be closed
   * @throws IllegalArgumentException if the format is only read
   * @throws java.io.UncheckedIOException if the file cannot be created
   */
  FeatureWriter create(OutputFile file, FeatureSchema schema);

  /**
   * Writes a file that is complete when the writer is closed.
   *
   * @param path the file, or {@code -} for standard output with text formats
   */
  default FeatureWriter create(String path, FeatureSchema schema) {
    return CompletedWriter.of(this, path, schema);
  }
}

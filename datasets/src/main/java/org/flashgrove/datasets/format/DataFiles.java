package org.flashgrove.datasets.format;

import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.DataFormat;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.feature.RowForms;
import org.flashgrove.datasets.file.InputFile;

/** Opens data files of any format. */
public final class DataFiles {
  private DataFiles() {}

  /**
   * Opens a file of entries, in the format of its ending.
   *
   * @param path the file, or {@code -} for standard input
   * @param policy what to do with bad features
   * @return a cursor before the first feature
   * @throws org.flashgrove.datasets.InputException if the file is not there or not understood
   * @throws java.io.UncheckedIOException if reading fails
   */
  public static FeatureCursor open(String path, BadRowPolicy policy) {
    return open(path, FormatOptions.BY_ENDING, policy);
  }

  /** Opens a file of entries as the options say. */
  public static FeatureCursor open(String path, FormatOptions options, BadRowPolicy policy) {
    return open(InputFile.named(path), path, options, policy, RowForms.ENTRIES);
  }

  /**
   * Opens a file.
   *
   * @param file the file, or a copy of it
   * @param path its name, whose ending says the format unless {@code options} do
   * @param options what the user says about it
   * @param policy what to do with bad features
   * @param forms what features may be
   * @return a cursor before the first feature
   * @throws org.flashgrove.datasets.InputException if the file is not there or not understood
   * @throws IllegalArgumentException if an option is not one of the format
   * @throws java.io.UncheckedIOException if reading fails
   */
  public static FeatureCursor open(
      InputFile file, String path, FormatOptions options, BadRowPolicy policy, RowForms forms) {
    DataFormat format = DataFormats.of(path, options);
    return format.open(file, policy, forms, options);
  }
}

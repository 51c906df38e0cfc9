package org.flashgrove.datasets.format;

import java.util.Objects;
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
   * Opens a file of entries. The file extension determines the format. A feature without a geometry
   * is bad; {@link #open(String, BadRowPolicy, RowForms)} accepts it with {@link RowForms#RECORDS}.
   *
   * @param path a file, or {@code -} for standard input
   * @param policy decides about bad features
   * @return a cursor before the first feature
   * @throws org.flashgrove.datasets.InputException if the file is missing or has another format
   * @throws java.io.UncheckedIOException if reading fails
   */
  public static FeatureCursor open(String path, BadRowPolicy policy) {
    return open(path, FormatOptions.BY_ENDING, policy);
  }

  /**
   * Opens a file whose features have certain forms. The file extension determines the format. For
   * rows of a table, use {@link RowForms#RECORDS}, which allows features without a geometry.
   */
  public static FeatureCursor open(String path, BadRowPolicy policy, RowForms forms) {
    return open(InputFile.named(path), path, FormatOptions.BY_ENDING, policy, forms);
  }

  /** Opens a file of entries with options. */
  public static FeatureCursor open(String path, FormatOptions options, BadRowPolicy policy) {
    return open(InputFile.named(path), path, options, policy, RowForms.ENTRIES);
  }

  /**
   * Opens a file or a directory. The files of a directory are read as one dataset: they have one
   * format and one schema. All features below a subdirectory {@code KEY=VALUE} get an attribute of
   * that name.
   *
   * @param file the file, or a copy of the file
   * @param path name of the file, whose extension determines the format unless {@code options} name
   *     one
   * @param options options of the user
   * @param policy decides about bad features
   * @param forms allowed forms of features
   * @return a cursor before the first feature
   * @throws org.flashgrove.datasets.InputException if the file is missing or has another format
   * @throws IllegalArgumentException if the format does not support an option
   * @throws java.io.UncheckedIOException if reading fails
   */
  public static FeatureCursor open(
      InputFile file, String path, FormatOptions options, BadRowPolicy policy, RowForms forms) {
    Objects.requireNonNull(policy, "policy");
    Objects.requireNonNull(forms, "forms");
    DataFormat format = DataFormats.of(path, options);
    return format.open(file, policy, forms, options);
  }
}

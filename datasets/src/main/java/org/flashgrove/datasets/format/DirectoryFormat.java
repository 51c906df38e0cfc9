package org.flashgrove.datasets.format;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.DataFormat;
import org.flashgrove.datasets.feature.Fact;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.feature.FeatureSchema;
import org.flashgrove.datasets.feature.FeatureWriter;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.feature.RowForms;
import org.flashgrove.datasets.file.InputFile;
import org.flashgrove.datasets.file.OutputFile;
import org.flashgrove.datasets.row.RowFile;
import org.flashgrove.datasets.row.RowFormat;

/**
 * Reads the data files of a directory as one dataset; see {@link DataDirectory}. This format cannot
 * be written.
 */
final class DirectoryFormat implements DataFormat, RowFormat {
  private final Path root;
  private final FormatOptions options;
  private DataDirectory directory;

  /** Creates a format that lists the directory on first use. */
  DirectoryFormat(Path root, FormatOptions options) {
    this.root = root;
    this.options = options;
  }

  private DataDirectory directory() {
    if (directory == null) {
      directory = new DataDirectory(root, options);
    }
    return directory;
  }

  @Override
  public String name() {
    return directory().format().name();
  }

  @Override
  public List<String> endings() {
    return List.of();
  }

  @Override
  public boolean isText() {
    return false; // a directory is no stream
  }

  @Override
  public boolean carries(Fact fact) {
    return directory().format().carries(fact);
  }

  @Override
  public FeatureCursor open(
      InputFile file, BadRowPolicy policy, RowForms forms, FormatOptions given) {
    List<DirectoryFeatures.Part> parts = new ArrayList<>();
    for (DataDirectory.Member each : directory().members()) {
      InputFile own = InputFile.named(each.name());
      parts.add(
          new DirectoryFeatures.Part(
              each, () -> directory().format().open(own, policy, forms, given), -1));
    }
    return new DirectoryFeatures(directory(), parts);
  }

  @Override
  public RowFile openRows(Path file, String shownName, String layer, byte[] places) {
    if (hasRows() && directory().format() instanceof RowFormat rows) {
      return new DirectoryRows(directory(), rows, layer, places);
    }
    throw new IllegalArgumentException(
        shownName + ": files of format " + name() + " cannot be indexed; use geoparquet files");
  }

  /**
   * Returns whether the files of the directory give access to rows. Text files do not, because
   * their attributes may differ from file to file.
   */
  boolean hasRows() {
    return directory().format() instanceof RowFormat && !directory().format().isText();
  }

  @Override
  public FeatureWriter create(OutputFile file, FeatureSchema schema) {
    throw new IllegalArgumentException(file.name() + ": is a directory; choose a file");
  }
}

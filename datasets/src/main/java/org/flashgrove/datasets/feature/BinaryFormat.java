package org.flashgrove.datasets.feature;

import java.nio.file.Path;
import java.util.List;
import org.flashgrove.datasets.file.FileSignature;
import org.flashgrove.datasets.file.InputFile;

/** Base class of binary file formats, which can store every {@link Fact} about features. */
public abstract class BinaryFormat implements DataFormat {
  private final String name;
  private final String ending;
  private final boolean hasLayers;
  private final FileSignature kind;

  /**
   * Creates a format.
   *
   * @param ending file extension in lower case
   * @param hasLayers whether a file may have several layers, of which the user selects one
   * @param kind kind by which the first bytes of a file in this format are recognized
   */
  protected BinaryFormat(String name, String ending, boolean hasLayers, FileSignature kind) {
    this.name = name;
    this.ending = ending;
    this.hasLayers = hasLayers;
    this.kind = kind;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final List<String> endings() {
    return List.of(ending);
  }

  @Override
  public final boolean isText() {
    return false;
  }

  @Override
  public final boolean carries(Fact fact) {
    return true;
  }

  @Override
  public final FeatureCursor open(
      InputFile file, BadRowPolicy policy, RowForms forms, FormatOptions options) {
    options.requireKnown(name, false, false, hasLayers, false);
    forms.requireEntries(file.name(), name);
    Path path = file.path("a readable file in " + name);
    FileSignature.require(path, file.name(), kind);
    return open(path, file.name(), policy, options.layer()).of(forms);
  }

  /**
   * Opens an existing file.
   *
   * @param shownName name of the file in messages
   * @param layer requested layer, or null
   */
  protected abstract GeometryCursor open(
      Path file, String shownName, BadRowPolicy policy, String layer);
}

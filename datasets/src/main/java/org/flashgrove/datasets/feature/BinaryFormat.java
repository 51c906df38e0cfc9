package org.flashgrove.datasets.feature;

import java.nio.file.Path;
import java.util.List;

/**
 * A format of files that are no text and have features of entries in the plane: with attributes,
 * without heights.
 */
public abstract class BinaryFormat implements DataFormat {
  private final String name;
  private final String ending;
  private final boolean hasLayers;

  /**
   * A format.
   *
   * @param ending how names of its files end, lower case
   * @param hasLayers whether a file may hold several layers; one is asked for then
   */
  protected BinaryFormat(String name, String ending, boolean hasLayers) {
    this.name = name;
    this.ending = ending;
    this.hasLayers = hasLayers;
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
  public final boolean hasHeights() {
    return false;
  }

  @Override
  public final FeatureCursor open(
      InputFile file, BadRowPolicy policy, RowForms forms, FormatOptions options) {
    options.requireKnown(name, false, hasLayers, false);
    forms.requireEntries(file.name(), name);
    return open(file.path("a readable file in " + name), file.name(), policy, options.layer());
  }

  /**
   * Opens a file that is there.
   *
   * @param shownName what messages call it
   * @param layer the layer that is asked for, or null
   */
  protected abstract FeatureCursor open(
      Path file, String shownName, BadRowPolicy policy, String layer);
}

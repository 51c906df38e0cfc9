package org.flashgrove.cli.input;

import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.CoordinateSystem;
import org.flashgrove.datasets.feature.DataFormat;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.feature.FeatureSchema;
import picocli.CommandLine.Option;

/** The options that say what happens to coordinates of another system than a format means. */
public final class CoordinateOptions {
  @Option(
      names = "--reproject",
      description =
          "Transform coordinates to longitude and latitude of WGS 84, from the system that the"
              + " data names.")
  private boolean reproject;

  @Option(
      names = "--keep-coordinates",
      description =
          "Write coordinates as they are where the format means WGS 84 and the data names another"
              + " system.")
  private boolean keep;

  /** Returns whether coordinates are to be transformed. */
  public boolean isReprojecting() {
    return reproject;
  }

  /**
   * Returns the features in the system that is asked for.
   *
   * @param file what messages call the file
   */
  public FeatureCursor of(FeatureCursor features, String file, BadRowPolicy policy) {
    if (reproject && keep) {
      features.close();
      throw new IllegalArgumentException(
          "--reproject with --keep-coordinates (allowed: one of them)");
    }
    return reproject ? new ReprojectedFeatures(features, file, policy) : features;
  }

  /**
   * Refuses features whose coordinates a format would give another meaning.
   *
   * @param source what messages call the data
   * @throws IllegalArgumentException naming the options that allow it
   */
  public void requireMeant(String source, DataFormat target, FeatureSchema schema) {
    CoordinateSystem system = schema.coordinateSystem();
    if (!keep && target.isWgs84(schema) && system.isKnown() && !system.isWgs84()) {
      throw new IllegalArgumentException(
          source
              + " is in "
              + system
              + ", while "
              + target.name()
              + " means WGS 84 (allowed: --reproject, or --keep-coordinates)");
    }
  }
}

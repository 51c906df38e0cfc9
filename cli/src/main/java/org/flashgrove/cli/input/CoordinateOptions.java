package org.flashgrove.cli.input;

import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.CoordinateSystem;
import org.flashgrove.datasets.feature.DataFormat;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.feature.FeatureSchema;
import picocli.CommandLine.Option;

/** Options for coordinates that are not in the coordinate system that the output format expects. */
public final class CoordinateOptions {
  @Option(
      names = "--reproject",
      description =
          "Transform coordinates from the coordinate system of the data to longitude and latitude"
              + " of WGS 84.")
  private boolean reproject;

  @Option(
      names = "--keep-coordinates",
      description =
          "Write coordinates unchanged, even if the format requires WGS 84 and the data has another"
              + " coordinate system.")
  private boolean keep;

  /** Returns whether the user requested to transform coordinates. */
  public boolean isReprojecting() {
    return reproject;
  }

  /**
   * Returns the features in the coordinate system that the user requested.
   *
   * @param file name of the file in messages
   */
  public FeatureCursor of(FeatureCursor features, String file, BadRowPolicy policy) {
    if (reproject && keep) {
      features.close();
      throw new IllegalArgumentException(
          "--reproject: cannot be combined with --keep-coordinates; use one of them");
    }
    return reproject ? new ReprojectedFeatures(features, file, policy) : features;
  }

  /**
   * Throws an exception if readers of the target format would misinterpret the coordinates.
   *
   * @param source name of the data in messages
   * @throws IllegalArgumentException if the coordinates would be misinterpreted; the message names
   *     the options that solve this
   */
  public void requireMeant(String source, DataFormat target, FeatureSchema schema) {
    CoordinateSystem system = schema.coordinateSystem();
    if (!keep && target.isWgs84(schema) && system.isKnown() && !system.isWgs84()) {
      throw new IllegalArgumentException(
          source
              + ": is in "
              + system
              + ", but "
              + target.name()
              + " requires WGS 84; add --reproject or --keep-coordinates");
    }
  }
}

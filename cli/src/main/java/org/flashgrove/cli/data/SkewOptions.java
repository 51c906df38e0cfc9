package org.flashgrove.cli.data;

import org.flashgrove.datasets.generate.Skew;
import picocli.CommandLine.Option;

/** Options for the distribution of generated objects. */
final class SkewOptions {
  @Option(
      names = "--clusters",
      paramLabel = "N",
      defaultValue = "0",
      description = "Number of cluster centres; 0 for uniform objects (default: ${DEFAULT-VALUE}).")
  private int clusters;

  @Option(
      names = "--sigma",
      paramLabel = "S[..T]",
      defaultValue = "0.01",
      description =
          "Standard deviation around a centre, in the unit of the extent; S..T draws it"
              + " log-uniformly between S and T (default: ${DEFAULT-VALUE}).")
  private String sigma;

  @Option(
      names = "--skew",
      paramLabel = "Z",
      defaultValue = "0",
      description =
          "Exponent of Zipf's law for the sizes of the clusters; 0 for equal sizes (default:"
              + " ${DEFAULT-VALUE}).")
  private double skew;

  /** Returns whether the user requested clustered objects. */
  boolean isGiven() {
    return clusters != 0;
  }

  /** Returns the distribution that the options describe. */
  Skew read() {
    if (clusters == 0 && skew != 0) {
      throw new IllegalArgumentException("--skew: needs clusters; add --clusters, or omit --skew");
    }
    int dots = sigma.indexOf("..");
    try {
      double least = Double.parseDouble(dots < 0 ? sigma : sigma.substring(0, dots));
      double greatest = dots < 0 ? least : Double.parseDouble(sigma.substring(dots + 2));
      return clusters == 0 ? Skew.NONE : new Skew(clusters, skew, least, greatest);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "--sigma " + sigma + " (allowed: a number, or two as 0.001..0.1)", e);
    }
  }
}

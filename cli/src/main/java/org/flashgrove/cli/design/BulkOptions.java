package org.flashgrove.cli.design;

import java.nio.file.Files;
import java.nio.file.Path;
import org.flashgrove.access.structure.LoadOptions;
import org.flashgrove.cli.command.ChosenStructure;
import org.flashgrove.cli.command.Numbers;
import org.flashgrove.core.geometry.HilbertCurve;
import org.flashgrove.core.spec.SpecException;
import picocli.CommandLine.Option;

/** Options for the bulk load of a store. */
public final class BulkOptions {
  private static final String NONE = "none";
  private static final String HILBERT = "hilbert";
  private static final double LEAST_FILL = 0.01;

  @Option(
      names = "--bulk",
      paramLabel = "HOW",
      defaultValue = NONE,
      description =
          "Order of a bulk load: none (inserts one by one), str (Sort-Tile-Recursive), hilbert"
              + " (Hilbert curve), nearestx (lower x), or zorder (quadrants; xbr and lsm only)"
              + " (default: ${DEFAULT-VALUE}).")
  private String how;

  @Option(
      names = "--fill",
      paramLabel = "SHARE",
      defaultValue = "100%",
      description = "Share of each node that a bulk load fills (default: ${DEFAULT-VALUE}).")
  private String fill;

  @Option(
      names = "--sort-memory",
      paramLabel = "BYTES",
      description =
          "Memory outside the heap for sorting, in a table for each index, 256K to 1G. Larger sorts"
              + " use a file in the store's directory (default: 64M, but at most an eighth of the"
              + " maximum heap).")
  private String sortMemory;

  /** Returns whether the user requested bulk loading. */
  public boolean isAsked() {
    return !how.equals(NONE);
  }

  /**
   * Returns whether the user requested a bulk load that only trees support: in another order than
   * {@code hilbert}, or with a fill below 100 %. Other indexes have a fixed order and full blocks.
   */
  public boolean isOfTrees() {
    boolean isFull = Numbers.share("--fill", fill, LEAST_FILL) == 1;
    return isAsked() && (!order().equals(HILBERT) || !isFull);
  }

  /**
   * Throws an exception if the user requested bulk loading. Called if there are no data to load.
   */
  public void requireUnasked() {
    requireValid();
    if (isAsked()) {
      throw new IllegalArgumentException(
          "--bulk " + how + ": needs data; add --data FILE, or omit --bulk");
    }
  }

  /**
   * Throws an exception for options that are invalid or that would have no effect. Call this before
   * data are read.
   */
  public void requireValid() {
    sortMemoryBytes();
    if (isAsked()) {
      options(Path.of(""), new double[] {0, 0, 0, 0});
    } else if (Numbers.share("--fill", fill, LEAST_FILL) < 1) {
      throw new IllegalArgumentException(
          "--fill "
              + fill
              + ": applies only to bulk loading; add --bulk with one of "
              + String.join(", ", LoadOptions.orders()));
    }
  }

  /**
   * Throws an exception for options that an index does not support. Call this before data are read.
   */
  public void requireFits(ChosenStructure wanted) {
    boolean isFilledByRows = wanted.isOfPairs() || wanted.isOfTimes();
    if (isAsked() && isFilledByRows) {
      throw new IllegalArgumentException(
          "--bulk: index '" + wanted.spec() + "' can be filled only by insertions; omit --bulk");
    }
    String own = wanted.ownBulkOrder();
    if (!isAsked() || own == null) {
      return;
    }
    if (!order().equals(own) || Numbers.share("--fill", fill, LEAST_FILL) < 1) {
      throw new IllegalArgumentException(
          "--bulk "
              + how
              + ", --fill "
              + fill
              + ": index '"
              + wanted.spec()
              + "' has a fixed order of entries and full blocks; use --bulk "
              + own
              + " --fill 100%");
    }
  }

  /**
   * Returns the settings of the bulk load.
   *
   * @param directory directory of the store, in which large sorts write a file; if this directory
   *     does not exist, they use the directory for temporary files
   * @param extent minX, minY, maxX, maxY of all data; minX is greater than maxX without data
   */
  public LoadOptions options(Path directory, double[] extent) {
    double share = Numbers.share("--fill", fill, LEAST_FILL);
    HilbertCurve curve =
        order().equals(HILBERT) && extent[0] <= extent[2]
            ? new HilbertCurve(extent[0], extent[1], extent[2], extent[3])
            : null;
    Path sorting =
        Files.isDirectory(directory) ? directory : Path.of(System.getProperty("java.io.tmpdir"));
    return new LoadOptions(order(), share, curve, written -> {}, sortMemoryBytes(), sorting);
  }

  /** Returns the memory for sorting in bytes. */
  public int sortMemoryBytes() {
    if (sortMemory == null) {
      return LoadOptions.defaultSortMemory();
    }
    return (int)
        Numbers.bytes(
            "--sort-memory",
            sortMemory,
            LoadOptions.LEAST_SORT_MEMORY,
            LoadOptions.MOST_SORT_MEMORY);
  }

  private String order() {
    if (!LoadOptions.orders().contains(how)) {
      throw new SpecException(
          "--bulk "
              + how
              + " (allowed: "
              + NONE
              + ", "
              + String.join(", ", LoadOptions.orders())
              + ")");
    }
    return how;
  }
}

package org.flashgrove.cli.design;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.geodesic.Metrics;
import org.flashgrove.access.ids.Repeat;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.cli.command.Numbers;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.WholeNumber;
import org.flashgrove.storage.device.DeviceConfig;
import org.flashgrove.storage.device.DeviceKinds;
import org.flashgrove.storage.log.SyncMode;
import picocli.CommandLine.Option;

/** Options for the design of a new store. */
public final class StoreOptionsGroup {
  private static final String USUAL_INDEX = "grove";

  /** Default index if a buffer is given, because only trees have buffers. */
  private static final String USUAL_TREE = "rstar";

  @Option(
      names = "--index",
      paramLabel = "SPEC",
      description =
          "Index, such as grove, rstar, rtree:split=quadratic, or a structure that is not spatial,"
              + " such as bplus, mutree, microhash (default: grove; but rstar with --flash, or with"
              + " a --bulk that only trees support).")
  private List<String> indices = new ArrayList<>();

  @Option(
      names = "--metric",
      paramLabel = "METRIC",
      description =
          "How spatial indexes measure distances: planar (in units of the coordinates) or geodesic"
              + " (in metres on WGS 84, with x as longitude and y as latitude in degrees) (default:"
              + " planar).")
  private String metric;

  @Option(
      names = "--flash",
      paramLabel = "SPEC",
      description =
          "Buffer of trees, such as efind:buffer=512K or none:frames=128 (default: none for indexes"
              + " with their own buffer, such as grove; otherwise efind).")
  private String flash;

  @Option(
      names = "--device",
      paramLabel = "SPEC",
      defaultValue = "direct",
      description =
          "Device: direct, buffered, memory, or a simulated one, such as nand:chip=thesis,op=7%%,"
              + " hdd:seek=3.5ms, or rawnand:chip=thesis for structures on raw flash (default:"
              + " ${DEFAULT-VALUE}).")
  private String device;

  @Option(
      names = "--page-size",
      paramLabel = "BYTES",
      defaultValue = "4096",
      description = "Page size in bytes, 512 to 65536 (default: ${DEFAULT-VALUE}).")
  private String pageSize;

  @Option(
      names = "--sync",
      paramLabel = "MODE",
      defaultValue = "group:5ms",
      description =
          "When commits become durable: op, group:5ms or close (default: ${DEFAULT-VALUE}).")
  private String sync;

  @Option(
      names = "--ids",
      description = {
        "Also store the rectangle of each id, so that entries can be changed and deleted by id"
            + " alone. Each id then has only one rectangle. This needs about as many pages as the"
            + " index, and a second buffer."
      })
  private boolean ids;

  private boolean prefersTree;

  @Option(
      names = "--memory",
      paramLabel = "BYTES",
      description =
          "Memory of the index, such as 64M; for a table, of its records and indexes together"
              + " (default: that of --index and --flash).")
  private String memory;

  @Option(
      names = "--repeat",
      paramLabel = "HOW",
      description =
          "With --ids: what inserting an existing id with the same rectangle does: once (nothing;"
              + " the default) or refuse (fails).")
  private String repeat;

  StoreOptions options() {
    return options(index());
  }

  /** Returns the index specs that the user gave, or an empty list for the default. */
  List<String> indices() {
    return indices;
  }

  /** Returns the metric that the user gave, or null. */
  String metric() {
    return metric;
  }

  /**
   * Throws an exception if the user gave {@code --memory}. Call this for stores in which the specs
   * of the structures contain the memory.
   */
  private void requireNoMemory() {
    if (memory != null) {
      throw new IllegalArgumentException(
          "--memory "
              + memory
              + ": not supported with --structure; set memory=BYTES in the spec of a grove, or"
              + " buffer=BYTES in --flash");
    }
  }

  /** Returns the spec of the index of a store with one index. */
  private String index() {
    if (indices.size() > 1) {
      throw new IllegalArgumentException(
          "--index "
              + String.join(" --index ", indices)
              + ": a spatial store has only one index; give --index once, or add --table");
    }
    String spec = indices.isEmpty() ? usualIndex() : indices.get(0);
    return metric == null ? spec : Metrics.with(spec, metric);
  }

  /** Returns the default index. */
  String usualIndex() {
    return flash == null && !prefersTree ? USUAL_INDEX : USUAL_TREE;
  }

  /**
   * Sets whether the default index is an R*-tree instead of the index Grove. Callers pass true if
   * the user requested a bulk load that only trees support.
   */
  public void preferTree(boolean prefers) {
    prefersTree = prefers;
  }

  /**
   * Returns whether the index is a key tree or stores records by time, and thus is not a spatial
   * index.
   */
  public boolean isOfOtherKind() {
    return indices.size() == 1 && StoreOptions.isOfRows(indices.get(0));
  }

  /**
   * Returns the design of a store with one key tree or one structure of records by time. If the
   * structure needs a domain and its spec has none, the extent becomes the domain.
   *
   * @param extent minX, minY, maxX, maxY of all data
   */
  public StoreDesign otherDesign(double[] extent) {
    return design(Map.of(SpatialStore.INDEX, withDomain(extent)));
  }

  /**
   * Returns table options with the device, page size, sync mode, buffer, memory and metric that the
   * user gave.
   */
  TableOptions tableOptions() {
    requireNoIds("not supported with --table; use --index key=bplus to find records by key");
    TableOptions options =
        TableOptions.defaults()
            .withFlash(flash == null ? StoreOptions.usualFlash(USUAL_TREE) : flash)
            .withDevice(device)
            .withPageSize(bytes())
            .withSync(SyncMode.parse(sync));
    Long bytes = memoryBytes();
    TableOptions sized = bytes == null ? options : options.withMemory(bytes);
    return metric == null ? sized : sized.withMetric(metric);
  }

  /**
   * Returns the design of a store with several structures.
   *
   * @param structures specs of the structures by name
   */
  public StoreDesign design(Map<String, String> structures) {
    requireNoIds("not supported with --structure; add --structure INDEX.ids=ids");
    requireNoMemory();
    boolean unbuffered =
        structures.values().stream().allMatch(spec -> StoreOptions.usualFlash(spec).equals("none"));
    String buffer =
        flash != null ? flash : unbuffered ? "none" : StoreOptions.usualFlash(USUAL_TREE);
    return StoreOptions.defaults()
        .withFlash(buffer)
        .withDevice(device)
        .withPageSize(bytes())
        .withSync(SyncMode.parse(sync))
        .designOf(structures);
  }

  /** Returns the device that the user gave, or the default device. */
  public DeviceConfig device() {
    return DeviceKinds.read(Spec.parse(device));
  }

  private StoreOptions options(String indexSpec) {
    String buffer = flash == null ? StoreOptions.usualFlash(indexSpec) : flash;
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex(indexSpec)
            .withFlash(buffer)
            .withDevice(device)
            .withPageSize(bytes())
            .withSync(SyncMode.parse(sync));
    if (memory != null) {
      options = options.withMemory(memoryBytes());
    }
    if (ids || repeat != null) {
      options = options.withIds(repeat());
    }
    options.design(); // rejects options that contradict each other
    return options;
  }

  /** Returns the memory that the user gave in bytes, or null. */
  Long memoryBytes() {
    return memory == null ? null : Numbers.bytes("--memory", memory, 1, Long.MAX_VALUE / 2);
  }

  private Repeat repeat() {
    if (!ids) {
      throw new IllegalArgumentException(
          "--repeat " + repeat + ": needs --ids; add --ids, or omit --repeat");
    }
    for (Repeat each : Repeat.values()) {
      if (repeat == null || each.toString().equals(repeat)) {
        return each;
      }
    }
    throw new IllegalArgumentException("--repeat " + repeat + " (allowed: once, refuse)");
  }

  /**
   * Throws an exception if the user gave {@code --ids} or {@code --repeat}. Call this for stores
   * that do not consist of a single spatial index.
   *
   * @param problem reason for the error message
   */
  void requireNoIds(String problem) {
    if (ids || repeat != null) {
      throw new IllegalArgumentException("--ids: " + problem);
    }
  }

  /**
   * Returns the options of a store with one index. If the index needs a domain and its spec has
   * none, the domain follows from the extent as described in {@link Domains}.
   *
   * @param extent minX, minY, maxX, maxY of all data; minX is greater than maxX without data
   */
  public StoreOptions optionsFor(double[] extent) {
    return options(withDomain(extent));
  }

  private String withDomain(double[] extent) {
    return Domains.with(index(), extent);
  }

  /** Parses the page size: a number of bytes, or of kibibytes with the suffix K. */
  private int bytes() {
    String text = pageSize.trim();
    boolean kibi = text.endsWith("K") || text.endsWith("k");
    try {
      return Math.multiplyExact(
          WholeNumber.parseInt(kibi ? text.substring(0, text.length() - 1) : text),
          kibi ? 1024 : 1);
    } catch (NumberFormatException | ArithmeticException e) {
      throw new IllegalArgumentException(
          "--page-size " + pageSize + " (allowed: a power of two from 512 to 65536)");
    }
  }
}

package org.flashgrove.geotools;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.flashgrove.access.geodesic.Metrics;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.geometry.Metric;
import org.geotools.api.data.DataStore;
import org.geotools.api.data.DataStoreFactorySpi;
import org.geotools.util.KVP;

/** Finds and opens stores for {@code DataStoreFinder}. */
public final class FlashgroveDataStoreFactory implements DataStoreFactorySpi {
  /** Parameter with the kind of store. Its value is always {@code flashgrove}. */
  public static final Param DBTYPE =
      new Param(
          "dbtype",
          String.class,
          "Kind of store",
          true,
          "flashgrove",
          new KVP(org.geotools.api.data.Parameter.LEVEL, "program"));

  /** Parameter with the directory of the store. */
  public static final Param DIRECTORY =
      new Param("directory", File.class, "Directory of the store", true);

  /** Parameter that opens the store read-only, so that other processes can also read it. */
  public static final Param READ_ONLY =
      new Param(
          "read only",
          Boolean.class,
          "Open read-only, so that other processes can read the store",
          false,
          false);

  /** Parameter that creates the store if it does not exist. */
  public static final Param CREATE =
      new Param("create", Boolean.class, "Create the store if there is none", false, true);

  /**
   * Parameter with the memory for pages, in MiB for each feature type. It applies only when a store
   * is created.
   */
  public static final Param MEMORY =
      new Param(
          "memory",
          Integer.class,
          "MiB for each type, its records and its indexes, of a store that is created",
          false);

  /** Parameter with the namespace of the feature types. */
  public static final Param NAMESPACE =
      new Param("namespace", String.class, "Namespace of the feature types", false);

  /** Parameter with the metric of new feature types. Existing types keep their metric. */
  public static final Param METRIC =
      new Param(
          "metric",
          String.class,
          "Metric of feature types that are created: " + String.join(", ", Metrics.names()),
          false,
          Metric.PLANAR.name());

  @Override
  public String getDisplayName() {
    return "Flashgrove";
  }

  @Override
  public String getDescription() {
    return "Tables of a Flashgrove store, on flash storage";
  }

  @Override
  public Param[] getParametersInfo() {
    return new Param[] {DBTYPE, DIRECTORY, READ_ONLY, CREATE, MEMORY, METRIC, NAMESPACE};
  }

  @Override
  public boolean canProcess(Map<String, ?> params) {
    return DataStoreFactorySpi.super.canProcess(params)
        && DBTYPE.sample.equals(params.get(DBTYPE.key));
  }

  @Override
  public boolean isAvailable() {
    return true;
  }

  @Override
  public DataStore createDataStore(Map<String, ?> params) throws IOException {
    Path directory = ((File) DIRECTORY.lookUp(params)).toPath();
    boolean readOnly = isTrue(READ_ONLY, params, false);
    boolean isThere = isStore(directory);
    String metric = METRIC.lookUp(params) instanceof String name ? name : Metric.PLANAR.name();
    if (!Metrics.names().contains(metric)) {
      throw new IOException(
          "metric '" + metric + "' (allowed: " + String.join(", ", Metrics.names()) + ")");
    }
    if (!isThere && (readOnly || !isTrue(CREATE, params, true))) {
      throw new IOException(
          directory
              + ": has no store; choose the directory of a store, or set 'create' without 'read"
              + " only'");
    }
    FlashgroveDataStore store =
        isThere
            ? FlashgroveDataStore.open(directory, readOnly)
            : FlashgroveDataStore.create(directory, options((Integer) MEMORY.lookUp(params)));
    store.setDataStoreFactory(this);
    store.setMetric(metric);
    if (NAMESPACE.lookUp(params) instanceof String namespace) {
      store.setNamespaceURI(namespace);
    }
    return store;
  }

  private static TableOptions options(Integer mebibytes) {
    return mebibytes == null
        ? FlashgroveDataStore.defaults()
        : FlashgroveDataStore.withMemory((long) mebibytes << 20);
  }

  private static boolean isTrue(Param param, Map<String, ?> params, boolean otherwise)
      throws IOException {
    return param.lookUp(params) instanceof Boolean value ? value : otherwise;
  }

  private static boolean isStore(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return false;
    }
    try (var files = Files.list(directory)) {
      return files.findAny().isPresent();
    }
  }

  @Override
  public DataStore createNewDataStore(Map<String, ?> params) throws IOException {
    Path directory = ((File) DIRECTORY.lookUp(params)).toPath();
    if (isStore(directory)) {
      throw new IOException(directory + ": is not empty; choose a directory without files");
    }
    return createDataStore(params);
  }
}

package org.flashgrove.geotools.file;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.geotools.api.data.DataStore;
import org.geotools.api.data.DataStoreFactorySpi;
import org.geotools.util.KVP;

/**
 * Opens indexed data files for {@code DataStoreFinder}. Available if the application has the module
 * {@code flashgrove-sidecar}.
 */
public final class IndexedFileDataStoreFactory implements DataStoreFactorySpi {
  /** Parameter with the kind of store. Its value is always {@code flashgrove-file}. */
  public static final Param DBTYPE =
      new Param(
          "dbtype",
          String.class,
          "Kind of store",
          true,
          "flashgrove-file",
          new KVP(org.geotools.api.data.Parameter.LEVEL, "program"));

  /** Parameter with the path of the data file. */
  public static final Param FILE =
      new Param("file", File.class, "Data file with an index of 'flashgrove index'", true);

  /** Parameter with the namespace of the feature type. */
  public static final Param NAMESPACE =
      new Param("namespace", String.class, "Namespace of the feature type", false);

  @Override
  public String getDisplayName() {
    return "Flashgrove file";
  }

  @Override
  public String getDescription() {
    return "Data file with a spatial index of Flashgrove, read-only";
  }

  @Override
  public Param[] getParametersInfo() {
    return new Param[] {DBTYPE, FILE, NAMESPACE};
  }

  @Override
  public boolean canProcess(Map<String, ?> params) {
    return DataStoreFactorySpi.super.canProcess(params)
        && DBTYPE.sample.equals(params.get(DBTYPE.key));
  }

  @Override
  public boolean isAvailable() {
    try {
      Class.forName("org.flashgrove.sidecar.FileIndex", false, getClass().getClassLoader());
      return true;
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }

  @Override
  public DataStore createDataStore(Map<String, ?> params) throws IOException {
    Path file = ((File) FILE.lookUp(params)).toPath();
    IndexedFileDataStore store = new IndexedFileDataStore(file);
    store.setDataStoreFactory(this);
    if (NAMESPACE.lookUp(params) instanceof String namespace) {
      store.setNamespaceURI(namespace);
    }
    return store;
  }

  @Override
  public DataStore createNewDataStore(Map<String, ?> params) throws IOException {
    throw new IOException(
        FILE.lookUp(params) + ": data files are read-only; run 'flashgrove index FILE' instead");
  }
}

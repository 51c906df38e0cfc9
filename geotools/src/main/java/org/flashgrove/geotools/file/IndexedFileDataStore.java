package org.flashgrove.geotools.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.flashgrove.datasets.InputException;
import org.flashgrove.sidecar.FileIndex;
import org.flashgrove.sidecar.StaleIndexException;
import org.geotools.api.feature.type.Name;
import org.geotools.data.store.ContentDataStore;
import org.geotools.data.store.ContentEntry;
import org.geotools.data.store.ContentFeatureSource;
import org.geotools.feature.NameImpl;

/**
 * Read-only DataStore over a data file that stays in place, and its index. The only feature type
 * has the name of the file without its extension. Its features are those with a geometry. Each
 * reader opens the index anew, so that it notices if the file has changed. Safe for use by several
 * threads.
 */
public final class IndexedFileDataStore extends ContentDataStore {
  private final Path file;

  /**
   * Opens a data file.
   *
   * @throws IOException if the file has no index, or changed after it was indexed
   */
  public IndexedFileDataStore(Path file) throws IOException {
    this.file = file;
    open().close();
  }

  /** Opens the index of the file. */
  FileIndex open() throws IOException {
    try {
      return FileIndex.open(file);
    } catch (StaleIndexException | InputException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private String typeName() {
    String name = file.getFileName().toString();
    int dot = name.lastIndexOf('.');
    return dot > 0 ? name.substring(0, dot) : name;
  }

  @Override
  protected List<Name> createTypeNames() {
    return List.of(new NameImpl(getNamespaceURI(), typeName()));
  }

  @Override
  protected ContentFeatureSource createFeatureSource(ContentEntry entry) {
    return new IndexedFileSource(entry, this);
  }
}

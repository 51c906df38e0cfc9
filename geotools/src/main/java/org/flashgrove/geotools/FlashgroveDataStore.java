package org.flashgrove.geotools;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.flashgrove.access.Store;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.table.AttributeIndex;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableBatch;
import org.flashgrove.access.table.TableIndex;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.geotools.value.TypeCatalog;
import org.flashgrove.storage.log.WriteBatch;
import org.geotools.api.data.Transaction;
import org.geotools.api.feature.simple.SimpleFeatureType;
import org.geotools.api.feature.type.AttributeDescriptor;
import org.geotools.api.feature.type.GeometryDescriptor;
import org.geotools.api.feature.type.Name;
import org.geotools.data.store.ContentDataStore;
import org.geotools.data.store.ContentEntry;
import org.geotools.data.store.ContentFeatureSource;
import org.geotools.data.store.ContentState;

/**
 * A GeoTools DataStore over a Flashgrove store, in which each feature type is a table.
 *
 * <p>A reader sees the commit that was newest when the reader was opened. Without a transaction,
 * each change is a separate commit. A transaction keeps its changes in memory and commits them in
 * one batch for all types of the store. After a crash either all of these changes exist or none.
 * Other transactions see the changes after the commit.
 *
 * <p>A commit writes only the attributes that the transaction set, to the current version of each
 * feature. If two transactions set the same attribute of a feature, the later commit wins. A change
 * of a feature that another transaction removed has no effect.
 *
 * <p>Safe for use by any number of threads. {@link #dispose} closes the store.
 */
public final class FlashgroveDataStore extends ContentDataStore {
  /** Name of the index on keys and bounds. It finds features without a geometry only by key. */
  private static final String KEY_INDEX = "key";

  private static final String GEOMETRY_INDEX = "geom";

  /** Name of the index on the ids that applications provide. It is empty for most types. */
  private static final String ID_INDEX = "id";

  private static final long LEAST_MEMORY = 48L << 20;
  private static final int MEMORY_SHARE = 2;

  private final Path directory;
  private final Store store;
  private volatile boolean disposed;
  private Map<String, TypeCatalog.Entry> catalog;
  private String metric = Metric.PLANAR.name();
  private final Map<String, FeatureTable> tables = new LinkedHashMap<>();

  private FlashgroveDataStore(Path directory, Store store) throws IOException {
    this.directory = directory;
    this.store = store;
    lockingManager = null; // writers do not support locks
    readCatalog();
  }

  private synchronized void readCatalog() throws IOException {
    tables.clear();
    catalog = TypeCatalog.read(Table.of(store, TypeCatalog.NAME), namespaceURI);
  }

  /**
   * Returns the default options of a store. The files and buffers are those of {@link
   * TableOptions#defaults}. The memory is for the records and the indexes of each type.
   */
  public static TableOptions defaults() {
    return withMemory(Math.max(LEAST_MEMORY, StoreOptions.usualMemory() / MEMORY_SHARE));
  }

  /**
   * Returns the default options with another amount of memory.
   *
   * @param bytes memory for the records and indexes of each type
   */
  static TableOptions withMemory(long bytes) {
    return TableOptions.defaults().withMemory(bytes);
  }

  /**
   * Creates a store without feature types.
   *
   * @param directory an empty directory, or a path where nothing exists
   * @param options buffers, device, page size and memory of all tables of the store
   * @throws IOException if the directory is not empty
   */
  public static FlashgroveDataStore create(Path directory, TableOptions options)
      throws IOException {
    TableOptions types =
        options.withAttributes(TypeCatalog.SCHEMA).withIndex("key", "bplus:unique=off");
    return opened(
        directory, () -> Store.create(directory, FeatureTables.designOf(types, TypeCatalog.NAME)));
  }

  /**
   * Opens an existing store.
   *
   * @throws IOException if there is no store, or it has no feature types, is damaged or in use
   */
  public static FlashgroveDataStore open(Path directory, boolean readOnly) throws IOException {
    return opened(
        directory, () -> readOnly ? Store.openReadOnly(directory) : Store.open(directory));
  }

  private interface Opening {
    Store open();
  }

  private static FlashgroveDataStore opened(Path directory, Opening opening) throws IOException {
    Store store = null;
    boolean opened = false;
    try {
      store = opening.open();
      FlashgroveDataStore made = new FlashgroveDataStore(directory, store);
      opened = true;
      return made;
    } catch (StoreException | SpecException e) {
      throw new IOException(directory + ": " + e.getMessage(), e);
    } finally {
      if (!opened && store != null) {
        store.close();
      }
    }
  }

  @Override
  public synchronized void setNamespaceURI(String uri) {
    super.setNamespaceURI(uri);
    try {
      readCatalog();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the underlying store, for checks, backups and statistics. */
  public Store store() {
    return store;
  }

  /** Sets the metric of all feature types that are created after this call. */
  synchronized void setMetric(String name) {
    metric = name;
  }

  boolean isReadOnly() {
    return store().isReadOnly();
  }

  @Override
  protected synchronized List<Name> createTypeNames() {
    List<Name> names = new ArrayList<>();
    catalog.keySet().forEach(type -> names.add(name(type)));
    return names;
  }

  @Override
  protected ContentFeatureSource createFeatureSource(ContentEntry entry) {
    return new FlashgroveFeatureStore(entry, org.geotools.api.data.Query.ALL);
  }

  @Override
  protected ContentState createContentState(ContentEntry entry) {
    return new TypeState(entry);
  }

  /** Returns the table of a type. */
  synchronized FeatureTable table(String type) throws IOException {
    requireOpen();
    FeatureTable table = tables.get(type);
    if (table == null) {
      TypeCatalog.Entry entry = catalog.get(type);
      if (entry == null) {
        throw new IOException(
            "feature type '" + type + "': does not exist (allowed: " + catalog.keySet() + ")");
      }
      table = new FeatureTable(Table.of(store, entry.table()), entry.type());
      tables.put(type, table);
    }
    return table;
  }

  /** Throws an exception if {@link #dispose} was called. */
  void requireOpen() throws IOException {
    if (disposed) {
      throw new IOException(directory + ": the DataStore was disposed of; open it again");
    }
  }

  /**
   * Commits the changes that a transaction made to any type of this store, in one batch.
   *
   * @param asked changes of the type whose commit GeoTools called; they are applied first
   */
  void commit(TypeChanges asked, Transaction transaction) throws IOException {
    Set<TypeChanges> all = new LinkedHashSet<>(List.of(asked)); // includes a type that was removed
    for (ContentEntry entry : List.copyOf(entries.values())) {
      if (transaction.getState(entry) instanceof TypeChanges changes) {
        all.add(changes);
      }
    }
    List<TypeChanges> waiting = all.stream().filter(each -> !each.pending().isEmpty()).toList();
    if (waiting.isEmpty()) {
      return;
    }
    if (disposed) {
      throw new IOException(
          directory
              + ": the DataStore was disposed of before the commit, which changed nothing;"
              + " open it again and repeat the changes");
    }
    try (WriteBatch batch = store().begin()) {
      commit(batch, waiting, 0);
      store().awaitDurable(store().commitNumber());
    } catch (StoreException e) {
      throw new IOException("commit: " + e.getMessage(), e);
    }
    waiting.forEach(TypeChanges::committed);
  }

  /**
   * Applies the changes of one type, and calls itself for the next type. The innermost call
   * commits, while the batches of all tables are still open.
   */
  private void commit(WriteBatch batch, List<TypeChanges> waiting, int from) throws IOException {
    if (from == waiting.size()) {
      batch.commit();
      return;
    }
    FeatureTable table = table(waiting.get(from).typeName());
    try (TableBatch changes = table.table().begin(batch)) {
      FeatureBatch features = new FeatureBatch(table, changes);
      waiting.get(from).pending().commit(features, () -> commit(batch, waiting, from + 1));
    }
  }

  @Override
  public synchronized void createSchema(SimpleFeatureType type) throws IOException {
    String name = type.getTypeName();
    if (catalog.containsKey(name)) {
      throw new IOException("feature type '" + name + "': already exists; choose another name");
    }
    try {
      Schema schema = FeatureTable.schemaOf(type);
      TableOptions options =
          FeatureTables.optionsOf(store.design())
              .withAttributes(schema)
              .withKeyIndex(KEY_INDEX)
              .withAttributeIndex(ID_INDEX, FeatureTable.PROVIDED_ID);
      if (type.getGeometryDescriptor() != null) {
        options = options.withGeometryIndex(GEOMETRY_INDEX).withMetric(metric);
      }
      String table = FeatureTable.nameLike(name, store.design().structures());
      store.add(options.structures(table));
      try (TableBatch batch = Table.of(store, TypeCatalog.NAME).begin()) {
        TypeCatalog.add(batch, new TypeCatalog.Entry(table, type));
        batch.commit();
      }
      store.awaitDurable(store.commitNumber());
    } catch (IllegalArgumentException | IllegalStateException | StoreException e) {
      throw new IOException("feature type '" + name + "': " + e.getMessage(), e);
    }
    readCatalog();
  }

  /**
   * Replaces a feature type by a version in which nullable attributes were added or dropped.
   * Features are not rewritten.
   *
   * @throws IOException for any other change of the type; the message says what is allowed
   */
  @Override
  public synchronized void updateSchema(Name typeName, SimpleFeatureType type) throws IOException {
    String name = typeName.getLocalPart();
    FeatureTable old = table(name);
    requireChangeable(old.type(), type);
    try {
      for (AttributeDescriptor each : old.type().getAttributeDescriptors()) {
        if (type.getDescriptor(each.getName()) == null) {
          old.table().dropAttribute(each.getLocalName());
        }
      }
      for (AttributeDescriptor each : type.getAttributeDescriptors()) {
        if (old.type().getDescriptor(each.getName()) == null) {
          old.table().addAttribute(FeatureTable.attributeOf(each));
        }
      }
      replace(name, new TypeCatalog.Entry(catalog.get(name).table(), type));
    } catch (IllegalArgumentException | IllegalStateException | StoreException e) {
      throw new IOException("feature type '" + name + "': " + e.getMessage(), e);
    }
    readCatalog();
    ContentEntry entry = getEntry(typeName);
    if (entry != null) {
      entry.getState(Transaction.AUTO_COMMIT).flush();
    }
  }

  /**
   * Creates an index on an attribute. The index serves conditions on the attribute and sorting by
   * it. It also provides the smallest, largest and distinct values. Queries use the index only
   * where the results are the same as those of GeoTools. The index is durable when this method
   * returns.
   *
   * @throws IOException if the attribute does not exist, is a geometry or already has an index, or
   *     if the store is read-only
   */
  public synchronized void createIndex(String typeName, String attribute) throws IOException {
    FeatureTable table = table(typeName);
    int position = table.type().indexOf(attribute);
    boolean isGeometry =
        position >= 0 && table.type().getDescriptor(position) instanceof GeometryDescriptor;
    if (position < 0 || isGeometry || indexOn(table, attribute) != null) {
      throw new IOException(
          typeName
              + "."
              + attribute
              + ": is missing, is a geometry or already has an index; choose another attribute");
    }
    try {
      Map<String, Object> taken = new LinkedHashMap<>();
      table.table().indices().forEach(each -> taken.put(each.name(), each));
      String name = FeatureTable.nameLike(attribute, taken);
      table.table().addIndex(name + "=" + indexSpec(attribute), records -> {});
    } catch (IllegalArgumentException | IllegalStateException | StoreException e) {
      throw new IOException("feature type '" + typeName + "': " + e.getMessage(), e);
    }
  }

  /**
   * Drops the index on an attribute.
   *
   * @throws IOException if there is no such index, or the store is read-only
   */
  public synchronized void dropIndex(String typeName, String attribute) throws IOException {
    FeatureTable table = table(typeName);
    AttributeIndex index = table.type().indexOf(attribute) < 0 ? null : indexOn(table, attribute);
    if (index == null) {
      throw new IOException(
          typeName + "." + attribute + ": has no index; choose an indexed attribute");
    }
    try {
      table.table().dropIndex(index.name());
    } catch (IllegalStateException | StoreException e) {
      throw new IOException("feature type '" + typeName + "': " + e.getMessage(), e);
    }
  }

  private static AttributeIndex indexOn(FeatureTable table, String attribute) {
    for (TableIndex each : table.table().indices()) {
      if (each instanceof AttributeIndex of && of.attribute().name().equals(attribute)) {
        return of;
      }
    }
    return null;
  }

  private static String indexSpec(String attribute) {
    return "bplus:attribute=" + URLEncoder.encode(attribute, StandardCharsets.UTF_8);
  }

  private void requireChangeable(SimpleFeatureType old, SimpleFeatureType type) throws IOException {
    boolean allowed = old.getTypeName().equals(type.getTypeName());
    for (AttributeDescriptor each : old.getAttributeDescriptors()) {
      AttributeDescriptor kept = type.getDescriptor(each.getName());
      boolean isGeometry = each.equals(old.getGeometryDescriptor());
      allowed &=
          kept == null
              ? each.isNillable() && !isGeometry
              : kept.equals(each) && isGeometry == kept.equals(type.getGeometryDescriptor());
    }
    for (AttributeDescriptor each : type.getAttributeDescriptors()) {
      allowed &= old.getDescriptor(each.getName()) != null || each.isNillable();
    }
    if (!allowed) {
      throw new IOException(
          "feature type '"
              + old.getTypeName()
              + "': cannot be changed to "
              + type
              + "; add or drop only attributes that may be null, and keep the default geometry");
    }
  }

  private void replace(String type, TypeCatalog.Entry entry) {
    Table types = Table.of(store, TypeCatalog.NAME);
    try (TableBatch batch = types.begin()) {
      TypeCatalog.remove(types, batch, type);
      if (entry != null) {
        TypeCatalog.add(batch, entry);
      }
      batch.commit();
    }
    store.awaitDurable(store.commitNumber());
  }

  /**
   * Drops a type with its features.
   *
   * @throws IOException if there is no such type, or the store is read-only
   */
  @Override
  public synchronized void removeSchema(Name typeName) throws IOException {
    String name = typeName.getLocalPart();
    List<String> structures = FeatureTables.structuresOf(table(name).table());
    try {
      replace(name, null); // first, because a table without a type does no harm
      store.drop(structures);
    } catch (IllegalStateException | StoreException e) {
      throw new IOException("feature type '" + name + "': " + e.getMessage(), e);
    }
    readCatalog();
    removeEntry(name(name));
  }

  @Override
  public void removeSchema(String typeName) throws IOException {
    removeSchema(name(typeName));
  }

  /**
   * Closes the store. Uncommitted changes of transactions are lost. Afterwards a commit of such a
   * transaction fails, but a rollback succeeds.
   */
  @Override
  public void dispose() {
    disposed = true;
    super.dispose();
    store().close();
  }
}

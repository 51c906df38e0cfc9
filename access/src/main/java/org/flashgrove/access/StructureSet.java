package org.flashgrove.access;

import static java.util.Objects.requireNonNull;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.design.StructureNumbers;
import org.flashgrove.access.kind.Lifecycle;
import org.flashgrove.access.kind.Structure;
import org.flashgrove.access.kind.StructureConfig;
import org.flashgrove.access.kind.StructureContext;
import org.flashgrove.access.kind.StructureFilling;
import org.flashgrove.access.structure.AttributeKeys;
import org.flashgrove.access.structure.IdStructure;
import org.flashgrove.access.structure.RecordStructure;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.lock.LockRank;
import org.flashgrove.core.lock.OrderedLock;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.log.LoggedStore;
import org.flashgrove.storage.log.WriteBatch;
import org.jspecify.annotations.NullUnmarked;

/**
 * The structures of an open store.
 *
 * <p>Adding, dropping or altering a structure replaces the description atomically, so after a crash
 * the change is complete or absent. Each structure has a number that is never reused ({@link
 * StructureNumbers}). So pages and log frames of a dropped structure are never mistaken for pages
 * and frames of another one. Methods that need a batch begin the batch before they take this
 * object's lock.
 */
@NullUnmarked
final class StructureSet {
  private static final String LOGGER = "org.flashgrove.access";

  private final StoreFiles files;
  private final LoggedStore log;
  private final OrderedLock lock = new OrderedLock(LockRank.STRUCTURES);
  private volatile Map<String, Structure> structures;

  StructureSet(StoreFiles files, LoggedStore log) {
    this.files = files;
    this.log = log;
    Map<String, Structure> made = new LinkedHashMap<>();
    files
        .design()
        .structures()
        .forEach((name, config) -> made.put(name, config.make(name, site(number(name)))));
    identify(made.keySet(), made);
    structures = Collections.unmodifiableMap(made);
  }

  /**
   * Connects each structure that stores rectangles by id with the spatial index of these
   * rectangles.
   *
   * @param names names of the structures to connect
   */
  private static void identify(Collection<String> names, Map<String, Structure> all) {
    for (String name : names) {
      if (all.get(name) instanceof IdStructure ids) {
        ids.identify(all.get(StoreDesign.tableOf(name)));
      }
    }
  }

  private int number(String name) {
    return files.design().numbers().of().get(name);
  }

  private StructureContext site(int number) {
    return new StoreContext(files, log, number, files.pages().countersOfNext());
  }

  /** Opens the structures from their pages. The log must have been replayed before. */
  void open() {
    structures.values().forEach(Lifecycle::open);
  }

  /**
   * Returns an unmodifiable map of the structures by name, in the order of the design. Adding or
   * dropping a structure creates a new map.
   */
  Map<String, Structure> all() {
    return structures;
  }

  /**
   * Returns the structure with a name.
   *
   * @throws SpecException if there is none; the message lists the existing names
   */
  Structure get(String name) {
    Map<String, Structure> present = structures;
    Structure found = present.get(requireNonNull(name, "name"));
    if (found == null) {
      throw new SpecException(SpecException.unknown("structure", name, present.keySet()));
    }
    return found;
  }

  void add(Map<String, String> specs) {
    lock.lock();
    try {
      StoreDesign more = files.design().with(requireNonNull(specs, "specs"));
      requireEmptyTables(specs.keySet());
      for (String name : specs.keySet()) {
        files.make(more.structures().get(name), more.numbers().of().get(name));
      }
      files.describe(described -> described.with(specs));
      Map<String, Structure> added = new LinkedHashMap<>(structures);
      specs
          .keySet()
          .forEach(
              name ->
                  added.put(name, join(name, files.design().structures().get(name), number(name))));
      identify(specs.keySet(), added);
      publish(added);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Rejects an empty index for a table that already has records, because the index would miss them.
   */
  private void requireEmptyTables(Collection<String> names) {
    for (String name : names) {
      Structure records = structures.get(StoreDesign.tableOf(name));
      if (records != null && records.size() > 0) {
        throw new SpecException(
            "index '"
                + name
                + "' would lack the "
                + records.size()
                + " records of its table; add it with Table.addIndex, which fills it");
      }
    }
  }

  private Structure join(String name, StructureConfig config, int number) {
    Structure made = log.join(() -> config.make(name, site(number)));
    Lifecycle.open(made);
    return made;
  }

  /** Replaces the map of structures by {@code present}, sorted in the order of the design. */
  private void publish(Map<String, Structure> present) {
    Map<String, Structure> ordered = new LinkedHashMap<>();
    files.design().structures().keySet().forEach(name -> ordered.put(name, present.get(name)));
    structures = Collections.unmodifiableMap(ordered);
  }

  /**
   * Adds a structure with content; see {@link Store#add(String, String, StructureFilling)}.
   *
   * @param batch an open, empty batch, which this method commits
   */
  void add(String name, String spec, StructureFilling filling, WriteBatch batch) {
    lock.lock();
    try {
      StoreDesign more =
          files.design().with(Map.of(requireNonNull(name, "name"), requireNonNull(spec, "spec")));
      StructureConfig config = more.structures().get(name);
      int number = more.numbers().of().get(name);
      files.make(config, number);
      files.describe(described -> described.withNumbers(described.numbers().withNextTaken()));
      Structure added = join(name, config, number);
      boolean filled = false;
      try {
        filling.fill(added, batch);
        batch.commit();
        log.sync();
        files.describe(described -> described.with(name, spec, number));
        filled = true;
      } finally {
        if (!filled) {
          log.drop(Lifecycle.stored(added).participant());
        }
      }
      Map<String, Structure> present = new LinkedHashMap<>(structures);
      present.put(name, added);
      publish(present);
    } finally {
      lock.unlock();
    }
  }

  /** Drops structures within a batch of the caller; see {@link Store#drop}. */
  void drop(Collection<String> names) {
    lock.lock();
    try {
      files.design().without(requireNonNull(names, "names")); // throws before anything is written
      log.sync(); // a crash must not undo earlier commits but keep this change
      files.describe(described -> described.without(names));
      Map<String, Structure> before = structures;
      Map<String, Structure> left = new LinkedHashMap<>(before);
      left.keySet().removeAll(names);
      publish(left);
      names.forEach(name -> log.drop(Lifecycle.stored(before.get(name)).participant()));
    } finally {
      lock.unlock();
    }
  }

  /** Throws if an index uses an attribute that the changed schema lacks. */
  private void requireNotIndexed(RecordStructure records, Schema changed) {
    for (Structure each : structures.values()) {
      String attribute = each instanceof AttributeKeys keys ? keys.attribute() : null;
      boolean isOfRecords = records.name().equals(StoreDesign.tableOf(each.name()));
      if (isOfRecords && attribute != null && changed.indexOf(attribute) < 0) {
        throw new SpecException(
            "attribute '"
                + attribute
                + "' has the index '"
                + each.name().substring(records.name().length() + 1)
                + "'; drop the index first");
      }
    }
  }

  /** Changes the schema of records within a batch of the caller; see {@link Store#changeSchema}. */
  Schema changeSchema(RecordStructure records, UnaryOperator<Schema> change) {
    lock.lock();
    try {
      Schema changed = change.apply(records.schema());
      requireNotIndexed(records, changed);
      log.sync(); // a crash must not undo earlier commits but keep this change
      files.describe(
          described -> {
            String name = records.name();
            RecordStructure.Settings settings =
                described.structures().get(name).as(RecordStructure.Settings.class);
            return described.with(
                name, RecordStructure.Settings.spec(settings.cacheBytes(), changed));
          });
      records.schema(changed);
      return changed;
    } finally {
      lock.unlock();
    }
  }

  /** Merges the blocks of each structure whose file of blocks is much larger than its content. */
  void compactLooseBlocks() {
    for (Structure structure : structures.values()) {
      try {
        if (Lifecycle.ownFile(structure) != null
            && log.areBlocksLoose(() -> Lifecycle.looseBytes(structure))) {
          log.sync(); // makes earlier commits durable, even if the merge fails
          Lifecycle.compact(structure);
        }
      } catch (StoreIoException e) {
        if (log.durableFrame() < log.committedFrame()) {
          throw e;
        }
        System.getLogger(LOGGER)
            .log(
                System.Logger.Level.WARNING,
                "{0}: closed without merging its blocks, all commits are durable: {1}",
                structure.name(),
                e.getMessage());
      }
    }
  }
}

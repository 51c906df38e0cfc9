package org.flashgrove.access.design;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.flashgrove.access.kind.MemoryRequest;
import org.flashgrove.access.kind.StructureConfig;
import org.flashgrove.access.settings.BufferConfig;
import org.flashgrove.access.settings.FlashKinds;
import org.flashgrove.access.structure.IdStructure;
import org.flashgrove.access.structure.KeyStructure;
import org.flashgrove.access.structure.RecordStructure;
import org.flashgrove.access.structure.StructureKinds;
import org.flashgrove.core.memory.MemoryBudget;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.device.DeviceConfig;
import org.flashgrove.storage.device.DeviceKinds;
import org.flashgrove.storage.log.SyncMode;
import org.jspecify.annotations.Nullable;

/**
 * Complete design of a store: its files, its buffers and its structures.
 *
 * <p>A structure whose name has a dot belongs to a table: {@code roads.geom} is an index of the
 * records {@code roads}.
 *
 * @param device the device
 * @param pageSize bytes of a page: a power of two from 512 to 65,536
 * @param sync when operations become durable
 * @param flash the buffer between an index and the device, one for each index, and the pool below,
 *     which all structures share
 * @param structures the settings of each structure by its name, the records of a table behind its
 *     indices: a spatial index such as {@code rstar}, {@code bplus} for pairs of key and value, or
 *     {@code records} for a heap file; not changed afterwards
 * @param numbers their numbers in the store
 * @param budget memory that the store shares with other stores of this JVM, or null; no part of its
 *     description
 */
public record StoreDesign(
    DeviceConfig device,
    int pageSize,
    SyncMode sync,
    BufferConfig flash,
    Map<String, StructureConfig> structures,
    StructureNumbers numbers,
    @Nullable MemoryBudget budget) {
  /** Name of the index of a store that is one index. */
  public static final String ONLY_INDEX = "index";

  /** Name of the records of a store that is one table. */
  public static final String ONLY_TABLE = "table";

  /** Difference between the tags of two consecutive structures: 2^64 by the golden ratio. */
  private static final long TAG_STEP = 0x9E37_79B9_7F4A_7C15L;

  /**
   * Checks that all parts go together.
   *
   * @throws SpecException naming what is allowed
   */
  public StoreDesign {
    requirePageSize(pageSize);
    if (flash.hasPool() && !device.isFree()) {
      throw new SpecException(
          "flash spec '"
              + flash
              + "' with placement=home: a pool below holds pages back that the log takes for"
              + " written (allowed: placement=free, or no pool below)");
    }
    if (structures.size() > 1 && !device.isFree()) {
      throw new SpecException(
          structures.size()
              + " structures on device '"
              + device
              + "': with placement=home the slot of a page is the id of its node (allowed: one"
              + " index, or placement=free)");
    }
    long ofBlocks = structures.values().stream().filter(StructureConfig::isOnRawFlash).count();
    if (ofBlocks > 1 && device.rawFlash() != null) {
      throw new SpecException(
          ofBlocks
              + " structures of blocks on device '"
              + device
              + "', which do not share its blocks (allowed: one, and any number of others)");
    }
    for (Map.Entry<String, StructureConfig> structure : structures.entrySet()) {
      DesignRules.requireFits(structure.getKey(), structures);
      structure.getValue().requireFits(device, pageSize, flash);
      DesignRules.requireSync(structure.getValue(), flash, sync);
    }
    structures = Collections.unmodifiableMap(new LinkedHashMap<>(structures));
    if (!numbers.of().keySet().equals(structures.keySet())) {
      throw new SpecException(
          "numbers of "
              + numbers.of().keySet()
              + " (allowed: of the structures "
              + structures.keySet()
              + ")");
    }
  }

  /** Creates the design of a new store. Its structures are numbered in the order of the map. */
  public StoreDesign(
      DeviceConfig device,
      int pageSize,
      SyncMode sync,
      BufferConfig flash,
      Map<String, StructureConfig> structures) {
    this(
        device,
        pageSize,
        sync,
        flash,
        structures,
        StructureNumbers.inOrder(structures.keySet()),
        null);
  }

  /**
   * Reads the design of a new store from text.
   *
   * @param device the device, such as {@code direct}
   * @param sync {@code op}, {@code group:5ms}, {@code close}
   * @param flash the buffer, such as {@code none}
   * @param specs the spec of each structure by its name
   * @throws SpecException naming what is not understood and what is allowed
   */
  public static StoreDesign of(
      String device, int pageSize, String sync, String flash, Map<String, String> specs) {
    requirePageSize(pageSize);
    return new StoreDesign(
        DeviceKinds.read(Spec.parse(device)),
        pageSize,
        SyncMode.parse(sync),
        FlashKinds.parse(flash),
        read(specs, pageSize));
  }

  private static Map<String, StructureConfig> read(Map<String, String> specs, int pageSize) {
    Map<String, StructureConfig> structures = new LinkedHashMap<>();
    specs.forEach((name, spec) -> structures.put(name, StructureKinds.parse(spec, pageSize)));
    return structures;
  }

  /**
   * Returns a store of other structures with the files and the buffer of this one.
   *
   * @param specs the spec of each structure by its name
   */
  public StoreDesign ofStructures(Map<String, String> specs) {
    return new StoreDesign(device, pageSize, sync, flash, read(specs, pageSize));
  }

  StoreDesign with(Map<String, StructureConfig> others, StructureNumbers itsNumbers) {
    return new StoreDesign(device, pageSize, sync, flash, others, itsNumbers, budget);
  }

  /**
   * Refuses a page size that no store can have.
   *
   * @throws SpecException naming what is allowed
   */
  public static void requirePageSize(int bytes) {
    DesignRules.requirePageSize(bytes);
  }

  static boolean isRecords(@Nullable StructureConfig config) {
    return config != null && config.isOfRecords();
  }

  /**
   * Returns the structure that the one of a name belongs to: the records that it is an index of, or
   * the index whose rectangles it holds by id; null if it is one of its own.
   */
  public static @Nullable String tableOf(String name) {
    int dot = name.indexOf('.');
    return dot < 0 ? null : name.substring(0, dot);
  }

  /**
   * Refuses a name that no structure can have.
   *
   * @throws SpecException naming what is allowed
   */
  public static void requireName(String name) {
    DesignRules.requireName(name);
  }

  /** Returns whether the frames of the log are packed. */
  public boolean packsLog() {
    return flash.packsLog() || hasBlocks();
  }

  /** Returns whether a structure keeps blocks that it merges, as groves and LSM R-trees do. */
  public boolean hasBlocks() {
    return structures.values().stream().anyMatch(StructureConfig::isOfBlocks);
  }

  /**
   * Returns the size above which the log is compacted: that of the buffer's settings, or twice what
   * a structure holds in a buffer of its own if that is more, for a log that cannot hold a buffer
   * has it emptied each time.
   */
  public long logBytes() {
    long bytes = flash.logBytes();
    for (StructureConfig structure : structures.values()) {
      bytes = Math.max(bytes, 2 * structure.ownBufferBytes());
    }
    return bytes;
  }

  /** Returns the memory that the structures and the pool below their buffers ask for together. */
  public MemoryRequest memory() {
    MemoryRequest all = MemoryRequest.ofPool(flash.poolBytes());
    for (StructureConfig structure : structures.values()) {
      all = all.plus(structure.memory(device, pageSize, flash));
    }
    return all;
  }

  /**
   * Returns whether others may read the store beside the one that writes it: it is in files, no
   * page is written over, and commits are in the log.
   */
  public boolean isReadBeside() {
    boolean isInFiles = !device.isForgotten() && !device.isSimulated();
    return isInFiles && device.isFree() && flash.logsCommits();
  }

  /** Returns whether some records have a schema, or keys that differ. */
  boolean hasAttributes() {
    for (StructureConfig each : structures.values()) {
      RecordStructure.Settings records = each.as(RecordStructure.Settings.class);
      KeyStructure.Settings keys = each.as(KeyStructure.Settings.class);
      if (records != null && !records.schema().isBytes() || keys != null && keys.isUnique()) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether the store is one spatial index, named {@code index}. */
  public boolean isOneIndex() {
    StructureConfig index = structures.get(ONLY_INDEX);
    return structures.size() == 1 && index != null && index.isSpatial();
  }

  /** Returns whether the store is one spatial index, named {@code index}, and its ids. */
  boolean isOneIndexWithIds() {
    StructureConfig index = structures.get(ONLY_INDEX);
    return structures.size() == 2
        && index != null
        && index.isSpatial()
        && structures.containsKey(IdStructure.nameFor(ONLY_INDEX));
  }

  /** Returns whether the store is one spatial index for its users: with ids beside it or not. */
  public boolean isSpatialStore() {
    return isOneIndex() || isOneIndexWithIds();
  }

  /** Returns whether rectangles of an index are kept by id. */
  public boolean hasIds() {
    return structures.values().stream().anyMatch(StructureConfig::isOfIds);
  }

  /** Returns whether the store is one table: indices of the records {@code table}, then these. */
  public boolean isOneTable() {
    if (structures.isEmpty()) {
      return false;
    }
    int left = structures.size();
    for (String name : structures.keySet()) {
      left--;
      if (left == 0 ? !name.equals(ONLY_TABLE) : !ONLY_TABLE.equals(tableOf(name))) {
        return false;
      }
    }
    return true;
  }

  /**
   * Reads the spec of a new structure. An index on the key of a table has unique keys, unless the
   * spec says otherwise. The spec of an existing structure says what it was created with.
   *
   * @param name name of the structure in its store
   * @throws SpecException naming what is not understood and what is allowed; and the page size if
   *     the structure fits only another one
   */
  public static StructureConfig ofNew(String name, String text, int pageSize) {
    return DesignRules.ofNew(name, text, pageSize);
  }

  /**
   * Returns what a new store of this design is made of: an index on an attribute keeps whole values
   * where eight bytes are not enough, unless its spec says otherwise ({@link WholeKeys}).
   */
  public StoreDesign ofNewStore() {
    Map<String, StructureConfig> chosen = new LinkedHashMap<>();
    structures.forEach(
        (name, config) ->
            chosen.put(
                name, WholeKeys.chosen(config, structures.get(tableOf(name)), flash, pageSize)));
    return chosen.equals(structures) ? this : with(chosen, numbers);
  }

  /** Returns a copy with one more structure, or another spec for one that is there. */
  public StoreDesign with(String name, String spec) {
    Map<String, StructureConfig> more = new LinkedHashMap<>(structures);
    more.put(name, ofNew(name, spec, pageSize));
    return with(more, numbers.with(name));
  }

  /**
   * Returns what binds the pages of a structure to it: the tag of its store, and in a store that is
   * neither one index nor one table the structure's number, too, so that a page shows whose it is.
   */
  public long tag(long storeTag, int number) {
    return isOneIndex() || isOneTable() ? storeTag : storeTag + (number + 1) * TAG_STEP;
  }

  /** Returns the structure of a number, or null if it was dropped. */
  public @Nullable StructureConfig structureOf(int number) {
    for (Map.Entry<String, Integer> each : numbers.of().entrySet()) {
      if (each.getValue() == number) {
        return structures.get(each.getKey());
      }
    }
    return null;
  }

  /** Returns a copy with other numbers. */
  public StoreDesign withNumbers(StructureNumbers others) {
    return with(structures, others);
  }

  /**
   * Returns a copy with more structures, for a store that has some already. Indices of a table come
   * before its records.
   *
   * @throws SpecException if a name is taken, one does not fit, or this store takes no others
   */
  public StoreDesign with(Map<String, String> specs) {
    return DesignChanges.with(this, specs);
  }

  /** Returns a copy with one more structure of a number. */
  public StoreDesign with(String name, String spec, int number) {
    Map<String, StructureConfig> more = DesignChanges.inPlace(this, structures, name, spec);
    return with(more, numbers.with(name, number));
  }

  /**
   * Returns a copy without some structures.
   *
   * @throws SpecException if there is none of a name, if what is left is not a store, or takes the
   *     pages of the store for those of another
   */
  public StoreDesign without(Collection<String> names) {
    return DesignChanges.without(this, names);
  }

  /** Returns a copy on another device. */
  public StoreDesign withDevice(String spec) {
    return withDevice(DeviceKinds.read(Spec.parse(spec)));
  }

  /** Returns a copy on a device of other settings. */
  public StoreDesign withDevice(DeviceConfig other) {
    return new StoreDesign(other, pageSize, sync, flash, structures, numbers, budget);
  }

  /** Returns a copy with the buffer, and the pool below it if any, that {@code spec} names. */
  public StoreDesign withFlash(String spec) {
    return new StoreDesign(
        device, pageSize, sync, FlashKinds.parse(spec), structures, numbers, budget);
  }

  /** Returns a copy with another page size, for which all structures are read again. */
  public StoreDesign withPageSize(int bytes) {
    requirePageSize(bytes);
    return new StoreDesign(device, bytes, sync, flash, read(specs(), bytes), numbers, budget);
  }

  /** Returns the specs of the structures, in their order. */
  public Map<String, String> specs() {
    Map<String, String> specs = new LinkedHashMap<>();
    structures.forEach((name, config) -> specs.put(name, config.toString()));
    return specs;
  }

  /** Returns a copy with another sync mode. */
  public StoreDesign withSync(SyncMode mode) {
    return new StoreDesign(device, pageSize, mode, flash, structures, numbers, budget);
  }

  /** Returns a copy that shares memory with other stores of this JVM, or with none. */
  public StoreDesign withBudget(@Nullable MemoryBudget common) {
    return new StoreDesign(device, pageSize, sync, flash, structures, numbers, common);
  }

  /** Returns what a backup of the store is made of: a store in memory is copied to files. */
  public StoreDesign ofBackup() {
    return device.isForgotten()
        ? withDevice("buffered:placement=" + (device.isFree() ? "free" : "home"))
        : this;
  }
}
